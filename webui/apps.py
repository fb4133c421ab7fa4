"""The Django application of the web interface. It holds what all pages of a process share."""

from django.apps import AppConfig, apps
from django.conf import settings

from watch.stores import Stores
from webui.search.collected_pages import CollectedPages
from webui.search.text_differences import TextDifferences


class WebuiApp(AppConfig):
    """Hold the stores of this process, which are opened when a page first needs them, and what
    was computed within limits: cleaned pages of the archive and compared texts.
    """

    name = "webui"
    stores: Stores
    collected_pages: CollectedPages
    text_differences: TextDifferences

    def ready(self) -> None:
        """Create the stores of this process, still closed, and nothing computed yet."""
        self.stores = Stores(settings.NEWSLOOM)
        self.collected_pages = CollectedPages()
        self.text_differences = TextDifferences()


def stores() -> Stores:
    """Return the stores of this process."""
    return _app().stores


def collected_pages() -> CollectedPages:
    """Return the cleaned pages of this process."""
    return _app().collected_pages


def text_differences() -> TextDifferences:
    """Return the compared texts of this process."""
    return _app().text_differences


def _app() -> WebuiApp:
    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    return app
