"""The address of a document's evidence file."""

from django.urls import path

from features.evidence import views

urlpatterns = [
    path("documents/<slug:document_id>/evidence.wacz", views.evidence, name="evidence"),
]
