"""The WSGI application, for gunicorn and for any other server."""

from wsgiref.types import WSGIApplication

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application


def application() -> WSGIApplication:
    """Set up Django and return the application: ``gunicorn "webui.wsgi:application()"``."""
    if not settings.configured:
        set_up()
        _serve_prepared_files()
    django_application = get_wsgi_application()
    # It uses the API, which needs Django to be set up.
    from webui.request_limits import measure_chunked_bodies

    return measure_chunked_bodies(django_application)


def set_up() -> None:
    """Set Django up with the settings of the web interface, unless it is set up."""
    if not settings.configured:
        from webui import settings as ours

        settings.configure(**{name: value for name, value in vars(ours).items() if name.isupper()})
        django.setup()


def _serve_prepared_files() -> None:
    from webui.static_files import BACKEND, prepared

    settings.STATIC_ROOT = str(prepared(settings.NEWSLOOM.folder("static")))
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": BACKEND}}
