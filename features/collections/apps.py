"""The Django application of collections."""

from storage.database.apps import TablesApp


class CollectionsApp(TablesApp):
    """The application; its tables were of the core in version 0.2."""

    name = "features.collections"
    formerly = {
        "configuration.collection": "collection",
        "configuration.collecteddocument": "collecteddocument",
    }
