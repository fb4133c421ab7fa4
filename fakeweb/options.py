"""The options of the fake web."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """``stock``: articles (or threads) per host at the start.

    ``rate``: new ones per second over all hosts.

    ``limit``: new ones after which publication ends. ``sites``: names of the hosts to serve, empty
    for all. ``weight``: least number of characters of an article page. ``websub``: whether feeds
    offer a hub. ``events``: whether sites report shared events and cite each other, also some that
    are nobody's source. ``port``: 0 takes a free one. The same ``seed`` gives the same hosts, texts
    and order of publication.
    """

    seed: int = 7
    port: int = 0
    stock: int = 20
    rate: float = 0.0
    limit: int | None = None
    sites: tuple[str, ...] = ()
    weight: int = 0
    websub: bool = False
    events: bool = False
