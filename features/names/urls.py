"""The addresses of names."""

from django.urls import path

from features.names import views

urlpatterns = [
    path("names/", views.names, name="names"),
    path("names/all/<str:kind>/", views.all_names, name="names_all"),
    path("names/sources/", views.sources, name="name_sources"),
    path("names/follow/", views.follow, name="name_follow"),
    path("names/spell/", views.spell, name="name_spell"),
    path("names/spellings/", views.spellings, name="name_spellings"),
]
