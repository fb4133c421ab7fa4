"""The address that hubs call."""

from django.urls import path

from features.websub import views

urlpatterns = [path("websub/<slug:token>", views.callback, name="hub_callback")]
