"""Answer a request for a feed, also a conditional one."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date

from webui.search.feeds import FORMS, SearchFeed


def feed_response(request: HttpRequest, feed: SearchFeed, form: str) -> HttpResponse:
    """Return a feed in one of FORMS, or 304 if the reader has it already."""
    media_type, write = FORMS[form]
    content = write(feed)
    response = HttpResponse(content, content_type=media_type)
    # A document collected late may be older than the feed's entries, so only the content tells if
    # the feed changed.
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    modified = int(feed.updated.timestamp())
    answer = get_conditional_response(
        request, tag, modified if "If-None-Match" not in request.headers else None, response
    )
    assert isinstance(answer, HttpResponse)
    answer["ETag"] = tag
    answer["Last-Modified"] = http_date(modified)
    answer["Cache-Control"] = "private, max-age=60"
    return answer
