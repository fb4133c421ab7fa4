"""The addresses of collections."""

from django.urls import path

from features.collections import many_views, views

urlpatterns = [
    path("feeds/collections/<slug:token>.<str:form>", views.feed, name="collection_feed"),
    path("collections/add/", many_views.add_many, name="collection_add_many"),
    path("collections/star/", many_views.star_many, name="collection_star_many"),
    path("collections/orders/<int:order_id>/", many_views.order, name="collection_order"),
    path("collections/orders/<int:order_id>/live/", many_views.order_live, name="order_live"),
    path("collections/orders/<int:order_id>/undo/", many_views.undo, name="order_undo"),
    path("collections/<int:collection_id>/", views.collection, name="collection"),
    path("collections/<int:collection_id>/like/", views.more_like, name="more_like"),
    path("collections/<int:collection_id>/export/", views.export, name="collection_export"),
    path(
        "collections/<int:collection_id>/documents/<slug:document_id>/",
        views.annotate,
        name="collection_document",
    ),
    path("documents/<slug:document_id>/star/", views.star, name="document_star"),
    path("documents/<slug:document_id>/collect/", views.collect, name="document_collect"),
]
