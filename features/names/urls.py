"""The addresses of names."""

from django.urls import path

from features.names import proposal_views, views
from storage.database.people.rights import Right
from webui.moved import moved

urlpatterns = [
    path("names/", views.names, name="names"),
    path("names/all/<str:kind>/", views.all_names, name="names_all"),
    path("names/sources/", moved("source_directory", Right.SEARCH), name="name_sources"),
    path("names/spell/", views.spell, name="name_spell"),
    path("names/spellings/", views.spellings, name="name_spellings"),
    path("names/spellings/part/", proposal_views.part, name="name_part"),
    path("names/proposals/", proposal_views.proposals, name="name_proposals"),
    path("names/proposals/decide/", proposal_views.decide, name="name_decide"),
    path("names/proposals/forget/", proposal_views.forget, name="name_forget"),
]
