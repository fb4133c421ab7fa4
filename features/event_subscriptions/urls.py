"""The addresses of subscriptions to events."""

from django.urls import path

from features.event_subscriptions import views

urlpatterns = [
    path("monitor/events/feed/", views.set_feed, name="event_feed_set"),
    path("monitor/events/notifications/", views.notifications, name="event_notifications"),
    path("feeds/events/<slug:token>.atom", views.feed, name="event_feed"),
]
