"""The addresses of stories."""

from django.urls import path

from features.stories import views

urlpatterns = [
    path("stories/", views.stories, name="stories"),
    path("stories/<slug:story_id>/", views.story, name="story"),
]
