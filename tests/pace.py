"""Whether requests kept the pace of their hosts, as the fake web saw them."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any


def most_early(
    requests: Iterable[Mapping[str, Any]], pace_of: Callable[[str], float]
) -> dict[str, float]:
    """Return by how much a request to each host came too early at most, counted from any request
    before it.

    ``pace_of`` returns the least seconds between two requests to a host.

    A request that was noticed late makes the next one seem early, once, unless the web could see
    that it was late:
    then the earliest time counts at which it may have arrived. A repeated request, or a pace that
    is a little too fast, makes all later ones early.
    """
    latest: dict[str, float] = {}
    early: dict[str, float] = defaultdict(float)
    number: Counter[str] = Counter()
    for request in sorted(requests, key=itemgetter("time")):
        host = request["host"]
        lead = request["time"] - number[host] * pace_of(host)
        early[host] = max(early[host], latest.get(host, lead) - lead)
        latest[host] = max(lead - request["late"], latest.get(host, -math.inf))
        number[host] += 1
    return early
