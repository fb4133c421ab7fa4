"""The table of sources: health, articles per day, rejections, filters, order; quick with a
thousand.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.counters.events import Event, RunCounts
from storage.database.port import RunRecord
from storage.errors import Unavailable
from storage.findings.signs import FailedAttempt
from storage.outcomes import Outcome
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = NOW.date()


def run(source: "Source", number: int = 0, **fields: Any) -> None:
    from django.utils import timezone

    from storage.database.models import Run
    from storage.database.sources.statuses import judge_again

    started = timezone.now() - timedelta(minutes=5 + number)
    Run.objects.create(
        id=f"{source.pk}-{number}",
        source=source,
        **({"started": started, "jobs": 1, "finished": started} | fields),
    )
    judge_again([source.pk])


def test_all_runs_of_a_source_are_reached_page_by_page(browse: Browse) -> None:
    source = add("Alpha")
    client, path = browse("operator"), f"/sources/{source.pk}/runs/"
    assert "No visit yet" in client.get(path).content.decode()
    for number in range(6):
        run(source, number)
    assert path not in client.get(f"/sources/{source.pk}/").content.decode()
    for number in range(6, 60):
        run(source, number, found=500 + number)
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "These are the latest 6." in page
    assert f'href="{path}"' in page
    first, second = (client.get(f"{path}?page={number}").content.decode() for number in (1, 2))
    assert "1–50 of 60" in first
    assert ">549<" in first
    assert ">550<" not in first
    assert "51–60 of 60" in second
    assert ">550<" in second
    wrong = client.get(f"{path}?page=last")
    assert wrong.status_code == 400
    assert "Page number: “last” is not a number." in wrong.content.decode()
    assert client.get("/sources/999999/runs/").status_code == 404


def record(ports: "Stores", source: "Source", *outcomes: Outcome, days_ago: int = 0) -> None:
    at = datetime.now(UTC) - timedelta(days=days_ago)
    ports.counters().record(
        [
            Event(
                source_id=source.pk,
                run_id="r",
                channel="feed",
                site="example.org",
                outcome=outcome,
                url="https://example.org/",
                at=at.timestamp(),
            )
            for outcome in outcomes
        ]
    )


def names(client: "Client", query: str = "") -> list[str]:
    """Return the names of the sources in the order of the table."""
    page = compact(client.get(f"/sources/{query}").content.decode())
    return re.findall(r'<th scope="row">.*?<a href="/sources/\d+/" title="[^"]*">([^<]+)</a>', page)


def row(page: str, name: str) -> str:
    return next(each for each in page.split("<tr") if f">{name}</a>" in each)


def test_each_row_says_what_is_wrong_and_what_to_do(browse: Browse, ports: "Stores") -> None:
    failing, healthy, paused = add("Failing"), add("Healthy"), add("Paused", enabled=False)
    run(failing, lists={"no_links": 1})
    # One keyword of several without hits is no failure.
    run(healthy, lists={"listed": 1, "no_links": 1})
    run(healthy, 1, lists={"timeout": 1})
    record(ports, healthy, *[Outcome.STORED] * 6, *[Outcome.TOO_SHORT] * 2)
    page = browse("operator").get("/sources/").content.decode()
    assert "No links" in row(page, "Failing")
    assert "The feed has no entries." in row(page, "Failing")
    # What is solved is not a reason any more.
    assert "Timeout" not in row(page, "Healthy")
    page_of_one = browse("operator").get(f"/sources/{healthy.pk}/").content.decode()
    assert "but some of its" not in page_of_one
    assert "<b>75%</b> were stored, <b>25%</b> were not" in page_of_one
    assert "6 articles in 14 days" in row(page, "Healthy")
    assert "25%" in row(page, "Healthy")
    assert "Too short" in row(page, "Healthy")
    assert "paused" in row(page, "Paused")
    assert paused.pk


def test_state_banner_and_rate_of_a_source_agree_when_many_of_its_pages_fail(
    browse: Browse, ports: "Stores"
) -> None:
    source = add("Half")
    run(source, lists={"listed": 1}, pages={"stored": 38, "truncated": 34})
    outcomes = [Outcome.STORED] * 38 + [Outcome.TRUNCATED] * 30 + [Outcome.GONE] * 4
    record(ports, source, *outcomes)
    client = browse("admin")
    assert "47%" in row(client.get("/sources/").content.decode(), "Half")
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "Pages fetched 72 times: <b>53%</b> were stored, <b>47%</b> were not" in page
    assert "Healthy, but some of its pages fail" in page
    # Their jobs are buried: nothing tries them again before the next visit.
    assert "Newsloom gave 34 pages up at this visit." in page
    assert "retries by itself" not in page
    assert f'href="/monitor/jobs/?source={source.pk}"' in page


def test_a_page_that_fails_at_every_visit_is_one_row(browse: Browse, ports: "Stores") -> None:
    source = add("Half")
    for outcome in [Outcome.TRUNCATED] * 5 + [Outcome.GONE] * 2:
        record(ports, source, outcome)
    page = browse("admin").get(f"/sources/{source.pk}/").content.decode()
    table = page[page.index('id="samples"') : page.index("failures.csv")]
    assert table.count("Incomplete response") == 1
    assert "5 times" in table
    assert "2 times" in table


def test_a_failed_attempt_and_silence_are_shown(browse: Browse, ports: "Stores") -> None:
    retrying, silent = add("Retrying"), add("Silent")
    run(retrying, finished=None)
    run(silent, lists={"not_modified": 1})
    for days_ago in (20, 19, 18):
        record(ports, silent, Outcome.STORED, days_ago=days_ago)
    now = datetime.now(UTC).timestamp()
    ports.findings().record_attempt(
        FailedAttempt(
            source_id=retrying.pk,
            run_id=f"{retrying.pk}-0",
            url="https://example.org/",
            outcome="http_5xx",
            detail="HTTP 503",
            number=2,
            most=5,
            at=now - 1,
            next_at=now + 45,
        )
    )
    client = browse("operator")
    page = client.get("/sources/").content.decode()
    assert "Server error (5xx)" in row(page, "Retrying")
    assert re.search(
        r"attempt 2 of 5, next ?<time[^>]*>in 4\d\ss</time>", compact(row(page, "Retrying"))
    )
    assert "nothing new for 18 days; longest gap before: 1" in compact(row(page, "Silent"))
    assert names(client, "?state=retrying") == ["Retrying"]
    assert names(client, "?state=silent") == ["Silent"]
    detail = compact(client.get(f"/sources/{retrying.pk}/").content.decode())
    assert "Attempt 2 of 5 failed" in detail
    assert "HTTP 503" in detail
    assert "Nothing new for 18 days." in compact(
        client.get(f"/sources/{silent.pk}/").content.decode()
    )
    state = client.get(f"/api/v1/sources/{retrying.pk}").json()["state"]
    assert (state["name"], state["reason"], state["attempt"], state["most_attempts"]) == (
        "retrying",
        "http_5xx",
        2,
        5,
    )
    assert client.get(f"/api/v1/sources/{silent.pk}").json()["state"]["silent_days"] == 18


def test_filters(browse: Browse) -> None:
    for name, fields in (
        ("Alpha", {"tags": ("economy", "北京")}),
        ("Beta", {"channel": "board", "address": "https://forum.example/"}),
        ("Gamma", {"enabled": False, "tags": ("economy",)}),
    ):
        add(name, **fields)
    client = browse("ops")
    assert names(client) == ["Alpha", "Beta", "Gamma"]
    assert names(client, "?tag=economy") == ["Alpha", "Gamma"]
    assert names(client, "?tag=%E5%8C%97%E4%BA%AC") == ["Alpha"]
    assert names(client, "?state=paused") == ["Gamma"]
    assert names(client, "?state=new&tag=economy") == ["Alpha"]
    # Its former name.
    assert names(client, "?state=fruitless") == names(client, "?state=nothing_usable") == []
    assert names(client, "?channel=board") == names(client, "?q=FORUM.example") == ["Beta"]
    assert names(client, "?sort=-name") == ["Gamma", "Beta", "Alpha"]
    assert names(client, "?state=&channel=&sort=&page=&tag=") == ["Alpha", "Beta", "Gamma"]
    assert names(client, "?state=smoke") == []
    page = compact(client.get("/sources/?tag=economy&state=paused").content.decode())
    # The numbers by health are those of the filter without it.
    assert re.findall(r"</span><b>(\d+)</b>", page) == ["1", "1"]
    assert "Nothing matches the filter" in client.get("/sources/?tag=none").content.decode()


def test_orders(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import Source

    for name, outcomes, success in (("a", 1, 3), ("b", 3, None), ("c", 0, 1), ("d", 2, 2)):
        source = add(name)
        record(ports, source, *[Outcome.STORED] * outcomes)
        Source.objects.filter(pk=source.pk).update(
            last_stored_at=success and NOW + timedelta(hours=success)
        )
        run(source, lists={"listed": 1} if name != "d" else {"dns": 1})
    client = browse("operator")
    assert names(client, "?sort=daily") == ["b", "d", "a", "c"]
    assert names(client, "?sort=-daily") == ["c", "a", "d", "b"]
    assert names(client, "?sort=document") == ["b", "c", "d", "a"]
    # Its former name.
    assert names(client, "?sort=-success") == ["a", "d", "c", "b"]
    assert names(client, "?sort=health") == ["d", "a", "b", "c"]


def test_without_counters_the_table_still_shows(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise Unavailable("redis", "no answer")

    add("Example")
    monkeypatch.setattr(ports, "counters", away)
    for query in ("", "?sort=daily"):
        answer = browse("operator").get(f"/sources/{query}")
        assert answer.status_code == 200
        assert "The counters cannot be read" in answer.content.decode()
        assert "—" in row(answer.content.decode(), "Example")
        assert names(browse("operator"), query) == ["Example"]


def test_a_thousand_sources_take_as_many_queries_as_ten(browse: Browse, ports: "Stores") -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from storage.database.models import Run, Source
    from storage.database.sources.statuses import enlist
    from watch.events.upkeep import judge_due

    def fill(first: int, last: int) -> None:
        Source.objects.bulk_create(
            Source(
                name=f"S{n}",
                name_key=f"{n}",
                channel="feed",
                address=f"https://s{n}.example/",
                tags=["a", "b"],
            )
            for n in range(first, last)
        )
        Run.objects.bulk_create(
            Run(
                id=f"{source.pk}-{n}",
                source=source,
                started=NOW - timedelta(hours=n),
                jobs=1,
                lists={"timeout": 1},
            )
            for source in Source.objects.all()
            for n in range(4)
            if f"{source.pk}-{n}" not in known
        )
        enlist(list(Source.objects.all()))
        judge_due(ports, 1000)

    known: set[str] = set()
    fill(0, 60)
    client = browse("operator")
    client.get("/sources/")
    counts = []
    for query in ("", "?sort=daily", "?state=failing&sort=health", "?q=S5&page=2"):
        with CaptureQueriesContext(connection) as few:
            client.get(f"/sources/{query}")
        counts.append(len(few))
    known |= set(Run.objects.values_list("pk", flat=True))
    fill(60, 1000)
    for query, count in zip(
        ("", "?sort=daily", "?state=failing&sort=health", "?q=S5&page=2"), counts, strict=True
    ):
        with CaptureQueriesContext(connection) as many:
            answer = client.get(f"/sources/{query}")
        assert len(many) == count <= 10
        assert len(answer.content) < 200_000
        assert answer.content.decode().count('scope="row"') == 50


def test_filters_know_what_has_just_changed(browse: Browse) -> None:
    """Whoever changed it: a worker's machine, a command, another web process."""
    from storage.database.sources.bulk import AddTags, File, edit_sources
    from storage.database.sources.sources import delete_source

    def choices() -> list[str]:
        page = client.get("/sources/").content.decode()
        return re.findall(r'<option value="([^"]+)" dir="auto">', page)

    client, one, other = browse("operator"), add("One"), add("Other")
    assert choices() == []
    edit_sources([one.pk, other.pk], AddTags(("economy",)), "jane")
    edit_sources([other.pk], File({"folder": "Asia"}), "jane")
    assert choices() == ["economy", "Asia"]
    delete_source(other.pk, "jane")
    assert choices() == ["economy"]


