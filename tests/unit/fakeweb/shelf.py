"""A fake web without a server: its pages at a fixed moment."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from fakeweb.message import Request, Response
from fakeweb.options import Options
from fakeweb.pages import Pages
from fakeweb.urls import Addresses
from fakeweb.world import World

PORT = 8800
NOON = 1_795_000_000
Entries = list[dict[str, Any]]


@dataclass
class Shelf:
    """The pages of a world whose clock the test sets."""

    options: Options = field(default_factory=Options)
    now: int = NOON

    def __post_init__(self) -> None:
        self.world = World(self.options, lambda: self.now)
        self.addresses = Addresses(self.world, PORT)
        self.pages = Pages(self.addresses)

    def get(self, address: str, **headers: str) -> Response:
        parts = urlsplit(address)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.pages.respond(Request("GET", parts.hostname or "", target, names))

    def text(self, address: str) -> str:
        """The page decoded as its author meant it, whatever it declares."""
        response = self.get(address)
        assert response.status == 200, address
        site = self.world.find(urlsplit(address).hostname or "")
        assert site is not None
        return response.body.decode(site.codec)
