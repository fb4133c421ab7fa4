"""The Django application of erasures."""

from storage.database.apps import TablesApp


class ErasureApp(TablesApp):
    """The application; its tables were of the core in version 0.2."""

    name = "features.erasure"
    formerly = {
        "configuration.erasure": "erasure",
        "configuration.erasedpage": "erasedpage",
    }
    of_erasures = ("erasure", "erasedpage")
