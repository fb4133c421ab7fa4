"""The Django application of the web interface. It holds what all pages of a process share."""

from django.apps import AppConfig, apps
from django.conf import settings

from webui.search.collected_pages import CollectedPages
from webui.stores import WebStores


class WebuiApp(AppConfig):
    """Hold the stores of this process, which are opened when a page first needs them, and the
    cleaned pages of the archive.
    """

    name = "webui"
    stores: WebStores
    collected_pages: CollectedPages

    def ready(self) -> None:
        """Create the stores of this process, still closed, and no cleaned page yet."""
        self.stores = WebStores(settings.NEWSLOOM)
        self.collected_pages = CollectedPages()


def stores() -> WebStores:
    """Return the stores of this process."""
    return _app().stores


def collected_pages() -> CollectedPages:
    """Return the cleaned pages of this process."""
    return _app().collected_pages


def _app() -> WebuiApp:
    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    return app
