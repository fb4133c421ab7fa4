"""The Django application of read marks."""

from storage.database.apps import TablesApp


class ReadMarksApp(TablesApp):
    """The application."""

    name = "features.read_marks"
