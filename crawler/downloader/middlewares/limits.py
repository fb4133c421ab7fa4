"""Scrapy's redirects and decompression, with limits that each lead to an outcome."""

import logging
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.utils.gz import gunzip
from w3lib.url import safe_url_string

from crawler.downloader.middlewares.turns import REDIRECTS
from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.headers import headers_may_follow
from crawler.moves import PERMANENT
from crawler.redirects import Redirect
from crawler.refreshes import refresh_target
from scheduler.log_events import LogEvent
from storage.keys import fetchable_url, host_of, is_web_url
from storage.outcomes import Outcome

logger = logging.getLogger(__name__)

STAY_ON_HOST = "newsloom_stay_on_host"
SOURCE_HEADERS = "newsloom_source_headers"
AS_IT_IS = "newsloom_as_it_is"
"""A page that leads to another address, or is gzip, is taken as it is."""
_GZIP = b"\x1f\x8b\x08"
_UNDECLARED_LAYERS = 2


class Redirects(RedirectMiddleware):
    """Follows redirects. A loop or a chain that is too long becomes an outcome.

    A request with ``STAY_ON_HOST`` in its meta stops before another host. The source's headers
    never follow to another site, nor from https to http.
    """

    _is_http = True

    def process_response(
        self, request: Request, response: Response, *args: Any
    ) -> Request | Response:
        """Return the response or the request it redirects to; raise FetchFailed or
        CrossHostRedirect.
        """
        try:
            answer = super().process_response(request, response, *args)
        except IgnoreRequest as error:
            raise FetchFailed(
                Outcome.REDIRECT_LOOP, f"{error}, last at {response.url[:200]}"
            ) from error
        except ValueError as error:
            raise FetchFailed(
                Outcome.REDIRECT_LOOP, f"the redirect leads to no web address: {error}"
            ) from error
        if not isinstance(answer, Request):
            return answer
        # A page that only leads on is no redirect of the server.
        redirects = request.meta.get(REDIRECTS, ())
        answer.meta[REDIRECTS] = (*redirects, _redirect(response)) if self._is_http else redirects
        return _checked(request, answer)


class Refreshes(Redirects):
    """Follows a page that only leads to another address, as ``Redirects`` follows a redirect.

    The requests of a browser and those for robots.txt have ``AS_IT_IS`` in their meta.
    """

    _is_http = False

    def process_response(
        self, request: Request, response: Response, *args: Any
    ) -> Request | Response:
        """Return the response or the request it leads to; raise as ``Redirects`` does."""
        # A page of an error that refreshes itself would be asked for again and again.
        if request.meta.get(AS_IT_IS) or response.status != HTTPStatus.OK:
            return response
        refresh = response.headers.get("Refresh") or b""
        headers = {"refresh": refresh.decode("latin-1")}
        target = refresh_target(response.url, headers, response.body)
        if not target:
            return response
        found = response.replace(
            status=HTTPStatus.FOUND, headers={"Location": safe_url_string(target)}, body=b""
        )
        return super().process_response(request, found, *args)


def _redirect(response: Response) -> Redirect:
    location = response.headers.get("Location") or b""
    return Redirect(
        url=response.url,
        status=response.status,
        location=location.decode("latin-1"),
        at=datetime.now(UTC),
    )


def _checked(request: Request, answer: Request) -> Request:
    """Return the request of a redirect if it may be sent by this fetch."""
    answer = _web_request(answer)
    if request.meta.get(STAY_ON_HOST) and host_of(answer.url) != host_of(request.url):
        reasons = answer.meta.get("redirect_reasons", ())
        raise CrossHostRedirect(
            answer.url,
            permanent=PERMANENT.issuperset(reasons),
            redirects=answer.meta[REDIRECTS],
        )
    if not headers_may_follow(request.url, answer.url):
        for name in request.meta.get(SOURCE_HEADERS, ()):
            answer.headers.pop(name, None)
    return answer


def _web_request(request: Request) -> Request:
    """Return the request of a redirect without user information, or raise FetchFailed if it is not
    to a web address.
    """
    if not is_web_url(request.url):
        detail = f"the redirect leads to {request.url[:200]}, which is not a web address"
        raise FetchFailed(Outcome.REDIRECT_LOOP, detail)
    return request.replace(url=fetchable_url(request.url))


class Decompression(HttpCompressionMiddleware):
    """Decompresses bodies up to the size limit, so that a decompression bomb cannot fill the
    memory; also those that are gzip without a header that says so, or once more than it says.
    """

    def process_response(
        self, request: Request, response: Response, *args: Any
    ) -> Request | Response:
        """Return the response with its body decompressed."""
        plain = self._as_declared(request, response, *args)
        if request.meta.get(AS_IT_IS) or isinstance(plain, Request):
            return plain
        return plain.replace(body=_without_gzip(plain.body, self._max_size))

    def _as_declared(self, request: Request, response: Response, *args: Any) -> Request | Response:
        try:
            return super().process_response(request, response, *args)
        except IgnoreRequest as error:
            raise FetchFailed(Outcome.TOO_LARGE, str(error)) from error
        except Exception as error:  # noqa: BLE001 each decompressor has errors of its own
            # Some servers declare gzip and send plain text. Keep the body; its bytes decide what it
            # is.
            logger.debug(
                LogEvent.ENCODING_IGNORED, extra={"url": response.url, "error": str(error)}
            )
            plain = response.copy()
            del plain.headers["Content-Encoding"]
            return plain


def _without_gzip(body: bytes, max_size: int) -> bytes:
    """Return a body without the gzip that no header declares.

    One that is larger then stays as it is: a sitemap's limit is another.
    """
    plain = body
    try:
        for _ in range(_UNDECLARED_LAYERS):
            if plain.startswith(_GZIP):
                plain = gunzip(plain, max_size=max_size)
    except Exception:  # noqa: BLE001 whatever is wrong with it, it is not gzip
        return body
    return plain
