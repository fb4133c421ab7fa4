"""Tell a request for a part of a page from one for the whole page."""

from django.http import HttpRequest


def is_part(request: HttpRequest) -> bool:
    """Return whether htmx requests a part of the page."""
    return request.headers.get("HX-Request") == "true"
