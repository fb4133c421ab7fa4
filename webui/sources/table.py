"""The table of sources: its parameters, and what a row says. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self

from django.http import QueryDict
from django.utils.translation import gettext as _

from storage.channels import channel_names
from storage.database.models import Source
from storage.database.port import RunRecord
from storage.database.sources.source_config import FILING
from storage.learned.orders import PauseOrder
from storage.outcomes import LIST_READABLE, LIST_WORKS, TRANSIENT
from watch.sources.source_health import SourceHealth, SourceState
from webui.address_fields import AddressFields
from webui.sources.days import SourceDays
from webui.sources.next_visit import NextVisitReason

SORTS = ("name", "health", "document", "daily")
# Bookmarks of version 0.1.0 have these.
_FORMER_STATES = {"fruitless": SourceState.NOTHING_USABLE.value}
_FORMER_SORTS = {"success": "document"}
_STATES = (*SourceState, *_FORMER_STATES)
_FORWARDS = (*SORTS, *_FORMER_SORTS)
_ORDERS = (*_FORWARDS, *(f"-{each}" for each in _FORWARDS))
_NAMES = ("q", "channel", "state", "tag", *FILING, "sort")


@dataclass(frozen=True, kw_only=True)
class LastError:
    """The most frequent failure of the latest visit with failures: of so many of its pages, or of
    its lists.
    """

    outcome: str
    at: datetime
    count: int
    of_pages: bool


@dataclass(frozen=True, kw_only=True)
class SourceRow:
    """A source as the table shows it.

    ``why`` the next visit is at its time, the latest failure, and counts by day, None if the
    counters do not answer. ``pauses`` are those of ops that stop its visits or pages.
    """

    source: Source
    verdict: SourceHealth
    why: NextVisitReason | None = None
    last_error: LastError | None = None
    days: SourceDays | None = None
    pauses: Sequence[PauseOrder] = ()

    @property
    def waits(self) -> bool:
        """Return whether a visit is in the queue, so that no other one starts now."""
        return self.why in (NextVisitReason.RETRY, NextVisitReason.WAITING)

    @property
    def is_held(self) -> bool:
        """Return whether a pause of ops stops its visits."""
        return self.verdict.pause is not None


@dataclass(frozen=True, kw_only=True)
class TableParams:
    """The parameters of the address; empty filters match all. ``filed`` are the chosen values of
    FILING. ``backwards`` reverses the order. With ``names_only``, no text is searched for in
    addresses.
    """

    text: str = ""
    channel: str = ""
    health: str = ""
    tag: str = ""
    filed: Mapping[str, str] = field(default_factory=dict)
    sort: str = "name"
    backwards: bool = False
    names_only: bool = False

    @classmethod
    def read(cls, asked: AddressFields) -> Self:
        """Read the parameters of an address."""
        state = asked.choice("state", _("State"), _STATES)
        order = asked.choice("sort", _("Sort by"), _ORDERS)
        sort = order.removeprefix("-")
        return cls(
            text=asked.text("q"),
            channel=asked.choice("channel", _("Channel"), channel_names()),
            health=_FORMER_STATES.get(state, state),
            tag=asked.text("tag"),
            filed={name: value for name in FILING if (value := asked.text(name))},
            sort=_FORMER_SORTS.get(sort, sort) or "name",
            backwards=order.startswith("-"),
        )

    @property
    def filtered(self) -> bool:
        """True if there is a filter."""
        return bool(self.text or self.channel or self.health or self.tag or self.filed)

    @property
    def narrowed(self) -> int:
        """How many filters there are besides the text and the health."""
        return sum(map(bool, (self.channel, self.tag))) + len(self.filed)

    def sorted_by(self, sort: str) -> str:
        """Return the address with this order, reversed if it is the current order."""
        return replace(
            self, sort=sort, backwards=self.sort == sort and not self.backwards
        ).address()

    def with_health(self, health: str) -> str:
        """Return the address with a filter by this health; "" means any."""
        return replace(self, health=health).address()

    def address(self, page: int = 1) -> str:
        """Return the address of a page of this table."""
        query = QueryDict(mutable=True)
        for name, value in (*self.pairs(), ("page", str(page) if page > 1 else "")):
            if value:
                query[name] = value
        return f"?{query.urlencode()}"

    def pairs(self) -> list[tuple[str, str]]:
        """Return the names and values of the address."""
        sort = f"-{self.sort}" if self.backwards else self.sort
        values = {
            "q": self.text,
            "channel": self.channel,
            "state": self.health,
            "tag": self.tag,
            **self.filed,
            "sort": "" if sort == "name" else sort,
        }
        return [(name, values[name]) for name in _NAMES if values.get(name)]


def last_error(runs: Iterable[RunRecord]) -> LastError | None:
    """Return the latest failure in these runs, newest first: of a list, or else of pages.

    A later visit that read its list and met no failure has solved it. A list without links is no
    failure where others of the visit have some: not every keyword of a search has hits.
    """
    for run in runs:
        fine = LIST_READABLE if LIST_WORKS & set(run.lists) else LIST_WORKS
        lists = {outcome: count for outcome, count in run.lists.items() if outcome not in fine}
        pages = {outcome: count for outcome, count in run.pages.items() if outcome in TRANSIENT}
        failures = lists or pages
        if failures:
            return LastError(
                outcome=max(failures, key=lambda name: (failures[name], name)),
                at=run.started,
                count=sum(failures.values()),
                of_pages=not lists,
            )
        # This visit has read its list and met nothing bad: what came before is over.
        if run.lists:
            return None
    return None
