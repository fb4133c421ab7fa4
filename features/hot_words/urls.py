"""The addresses of hot words."""

from django.urls import path

from features.hot_words import views

urlpatterns = [
    path("keywords/<int:list_id>/hot-words/", views.set_rules, name="hot_rules"),
    path("keywords/<int:list_id>/hot-words/stop/", views.stop, name="hot_word_stop"),
]
