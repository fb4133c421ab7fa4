"""The address of the metrics."""

from django.urls import path

from features.metrics import views

urlpatterns = [path("metrics", views.metrics, name="metrics")]
