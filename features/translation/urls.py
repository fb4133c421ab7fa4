"""The addresses of translations."""

from django.urls import path

from features.translation import views

urlpatterns = [
    path("users/translator/", views.translator, name="translator"),
    path("users/translator/off/", views.switch_off, name="translator_off"),
    path("translations/", views.translations, name="translations"),
    path("translations/end/", views.end, name="translations_end"),
]
