"""The Django application of spot checks."""

from storage.database.apps import TablesApp


class SpotChecksApp(TablesApp):
    """The application; its tables were those of the core in version 0.2."""

    name = "features.spot_checks"
    formerly = {
        "configuration.spotcheck": "spotcheck",
        "configuration.drawndocument": "drawndocument",
    }
