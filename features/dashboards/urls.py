"""The addresses of dashboards."""

from django.urls import path

from features.dashboards import views

urlpatterns = [
    path("dashboards/panels/add/", views.add_panel, name="panel_add"),
    path("dashboards/<int:dashboard_id>/", views.dashboard, name="dashboard"),
    path("dashboards/<int:dashboard_id>/edit/", views.edit, name="dashboard_edit"),
    path("dashboards/<int:dashboard_id>/panels/<slug:panel_id>/", views.panel, name="panel"),
    path(
        "dashboards/<int:dashboard_id>/panels/<slug:panel_id>/edit/",
        views.edit_panel,
        name="panel_edit",
    ),
]
