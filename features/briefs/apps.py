"""The Django application of briefs."""

from storage.database.apps import TablesApp


class BriefsApp(TablesApp):
    """The application."""

    name = "features.briefs"
