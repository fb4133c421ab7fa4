"""HTTP requests and responses as values."""

from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """A request as it came in; ``host`` is lower-case and without port, header names are lower-case."""

    method: str
    host: str
    target: str
    headers: dict[str, str]

    @cached_property
    def path(self) -> str:
        return urlsplit(self.target).path or "/"

    @cached_property
    def query(self) -> dict[str, str]:
        """The last value of each parameter, percent-decoded as UTF-8."""
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}

    def number(self, name: str, default: int) -> int:
        """A parameter as a whole number; anything else counts as not given."""
        value = self.query.get(name, "")
        return int(value) if value.isdecimal() else default


@dataclass(frozen=True)
class Response:
    """A response before it is put into bytes; ``chunked`` sends it without a length."""

    status: int
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    chunked: bool = False


def not_found() -> Response:
    return Response(404, b"<html><title>Not found</title><body><h1>404</h1>There is no such page.</body></html>")


def moved(address: str, status: int = 302) -> Response:
    return Response(status, b"", headers={"Location": address})
