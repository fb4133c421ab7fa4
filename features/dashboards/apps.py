"""The Django application of dashboards."""

from storage.database.apps import TablesApp


class DashboardsApp(TablesApp):
    """The application; its table was one of the core in version 0.2."""

    name = "features.dashboards"
    formerly = {"configuration.dashboard": "dashboard"}
