"""The addresses of alerts and rules."""

from django.urls import path

from features.alerts import views

urlpatterns = [
    path("saved/deliveries/", views.deliveries, name="deliveries"),
    path("saved/<int:search_id>/preview/", views.preview, name="saved_search_preview"),
    path("saved/<int:search_id>/test/", views.send_test, name="saved_search_test"),
    path("saved/<int:search_id>/rules/", views.save_rules, name="saved_search_rules"),
    path("saved/<int:search_id>/rules/undo/", views.undo_acts, name="saved_search_undo"),
]
