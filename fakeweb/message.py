"""HTTP requests and responses as values."""

from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """A received request; ``host`` is in lower case and without port, header names are in lower
    case.
    """

    method: str
    host: str
    target: str
    headers: dict[str, str]

    @cached_property
    def path(self) -> str:
        """Return the path of the target, without the query."""
        return urlsplit(self.target).path or "/"

    @cached_property
    def query(self) -> dict[str, str]:
        """Return the last value of each parameter, percent-decoded as UTF-8."""
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}

    def number(self, name: str, default: int) -> int:
        """Return a parameter as a whole number, or ``default`` for anything else."""
        value = self.query.get(name, "")
        return int(value) if value.isdecimal() else default


@dataclass(frozen=True)
class Response:
    """A response before it is encoded; ``chunked`` sends it without a length."""

    status: int
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    chunked: bool = False


def not_found() -> Response:
    """Return a response with status 404."""
    return Response(
        404, b"<html><title>Not found</title><body><h1>404</h1>There is no such page.</body></html>"
    )


def moved(address: str, status: int = 302) -> Response:
    """Return a redirect to an address."""
    return Response(status, b"", headers={"Location": address})
