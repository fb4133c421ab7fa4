"""The WSGI application, for gunicorn and for any other server."""

from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application


def application() -> WSGIApplication:
    """Set up Django and return the application: ``gunicorn "webui.wsgi:application()"``."""
    if not settings.configured:
        from webui import settings as ours

        settings.configure(**{name: value for name, value in vars(ours).items() if name.isupper()})
    django_application = get_wsgi_application()
    # It uses the API, which needs Django to be set up.
    from webui.request_limits import measure_chunked_bodies

    return measure_chunked_bodies(django_application)
