"""The Django application of alerts."""

from storage.database.apps import TablesApp


class AlertsApp(TablesApp):
    """The application; its tables were of the core in version 0.2."""

    name = "features.alerts"
    formerly = {
        f"configuration.{each}": each
        for each in ("notifiedmatch", "delivery", "searchrule", "ruleact")
    }
    merged_columns = {"searchrule": {"wanted": ("collection", "tags")}}
