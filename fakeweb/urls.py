"""Absolute addresses of the fake web's pages; made here and nowhere else."""

from dataclasses import dataclass

from fakeweb.model import Site
from fakeweb.world import World


@dataclass(frozen=True)
class Addresses:
    """Addresses on one port; ``world`` knows the paths."""

    world: World
    port: int

    def root(self, site: Site, *, mobile: bool = False) -> str:
        """Scheme, host and port, without a closing slash."""
        return f"http://{'m.' if mobile else ''}{site.host}:{self.port}"

    def article(self, site: Site, index: int) -> str:
        """The canonical address."""
        return self.root(site) + self.world.path(site, index)

    def alternatives(self, site: Site, index: int) -> list[str]:
        """Further addresses of the same article that the fake web itself hands out."""
        path = self.world.path(site, index)
        found = [self.root(site) + with_query(path, _TRACKING)] if {"utm", "twins"} & site.features else []
        if "twins" in site.features:
            found += [f"{self.root(site)}/print{path}", self.root(site, mobile=True) + path]
        return found

    def tracked(self, site: Site, index: int) -> str:
        """The address that a feed gives, with tracking parameters where the site adds them."""
        address = self.article(site, index)
        return with_query(address, _TRACKING) if "utm" in site.features else address


_TRACKING = "utm_source=feed&utm_medium=web"


def with_query(address: str, query: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}"


def with_session(address: str, features: frozenset[str], session: str) -> str:
    """The address with a session id in the way that the host's features name."""
    if "jsessionid" in features:
        return f"{address};jsessionid={session}"
    if "sid" in features:
        return with_query(address, f"sid={session}")
    return with_query(address, f"PHPSESSID={session}") if "phpsessid" in features else address