def test_every_outcome_that_needs_a_hand_has_its_advice() -> None:
    from webui.sources.advice import advice

    silent = {outcome for outcome in Outcome if not advice(outcome)}
    fine = {Outcome.STORED, Outcome.LISTED, Outcome.NOT_MODIFIED, Outcome.DUPLICATE}
    assert silent == fine | {Outcome.CHANGED, Outcome.UNCHANGED, Outcome.DELETED}
    assert advice("something else") == ""


def test_advice_is_given_in_chinese_too() -> None:
    from django.utils import translation

    from webui.sources.advice import ADVICE, advice

    english = {outcome: advice(outcome) for outcome in ADVICE}
    with translation.override("zh-hans"):
        assert all(advice(outcome) != english[outcome] for outcome in ADVICE)


def test_why_then() -> None:
    from webui.sources.next_visit import NextVisitReason, next_visit_reason

    def why(
        *,
        enabled: bool = True,
        minutes: int = 5,
        is_adaptive: bool = False,
        is_retried: bool = False,
        changed: datetime = NOW - timedelta(days=1),
        newest: RunRecord | None = None,
        counts: RunCounts | None = None,
    ) -> NextVisitReason:
        return next_visit_reason(
            enabled=enabled,
            next_visit=NOW + timedelta(minutes=minutes),
            interval_seconds=900,
            is_adaptive=is_adaptive,
            is_retried=is_retried,
            changed=changed,
            newest=newest,
            counts=counts,
            now=NOW,
        )

    done = RunRecord(id="a", source_id=1, started=NOW, jobs=1, lists={"listed": 1})
    queued = RunRecord(id="a", source_id=1, started=NOW, jobs=1)
    assert why(enabled=False, newest=done) == NextVisitReason.PAUSED
    assert why() == why(minutes=-5) == NextVisitReason.FIRST
    assert why(newest=queued) == why(newest=queued, minutes=-5) == NextVisitReason.WAITING
    assert why(newest=queued, is_retried=True) == NextVisitReason.RETRY
    # The visit in the queue reads what the source was before it was changed.
    assert why(newest=queued, minutes=0, changed=NOW + timedelta(seconds=1)) == NextVisitReason.DUE
    assert why(newest=done) == NextVisitReason.INTERVAL
    assert why(newest=done, is_adaptive=True) == NextVisitReason.ADAPTIVE
    assert (
        why(newest=done, minutes=0)
        == why(newest=done, minutes=0, is_adaptive=True)
        == NextVisitReason.DUE
    )
    many = RunCounts(lists={"listed": 1}, pages={"stored": 10}, new=5_010)
    assert why(newest=done, counts=many) == NextVisitReason.WAITING
    assert why(newest=done, counts=replace(many, pages={"stored": 11})) == NextVisitReason.INTERVAL
    lost = replace(done, started=NOW - timedelta(hours=3))
    assert why(newest=lost, counts=many, minutes=0) == NextVisitReason.DUE


