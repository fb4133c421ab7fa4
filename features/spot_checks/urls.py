"""The addresses of spot checks."""

from django.urls import path

from features.spot_checks import views

urlpatterns = [
    path("checks/", views.spot_checks, name="spot_checks"),
    path("checks/<int:check_id>/", views.spot_check, name="spot_check"),
    path("checks/<int:check_id>/next/", views.next_document, name="spot_check_next"),
    path(
        "checks/<int:check_id>/documents/<int:place>/",
        views.document,
        name="spot_check_document",
    ),
    path("checks/<int:check_id>/delete/", views.delete, name="spot_check_delete"),
]
