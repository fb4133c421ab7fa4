"""The Django application of subscriptions at hubs."""

from storage.database.apps import TablesApp


class WebSubApp(TablesApp):
    """The application; its table was one of the core in version 0.2."""

    name = "features.websub"
    formerly = {"configuration.hubsubscription": "hubsubscription"}
