"""The Django application of the web interface; it holds the ports that pages use."""

from django.apps import AppConfig, apps
from django.conf import settings

from webui.stores import WebStores


class WebuiApp(AppConfig):
    """Nothing is opened before a page asks for it."""

    name = "webui"
    stores: WebStores

    def ready(self) -> None:
        """Make the holder of the ports for this process."""
        self.stores = WebStores(settings.NEWSLOOM)


def stores() -> WebStores:
    """Return the ports of this process."""
    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    return app.stores
