"""The addresses of the chart over time."""

from django.urls import path

from features.over_time import views

urlpatterns = [
    path("search/over-time/", views.over_time, name="over_time"),
    path("search/over-time/chart.svg", views.picture, name="over_time_picture"),
    path("search/over-time/numbers.csv", views.table, name="over_time_table"),
]
