"""The Django application of repairs of many sources."""

from storage.database.apps import TablesApp


class RepairAllApp(TablesApp):
    """The application."""

    name = "features.repair_all"
