"""Absolute addresses of the fake web's pages. No other module makes them."""

from dataclasses import dataclass

from fakeweb.model import Site
from fakeweb.parts import part_count, part_path
from fakeweb.world import World

HUB_PATH = "/_hub/"
"""The path of the hub, on any host."""


@dataclass(frozen=True)
class Addresses:
    """Addresses on one port; ``world`` knows the paths."""

    world: World
    port: int

    def root(self, site: Site, *, mobile: bool = False) -> str:
        """Return scheme, host and port, without a final slash."""
        return f"http://{'m.' if mobile else ''}{site.host}:{self.port}"

    @property
    def hub(self) -> str:
        """Return the address of the hub, "" without one."""
        # Only the resolver of the crawler knows names below ``localhost``.
        return f"http://127.0.0.1:{self.port}{HUB_PATH}" if self.world.options.websub else ""

    def article(self, site: Site, index: int) -> str:
        """Return the canonical address."""
        return self.root(site) + self.world.path(site, index)

    def parts(self, site: Site, index: int) -> list[str]:
        """Return the addresses of the pages that show the article, the first page's first."""
        path = self.world.path(site, index)
        return [
            self.root(site) + part_path(site, path, number + 1)
            for number in range(part_count(site))
        ]

    def alternatives(self, site: Site, index: int) -> list[str]:
        """Return the other addresses that the fake web itself uses for the same article."""
        path = self.world.path(site, index)
        found = (
            [self.root(site) + with_query(path, _TRACKING)]
            if {"utm", "twins"} & site.features
            else []
        )
        if "twins" in site.features:
            found += [f"{self.root(site)}/print{path}", self.root(site, mobile=True) + path]
        if "print-link" in site.features:
            found.append(f"{self.root(site)}/print{path}")
        return found

    def tracked(self, site: Site, index: int) -> str:
        """Return the address in a feed, with tracking parameters if the site adds them."""
        address = self.article(site, index)
        return with_query(address, _TRACKING) if "utm" in site.features else address


_TRACKING = "utm_source=feed&utm_medium=web"


def with_query(address: str, query: str) -> str:
    """Return the address with a further query."""
    return f"{address}{'&' if '?' in address else '?'}{query}"


def with_session(address: str, features: frozenset[str], session: str) -> str:
    """Return the address with a session id, in the form that the host's features name."""
    if "jsessionid" in features:
        return f"{address};jsessionid={session}"
    if "sid" in features:
        return with_query(address, f"sid={session}")
    return with_query(address, f"PHPSESSID={session}") if "phpsessid" in features else address
