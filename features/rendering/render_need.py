"""The fact that a source needs a browser, and what follows from it. Pure."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Self

KEPT_SECONDS = 30 * 86_400.0
"""How long to remember what is known of a source."""
_FRESH_SECONDS = 7 * 86_400.0
_VAIN = 5
_VAIN_SECONDS = 86_400.0


@dataclass(frozen=True, kw_only=True)
class RenderNeed:
    """What is known of the pages, or of the lists, of a source. Times are Unix times.

    Attributes:
        since: When a browser first read what was empty without it, 0.0 if none ever did.
        checked: When that was last seen without a browser and with one.
        vain: How many pages in a row a browser could not read either.
        tried: When a browser last tried.
    """

    since: float = 0.0
    checked: float = 0.0
    vain: int = 0
    tried: float = 0.0

    @classmethod
    def from_fact(cls, fact: Any) -> Self:
        """Read what ``to_fact`` returned."""
        return cls(**fact)

    def to_fact(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

    def is_known(self, now: float) -> bool:
        """Return whether a browser reads them without a look at the page first.

        After a week, look again.
        """
        return bool(self.since) and self.vain < _VAIN and now - self.checked < _FRESH_SECONDS

    def is_in_vain(self, now: float) -> bool:
        """Return whether a browser did not help either, so that it is not tried again for a day."""
        return self.vain >= _VAIN and now - self.tried < _VAIN_SECONDS


def with_result(need: RenderNeed | None, *, helped: bool, now: float) -> RenderNeed | None:
    """Return what is known after a browser has read a page; None if nothing new is."""
    need = need or RenderNeed()
    # One page may be empty for reasons of its own: vain visits are counted, not believed at once.
    if not helped:
        return replace(need, vain=need.vain + 1, tried=now)
    if need.is_known(now) and not need.vain:
        return None
    checked = need.checked if need.is_known(now) else now
    return replace(need, since=need.since or now, checked=checked, vain=0, tried=now)


def need_name(source_id: int, *, is_list: bool) -> str:
    """Return the name of the fact about a source's pages or lists."""
    return f"{source_id} {'list' if is_list else 'page'}"
