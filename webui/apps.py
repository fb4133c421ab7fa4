"""The Django application of the web interface. It holds what all pages of a process share."""

from django.apps import AppConfig, apps
from django.conf import settings

from watch.stores import Stores
from webui.search.text_differences import TextDifferences


class WebuiApp(AppConfig):
    """Hold the stores of this process, which are opened when a page first needs them, and what
    was computed within limits: compared texts.
    """

    name = "webui"
    stores: Stores
    text_differences: TextDifferences

    def ready(self) -> None:
        """Create the stores of this process, still closed, and nothing computed yet."""
        self.stores = Stores(settings.NEWSLOOM)
        self.text_differences = TextDifferences()


def stores() -> Stores:
    """Return the stores of this process."""
    return _app().stores


def text_differences() -> TextDifferences:
    """Return the compared texts of this process."""
    return _app().text_differences


def _app() -> WebuiApp:
    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    return app
