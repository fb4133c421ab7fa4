"""Misbehaviour: which hosts or paths misbehave now, and how that changes a response.

Kinds that change the content: 403, 404, 410, 429, 500, 503, challenge (403 with a robot check),
cookie, chain, loop, elsewhere, moved (301 to the host ``new.``), bomb, pdf, octet, private,
rubbish, empty, page (a page without articles). ``cookie`` answers a request without a cookie by a
redirect to the same page that sets one; ``elsewhere`` redirects to the mobile host. Kinds that
change how it is sent (see delivery.py): slow, drip, truncate, reset, length.
"""

import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from fakeweb.delivery import MANNERS
from fakeweb.message import Request, Response, moved
from fakeweb.urls import with_query

_BOMB_MEBIBYTES: Final = 100
_CHAIN_LENGTH: Final = 4
_TIMES: Final = 2


@dataclass(frozen=True)
class Fault:
    """``amount``: number of refusals for 429, 500 and 503, seconds for slow and drip; None is the
    default.
    """

    kind: str
    amount: float | None = None


@dataclass(frozen=True)
class _Case:
    request: Request
    response: Response
    path: str
    earlier: int
    amount: float | None

    @property
    def refused(self) -> bool:
        return self.earlier < (_TIMES if self.amount is None else self.amount)


class Faults:
    """The faults that are switched on, by host and path; the path ``*`` means the whole host."""

    def __init__(self) -> None:
        self._on: dict[tuple[str, str], Fault] = {}
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def switch(self, host: str, path: str, fault: Fault, *, on: bool) -> None:
        """Switch a fault on or off; raise ValueError for an unknown kind."""
        if fault.kind not in KINDS:
            raise ValueError(f"unknown kind {fault.kind!r}; known are {', '.join(KINDS)}")
        if on:
            self._on[host, path] = fault
        else:
            self._on.pop((host, path), None)
        self._seen.clear()

    def active(self, request: Request) -> Fault | None:
        """Return the fault for a request: that of its path, else that of its host."""
        return self._on.get((request.host, request.path)) or self._on.get((request.host, "*"))

    def spoil(self, fault: Fault, request: Request, response: Response, path: str) -> Response:
        """Return the response as this fault changes it; ``path`` is the page's own, without hops
        and sessions.
        """
        change = _CHANGES.get(fault.kind)
        if change is None:
            return response
        key = (request.host, path, fault.kind)
        self._seen[key] += 1
        return change(_Case(request, response, path, self._seen[key] - 1, fault.amount))


def _refuse(status: int) -> Callable[[_Case], Response]:
    def refuse(case: _Case) -> Response:
        headers = {} if status == 500 else {"Retry-After": "1"}
        return (
            Response(status, b"<html><body>Not now.</body></html>", headers=headers)
            if case.refused
            else case.response
        )

    return refuse


def _forbidden(case: _Case) -> Response:
    return Response(
        403, b"<html><title>Forbidden</title><body>You may not read this page.</body></html>"
    )


def _challenge(case: _Case) -> Response:
    body = (
        b"<html><title>Just a moment...</title><body>Checking your browser before you "
        b"continue.</body></html>"
    )
    return Response(403, body, headers={"cf-mitigated": "challenge"})


def _cookie(case: _Case) -> Response:
    if "visited=" in case.request.headers.get("cookie", ""):
        return case.response
    response = moved(case.request.target)
    return replace(
        response, headers={**response.headers, "Set-Cookie": "visited=1; Path=/; Max-Age=3600"}
    )


def _elsewhere(case: _Case) -> Response:
    host = case.request.headers["host"]
    return (
        case.response if host.startswith("m.") else moved(f"http://m.{host}{case.request.target}")
    )


def _gone(status: int) -> Callable[[_Case], Response]:
    return lambda case: Response(
        status, b"<html><title>Gone</title><body>This page is no longer here.</body></html>"
    )


def _chain(case: _Case) -> Response:
    hop = case.request.number("hop", 0)
    return (
        case.response
        if hop >= _CHAIN_LENGTH
        else moved(with_query(case.path, f"hop={hop + 1}"), (301, 302)[hop % 2])
    )


def _loop(case: _Case) -> Response:
    return moved(with_query(case.path, f"hop={(case.request.number('hop', 0) + 1) % 3}"))


def _private(case: _Case) -> Response:
    return moved(
        ("http://10.11.12.13/", "http://169.254.169.254/latest/meta-data/")[case.earlier % 2]
    )


def _page(_: _Case) -> Response:
    return Response(
        200,
        b"<html><title>Welcome</title><body><h1>Welcome</h1><p>We are rebuilding.</p></body>"
        b"</html>",
    )


def _moved(case: _Case) -> Response:
    return moved(f"http://new.{case.request.headers['host']}{case.request.target}", 301)


def _bomb(case: _Case) -> Response:
    return replace(
        case.response, body=_zeros(), headers={"Content-Encoding": "gzip"}, chunked=False
    )


@cache
def _zeros() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = packer.compress(b"<html><body><p>")
    return (
        start
        + b"".join(packer.compress(b"0" * (1 << 20)) for _ in range(_BOMB_MEBIBYTES))
        + packer.flush()
    )


def _pdf(case: _Case) -> Response:
    return replace(
        case.response,
        body=b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + bytes(2_000),
    )


def _octet(case: _Case) -> Response:
    return replace(case.response, content_type="application/octet-stream")


def _rubbish(case: _Case) -> Response:
    return replace(case.response, body=bytes(range(256)) * 16)


def _empty(case: _Case) -> Response:
    return replace(case.response, body=b"")


_CHANGES: Final[dict[str, Callable[[_Case], Response]]] = {
    "403": _forbidden,
    "404": _gone(404),
    "410": _gone(410),
    "429": _refuse(429),
    "500": _refuse(500),
    "503": _refuse(503),
    "challenge": _challenge,
    "cookie": _cookie,
    "chain": _chain,
    "loop": _loop,
    "elsewhere": _elsewhere,
    "bomb": _bomb,
    "pdf": _pdf,
    "octet": _octet,
    "private": _private,
    "rubbish": _rubbish,
    "empty": _empty,
    "page": _page,
    "moved": _moved,
}
KINDS: Final = (*_CHANGES, *MANNERS)
