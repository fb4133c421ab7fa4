"""What can be chosen when the fake web is started."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """``stock`` is articles (or threads) per host at the start, ``rate`` new ones per second over all hosts.

    ``limit`` ends publication after so many new ones. ``sites`` names the hosts to serve; empty means all of them.
    ``port`` 0 takes a free one. The same ``seed`` gives the same hosts, texts and order of publication.
    """

    seed: int = 7
    port: int = 0
    stock: int = 20
    rate: float = 0.0
    limit: int | None = None
    sites: tuple[str, ...] = ()
