"""The addresses of stories."""

from django.urls import path

from features.stories import views

urlpatterns = [
    path("stories/", views.stories, name="stories"),
    path("stories/<slug:story_id>/", views.story, name="story"),
    path("stories/<slug:story_id>/read/", views.toggle_read, name="story_read"),
]
