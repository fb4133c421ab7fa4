"""The Django application of the web interface. It holds the stores that pages use."""

from django.apps import AppConfig, apps
from django.conf import settings

from webui.stores import WebStores


class WebuiApp(AppConfig):
    """Hold the stores of this process. A store is opened when a page first needs it."""

    name = "webui"
    stores: WebStores

    def ready(self) -> None:
        """Create the stores of this process, still closed."""
        self.stores = WebStores(settings.NEWSLOOM)


def stores() -> WebStores:
    """Return the stores of this process."""
    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    return app.stores
