"""Scrapy's redirects, decompression and cookies, with limits that end in a named outcome."""

import logging
from collections.abc import Iterable
from http.cookiejar import Cookie
from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.cookies import CookieJar

from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.headers import same_site
from scheduler.log_events import LogEvent
from storage.keys import host_of
from storage.outcomes import Outcome

logger = logging.getLogger(__name__)

STAY_ON_HOST = "newsloom_stay_on_host"
SOURCE_HEADERS = "newsloom_source_headers"


class Redirects(RedirectMiddleware):
    """Follows redirects; a chain that is too long, or a loop, is an outcome.

    A request whose meta says so stops before another host. Headers of the source do not go along to another site.
    """

    def process_response(self, request: Request, response: Response, *args: Any) -> Request | Response:
        """Return the response or the request it redirects to; raises FetchFailed and Redirected."""
        try:
            answer = super().process_response(request, response, *args)
        except IgnoreRequest as error:
            raise FetchFailed(Outcome.REDIRECT_LOOP, f"{error}, last at {response.url[:200]}") from error
        if answer is not response and host_of(answer.url) != host_of(request.url):
            if request.meta.get(STAY_ON_HOST):
                raise CrossHostRedirect(answer.url)
            if not same_site(answer.url, request.url):
                for name in request.meta.get(SOURCE_HEADERS, ()):
                    answer.headers.pop(name, None)
        return answer


class Decompression(HttpCompressionMiddleware):
    """Unpacks bodies up to the size limit, so that a compression bomb is an outcome and not a full memory."""

    def process_response(self, request: Request, response: Response, *args: Any) -> Request | Response:
        """Return the response with its body unpacked."""
        try:
            return super().process_response(request, response, *args)
        except IgnoreRequest as error:
            raise FetchFailed(Outcome.TOO_LARGE, str(error)) from error
        except Exception as error:  # noqa: BLE001 each decompressor has errors of its own
            # Some servers say gzip and send plain text: taken as it is, its bytes decide what it is.
            logger.debug(LogEvent.ENCODING_IGNORED, extra={"url": response.url, "error": str(error)})
            plain = response.copy()
            del plain.headers["Content-Encoding"]
            return plain


class Cookies(CookiesMiddleware):
    """Keeps the cookies of one job, for the very host that set them, and forgets them with the job.

    Scrapy's own rule for cookies of whole domains loads a list of public suffixes from the network.
    """

    def forget(self, jar: str) -> None:
        """Drop the cookies of a finished job."""
        self.jars.pop(jar, None)

    def _process_cookies(self, cookies: Iterable[Cookie], *, jar: CookieJar, request: Request) -> None:
        for cookie in cookies:
            cookie.domain = request.url.split("/")[2].rpartition("@")[2].partition(":")[0].lower()
            jar.set_cookie_if_ok(cookie, request)
