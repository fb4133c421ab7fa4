"""The addresses of read marks."""

from django.urls import path

from features.read_marks import views

urlpatterns = [
    path("read/", views.mark_many, name="read_marks"),
    path("read/undo/", views.undo, name="read_marks_undo"),
    path("documents/<slug:document_id>/read/", views.toggle, name="document_read"),
]
