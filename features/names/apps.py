"""The Django application of names."""

from storage.database.apps import TablesApp


class NamesApp(TablesApp):
    """The application; its table was one of the core in version 0.2."""

    name = "features.names"
    formerly = {"configuration.spelledname": "spelledname"}
