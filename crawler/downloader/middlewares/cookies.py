"""Cookies (RFC 6265): each job has its own, except for those that a redirect sets.

The cookies of redirects are shared by the jobs of one source on one host. Those that come with a
page are not: they count visits and know readers, and no site needs them before it shows a page.
"""

import time
from collections import OrderedDict
from collections.abc import Iterable
from copy import copy
from http.cookiejar import Cookie
from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response
from scrapy.http.cookies import CookieJar

from storage.keys import host_of

JAR = "cookiejar"
"""In ``meta``: the name of the job's cookies; Scrapy's name."""
COOKIE_SOURCE = "newsloom_cookie_source"
"""In ``meta``: the id of the source whose jobs share cookies, None for a trial without a source."""
_MAX_HOSTS = 2_000
_MAX_COOKIES = 30
_MAX_COOKIE_LENGTH = 4_096
"""Bytes of name and value (RFC 6265, 6.1)."""
_MAX_SECONDS = 86_400.0

_Owner = tuple[int | None, str]


class Cookies(CookiesMiddleware):
    """Keeps cookies only for the host that set them.

    Scrapy's own rule for cookies of whole domains would load a list of public suffixes from the
    network.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._shared: OrderedDict[_Owner, dict[tuple[str, str], Cookie]] = OrderedDict()

    def process_request(self, request: Request, *args: Any) -> Request | Response | None:
        """Add the cookies for the request: shared ones, those of its job, and those that the
        operator gave.
        """
        jar = self.jars[request.meta[JAR]]
        for cookie in list(self._shared.get(_owner(request), {}).values()):
            if not cookie.is_expired():
                jar.set_cookie(copy(cookie))
        answer: Request | Response | None = super().process_request(request, *args)
        return answer

    def process_response(
        self, request: Request, response: Response, *args: Any
    ) -> Request | Response:
        """Keep the response's cookies for the job, and for its source if it redirects."""
        if 300 <= response.status < 400:
            jar = CookieJar()
            self._process_cookies(jar.make_cookies(response, request), jar=jar, request=request)
            self._share(_owner(request), jar)
        answer: Request | Response = super().process_response(request, response, *args)
        return answer

    def forget(self, jar: str) -> None:
        """Drop the cookies of a finished job."""
        self.jars.pop(jar, None)

    def forget_shared(self, source_id: int | None, url: str) -> None:
        """Drop the cookies that jobs of the source share on the URL's host, because they lead
        nowhere.
        """
        self._shared.pop((source_id, host_of(url)), None)

    def _share(self, owner: _Owner, cookies: Iterable[Cookie]) -> None:
        """Keep cookies for other jobs, at most for a day; the oldest give way to new ones."""
        latest = time.time() + _MAX_SECONDS
        for cookie in cookies:
            if len(cookie.name) + len(cookie.value or "") > _MAX_COOKIE_LENGTH:
                continue
            kept = self._shared.setdefault(owner, {})
            self._shared.move_to_end(owner)
            cookie.expires = int(min(cookie.expires or latest, latest))
            kept.pop((cookie.path, cookie.name), None)
            kept[cookie.path, cookie.name] = cookie
            if len(kept) > _MAX_COOKIES:
                kept.pop(next(iter(kept)))
        if len(self._shared) > _MAX_HOSTS:
            self._shared.popitem(last=False)

    def _process_cookies(
        self, cookies: Iterable[Cookie], *, jar: CookieJar, request: Request
    ) -> None:
        for cookie in cookies:
            cookie.domain = request.url.split("/")[2].rpartition("@")[2].partition(":")[0].lower()
            jar.set_cookie_if_ok(cookie, request)


def _owner(request: Request) -> _Owner:
    return request.meta.get(COOKIE_SOURCE), host_of(request.url)
