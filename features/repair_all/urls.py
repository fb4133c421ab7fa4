"""The addresses of repairs of many sources."""

from django.urls import path

from features.repair_all import views

urlpatterns = [
    path("sources/repairs/", views.repairs, name="source_repairs"),
    path("sources/repairs/live/", views.live, name="source_repairs_live"),
    path("sources/repairs/begin/", views.begin, name="source_repairs_begin"),
    path("sources/repairs/stop/", views.stop, name="source_repairs_stop"),
    path("sources/repairs/decide/", views.decide, name="source_repairs_decide"),
]
