"""The addresses of archived pages."""

from django.urls import path

from features.archive import views

urlpatterns = [
    path("documents/<slug:document_id>/archived/", views.archived, name="document_archived"),
    path(
        "documents/<slug:document_id>/archived/<int:number>/",
        views.archived,
        name="document_archived_number",
    ),
    path(
        "documents/<slug:document_id>/archived/<int:number>/page/",
        views.frame,
        name="document_frame",
    ),
]
