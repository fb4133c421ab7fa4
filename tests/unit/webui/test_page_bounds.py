"""What a page asks of the stores does not grow with the number of sources: queries, calls, and
bytes of the answer.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.counters.events import Event
from storage.outcomes import Outcome
from storage.workers.status import WorkerStatus
from tests.unit.webui.samples import article, bury

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
MAX_BYTES = 200_000
MAX_QUERIES = 12
"""Those of the monitor: who asks, what its seven tables hold by an index each, and how fresh it
is.
"""
MAX_CALLS = 60
PAGES = (
    "/",
    "/live/",
    "/search/",
    "/search/?q=text",
    "/search/counts/",
    "/search/filed/folder/",
    "/names/",
    "/names/?person=Jane",
    "/names/all/person/?name=Jane&site=x.example",
    "/names/spellings/",
    "/sources/directory/",
    "/sources/directory/?tag=x&region=y",
    "/saved/",
    "/saved/deliveries/",
    "/saved/?q=text",
    "/collections/",
    "/collections/?q=text",
    "/briefs/",
    "/dashboards/",
    "/dashboards/panels/add/?q=text",
    "/checks/",
    "/sources/",
    "/sources/?sort=health",
    "/sources/?sort=success",
    "/sources/?sort=-daily",
    "/sources/?page=2",
    "/sources/?state=failing",
    "/sources/deleted/",
    "/sources/import/",
    "/keywords/",
    "/monitor/",
    "/monitor/live/",
    "/monitor/hosts/",
    "/metrics",
    "/users/",
    "/users/audit/",
    "/users/erase/",
)


class Counting:
    """A port that counts what is asked of it: a call as one, a call for some things as so many."""

    def __init__(self, port: Any, counts: list[int]) -> None:
        self._port = port
        self._counts = counts

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._port, name)

        def counted(*args: Any, **options: Any) -> Any:
            many = args and isinstance(args[0], Sequence) and not isinstance(args[0], str)
            self._counts.append(len(args[0]) if many else 1)
            return method(*args, **options)

        return counted


@pytest.fixture
def calls(ports: "Stores", monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What pages ask of the ports from now on."""
    counts: list[int] = []

    def counting(opener: Callable[[], Any]) -> Callable[[], Counting]:
        return lambda: Counting(opener(), counts)

    for name in ("documents", "counters", "seen", "queue"):
        monkeypatch.setattr(ports, name, counting(getattr(ports, name)))
    return counts


def fill(ports: "Stores", numbers: range) -> None:
    """Add sources that have visits, counts of some days, an entry of the audit."""
    from storage.database.models import AuditEntry, Run, Source

    now = datetime.now(UTC)
    sources = Source.objects.bulk_create(
        Source(
            name=f"Source {n}",
            name_key=f"{n}",
            channel="feed",
            address=f"https://s{n}.example/",
            tags=[f"t{n % 9}"],
        )
        for n in numbers
    )
    ids = [source.pk for source in sources]
    Run.objects.bulk_create(
        Run(
            id=f"{pk}-{n}",
            source_id=pk,
            started=now - timedelta(hours=n),
            jobs=1,
            lists={"timeout": 1},
            pages={"empty": 1},
        )
        for pk in ids
        for n in range(4)
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(
            who="a",
            action="add",
            kind="source",
            subject_id=str(pk),
            subject=f"Source {pk}",
            after={},
        )
        for pk in ids
    )
    ports.counters().record([event for pk in ids for event in _events(pk, now.timestamp())])


def _events(source_id: int, now: float) -> Iterator[Event]:
    for day in range(2, 8):
        yield Event(
            source_id=source_id,
            run_id="r",
            channel="feed",
            site="s.example",
            outcome=Outcome.STORED,
            url="https://s.example/",
            at=now - 86_400 * day,
        )


@pytest.mark.slow
def test_a_thousand_sources_ask_no_more_than_a_hundred(
    browse: Browse, ports: "Stores", calls: list[int]
) -> None:
    now = time.time()
    ports.documents().write([article(f"https://s.example/{n}", f"Title {n}") for n in range(3)])
    ports.workers().heartbeat(
        WorkerStatus(name="w", pool="all", started=now, at=now, active=0, memory_bytes=1)
    )
    bury(ports.queue(), "timeout: no answer", "{}")
    client = browse("admin")
    fill(ports, range(100))
    few = {address: _asked(client, address, calls) for address in PAGES}
    fill(ports, range(100, 1000))
    many = {address: _asked(client, address, calls) for address in PAGES}
    assert many == few
    assert {a: q for a, (q, _) in many.items() if q > MAX_QUERIES} == {}
    assert max(asked for _, asked in many.values()) <= MAX_CALLS


def _asked(client: "Client", address: str, calls: list[int]) -> tuple[int, int]:
    """Return the queries of the database, and what was asked of the ports, with nothing remembered
    from before.
    """
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    cache.clear()
    calls.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200, address
    assert len(answer.content) < MAX_BYTES, address
    return len(queries), sum(calls)