def test_source_days() -> None:
    from webui.sources.days import source_days

    counted = {
        TODAY: {"stored": 9, "too_short": 1, "duplicate": 50, "timeout": 7},
        TODAY - timedelta(days=1): {"stored": 4, "no_date": 3},
        TODAY - timedelta(days=13): {"stored": 2, "no_date": 1},
        TODAY - timedelta(days=14): {"stored": 1000},
    }
    old = source_days(counted, TODAY, date(2026, 1, 1))
    assert (old.total, len(old.stored), old.stored[-1]) == (15, 14, (TODAY, 9))
    assert old.per_day == 6 / 13
    assert old.not_stored == (("timeout", 7), ("no_date", 4), ("too_short", 1))
    assert old.share_stored == 15 / 27
    assert old.share_not_stored == pytest.approx(12 / 27)
    # Days before it was added and the day that is not over do not thin the mean.
    assert source_days(counted, TODAY, TODAY - timedelta(days=1)).per_day == 4
    assert source_days(counted, TODAY, TODAY).per_day == 9
    empty = source_days({}, TODAY, TODAY)
    assert (empty.per_day, empty.share_not_stored, empty.not_stored) == (0, None, ())


def test_a_sparkline_shows_zero_and_little_apart() -> None:
    from webui.charts.sparkline import HEIGHT, sparkline

    heights = [int(each) for each in re.findall(r"v-(\d+)h", sparkline([0, 1, 500, 1000]))]
    assert heights == [1, 3, HEIGHT / 2, HEIGHT]
    assert sparkline([]) == ""
    assert [int(each) for each in re.findall(r"v-(\d+)h", sparkline([0, 0]))] == [1, 1]
