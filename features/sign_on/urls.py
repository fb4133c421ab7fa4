"""The addresses of single sign-on."""

from django.urls import path

from features.sign_on import views

urlpatterns = [
    path("login/sign-on/", views.SignOnStart.as_view(), name="sign_on"),
    path("login/sign-on/return/", views.sign_on_return, name="sign_on_return"),
]
