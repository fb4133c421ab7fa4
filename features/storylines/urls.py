"""The addresses of storylines."""

from django.urls import path

from features.storylines import views

urlpatterns = [
    path("storylines/", views.storylines, name="storylines"),
    path("storylines/notifications/", views.notifications, name="storyline_notifications"),
    path("storylines/<slug:storyline_id>/", views.storyline, name="storyline"),
    path("storylines/<slug:storyline_id>/follow/", views.follow, name="storyline_follow"),
]
