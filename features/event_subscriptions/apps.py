"""The Django application of subscriptions to events."""

from storage.database.apps import TablesApp


class EventSubscriptionsApp(TablesApp):
    """The application; its table was one of the core in version 0.2."""

    name = "features.event_subscriptions"
    formerly = {"configuration.eventsubscription": "eventsubscription"}
    secrets = {"eventsubscription": "target"}
