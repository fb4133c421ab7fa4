"""The addresses of citations."""

from django.urls import path

from features.citations import views
from storage.database.people.rights import Right
from webui.moved import moved

urlpatterns = [
    path("explore/cited/", views.cited, name="cited"),
    path("search/cited/", moved("cited", Right.SEARCH), name="cited_earlier"),
]
