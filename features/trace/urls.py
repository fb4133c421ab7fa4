"""The address of traces."""

from django.urls import path

from features.trace.views import trace

urlpatterns = [path("trace/", trace, name="trace")]
