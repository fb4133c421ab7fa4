"""Recent failures of a source, each once: a list offers a broken page at every visit. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from storage.findings.signs import RecentFailure


@dataclass(frozen=True, kw_only=True)
class RepeatedFailure:
    """How often an address failed in the same way, and the last time."""

    last: RecentFailure
    times: int


def each_once(failures: Iterable[RecentFailure]) -> list[RepeatedFailure]:
    """Return the failures, the newest first, with those of one address and outcome as one."""
    found: dict[tuple[str, str], list[RecentFailure]] = {}
    for failure in failures:
        found.setdefault((failure.url, failure.outcome), []).append(failure)
    return [RepeatedFailure(last=same[0], times=len(same)) for same in found.values()]
