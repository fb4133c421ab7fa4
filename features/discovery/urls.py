"""The addresses of look-ups."""

from django.urls import path

from features.discovery import repair_views, views

urlpatterns = [
    path("sources/find/", views.find, name="source_find"),
    path("sources/<int:source_id>/repair/", repair_views.repair, name="source_repair"),
    path(
        "sources/<int:source_id>/repair/accept/", repair_views.accept, name="source_repair_accept"
    ),
]
