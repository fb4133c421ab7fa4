"""The addresses of proposed sources."""

from django.urls import path

from features.proposed_sources import views

urlpatterns = [
    path("sources/proposed/", views.proposed, name="sources_proposed"),
    path("sources/proposed/<int:proposal_id>/dismiss/", views.dismiss, name="source_dismiss"),
]
