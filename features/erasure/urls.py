"""The addresses of the page on which administrators erase."""

from django.urls import path

from features.erasure import views

urlpatterns = [
    path("users/erase/", views.erase, name="erase"),
    path("users/erase/<int:erasure_id>/lift/", views.lift, name="erasure_lift"),
    path("users/erase/hits/", views.erase_hits, name="erase_hits"),
    path("users/erase/live/", views.live, name="erasures_live"),
]
