"""The address of the page of edits."""

from django.urls import path

from features.edits import views

urlpatterns = [path("edits/", views.edits, name="edits")]
