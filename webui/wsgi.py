"""The WSGI application, for gunicorn and for any other server."""

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application


def application() -> WSGIHandler:
    """Set up Django and return the application: ``gunicorn "webui.wsgi:application()"``."""
    if not settings.configured:
        from webui import settings as ours

        settings.configure(**{name: value for name, value in vars(ours).items() if name.isupper()})
    return get_wsgi_application()
