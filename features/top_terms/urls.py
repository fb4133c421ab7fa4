"""The address of top terms."""

from django.urls import path

from features.top_terms import views

urlpatterns = [path("search/terms/", views.top_terms, name="top_terms")]
