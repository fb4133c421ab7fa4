"""The addresses of top terms."""

from django.urls import path

from features.top_terms import views
from storage.database.people.rights import Right
from webui.moved import moved

urlpatterns = [
    path("explore/terms/", views.top_terms, name="top_terms"),
    path("search/terms/", moved("top_terms", Right.SEARCH), name="top_terms_earlier"),
]
