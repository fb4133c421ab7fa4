"""Adding a source from an address, and trying one out: the pages, and what is kept between two
requests.
"""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crawler.channels.fetched_list import FetchedList
from crawler.preview import Preview, read_fetched_list
from crawler.samples import SamplePage, SampleRequest
from extractor.results import Article, DateEvidence, Link
from storage.database.port import SourceRecord
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.html_trees import html_tree
from tests.unit.webui.test_sources_pages import FORM

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from django.test import Client


Browse = Callable[..., "Client"]
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SITE = "https://example.org"
BODY = "".join(
    f'<p><a href="/news/{n}.html">A headline that is long enough, number {n} &lt;b&gt;</a></p>'
    for n in range(1, 13)
).encode()
PAGE = FetchedList(url=f"{SITE}/", body=BODY, headers={}, collected=NOW)
LINKS = tuple(Link(url=f"{SITE}/news/{n}.html", title=f"Headline {n} <b>") for n in range(1, 13))
ARTICLE = Article(
    url=LINKS[0].url,
    canonical_url=LINKS[0].url,
    title="Bridge <i>opens</i>",
    content="First words.\nSecond words.\nThird words.",
    published=NOW,
    date_evidence=(DateEvidence(value=NOW, source="meta", raw="2026-11-21"),),
    confidence=0.9,
)
SAMPLE = SamplePage(
    link=LINKS[0],
    url=LINKS[0].url,
    outcome=Outcome.STORED.value,
    asked=SampleRequest("article"),
    result=ARTICLE,
)
VISIT = Preview(
    list_url=f"{SITE}/",
    status=200,
    outcome=Outcome.LISTED.value,
    links=LINKS,
    matched_total=12,
    fetched=PAGE,
    samples=(SAMPLE,),
)


def visits(
    monkeypatch: pytest.MonkeyPatch, visit: Preview = VISIT
) -> list[tuple[SourceRecord, Preview | None]]:
    """Let a visit find this; the list collects what was visited, and what was known before."""
    import crawler.preview

    asked: list[tuple[SourceRecord, Preview | None]] = []

    def preview(_settings: Settings, source: SourceRecord, known: Preview | None = None) -> Preview:
        asked.append((source, known))
        return visit

    monkeypatch.setattr(crawler.preview, "preview", preview)
    return asked


def text(answer: "HttpResponseBase") -> str:
    return answer.getvalue().decode()


def test_the_form_is_filled_in_from_a_query_but_never_with_nonsense(browse: Browse) -> None:
    client = browse("operator")
    page = html_tree(
        client.get(
            "/sources/add/", {"channel": "smoke", "interval": "9" * 90, "pattern": ["a", "a", " "]}
        ).content
    )
    fields = dict(page.get_element_by_id("source-form").form_values())
    assert (fields["channel"], fields["patterns"].strip()) == ("feed", "a")
    assert fields["interval_seconds"] == "30 d"
    zoned = html_tree(client.get("/sources/add/", {"time_zone": "Asia/Shanghai"}).content)
    assert (
        dict(zoned.get_element_by_id("source-form").form_values())["time_zone"] == "Asia/Shanghai"
    )
    assert "15 min" in client.get("/sources/add/", {"interval": "²"}).content.decode()


def test_a_changed_pattern_is_judged_on_the_list_at_hand(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = visits(monkeypatch)
    client, form = (
        browse("operator"),
        FORM | {"address": f"{SITE}/", "patterns": r"/news/\d+\.html"},
    )
    tried = client.post("/sources/add/", form | {"test": "1"}).content.decode()
    assert "12 links match" in tried
    assert "Bridge &lt;i&gt;opens&lt;/i&gt;" in tried
    assert "The page’s metadata (meta elements): <bdi>2026-11-21</bdi> → " in tried
    narrowed = html_tree(
        client.post("/sources/links/", form | {"patterns": r"/news/[12]\.html"}).content
    )
    assert [mark.text for mark in narrowed.iter("mark")] == ["/news/1.html", "/news/2.html"]
    assert "no pattern matches" in narrowed.text_content()
    assert len(asked) == 1
    again = client.post("/sources/add/", form | {"test": "1"})
    assert again.status_code == 200
    assert [known is not None for _, known in asked] == [False, True]
    client.post("/sources/add/", form | {"test": "afresh"})
    assert asked[-1][1] is None


def test_a_part_of_the_page_for_htmx_and_the_whole_page_for_mistakes(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits(monkeypatch)
    client = browse("operator")
    part = client.post("/sources/add/", FORM | {"test": "1"}, headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith("<section")
    wrong = client.post(
        "/sources/add/", FORM | {"test": "1", "name": ""}, headers={"HX-Request": "true"}
    )
    assert (wrong.status_code, wrong["HX-Retarget"]) == (422, "#main")


def test_what_keeps_a_preview_from_following_is_named_and_nothing_without_a_preview(
    browse: Browse,
) -> None:
    client, form = browse("operator"), FORM | {"address": "", "channel": "search"}
    assert client.post("/sources/links/", form).content.decode().strip() == ""
    note = client.post("/sources/links/", form | {"previewed": ""}).content.decode()
    assert "Correct these fields, and the preview follows: Address" in note


@pytest.mark.parametrize("pattern", ["(a+)+", "a(b", r"/(?:a|aa)+b$"])
def test_a_pattern_that_cannot_be_used_is_named_in_the_trial(
    browse: Browse, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    slow = b"".join(
        b'<a href="/%s%d">A headline that is long enough</a>' % (b"a" * 1500, n) for n in range(40)
    )
    visits(monkeypatch, replace(VISIT, fetched=replace(PAGE, body=slow)))
    client, form = browse("operator"), FORM | {"address": f"{SITE}/"}
    client.post("/sources/add/", form | {"test": "1", "patterns": ""})
    answer = client.post("/sources/links/", form | {"patterns": pattern})
    assert answer.status_code == 200
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#trial-note", "innerHTML")
    note = html_tree(answer.content)
    assert "The preview shows the fields as they were before." in note.text_content()
    assert "pattern" in note.text_content()
    assert not note.cssselect(".links")


def test_a_trial_says_what_would_be_stored_not_that_it_is(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits(monkeypatch)
    form = FORM | {"address": f"{SITE}/", "patterns": r"/news/\d+\.html"}
    page = html_tree(browse("operator").post("/sources/add/", form | {"test": "1"}).content)
    said = [" ".join(each.text_content().split()) for each in page.cssselect(".sample .tally")]
    assert said == ["Would be stored"]


@pytest.mark.parametrize("wrong", [{"name": ""}, {"patterns": "a(b"}, {"interval_seconds": "soon"}])
def test_a_refused_form_keeps_its_preview(
    browse: Browse, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str]
) -> None:
    asked = visits(monkeypatch)
    client, form = (
        browse("operator"),
        FORM | {"address": f"{SITE}/", "patterns": r"/news/\d+\.html"},
    )
    client.post("/sources/add/", form | {"test": "1"})
    refused = client.post("/sources/add/", form | wrong)
    assert refused.status_code == 422
    page = html_tree(refused.content)
    assert len(page.cssselect("#trial .links li")) == 12
    assert bool(page.cssselect("#trial-note .alert")) == ("patterns" in wrong)
    (field,) = page.cssselect(".field.wrong")
    kinds = [each.get("class") or each.tag for each in field]
    assert kinds.index("errorlist") > kinds.index("label")
    assert "errorlist" in (each.get("class") for each in field.cssselect("input ~ *, textarea ~ *"))
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("channel", "said"),
    [
        ("feed", "does not answer with a feed"),
        ("list", "does not show a web page with links"),
        ("sitemap", "robots.txt"),
    ],
)
def test_advice_is_that_of_the_channel(channel: str, said: str) -> None:
    from webui.sources.advice import ADVICE, advice

    assert said in advice(Outcome.BAD_FEED, channel)
    assert "feed" not in advice(Outcome.BAD_FEED, "list")
    assert advice(Outcome.DNS, channel) == str(ADVICE[Outcome.DNS])


def test_no_one_sees_what_another_user_fetched(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits(monkeypatch)
    form = FORM | {"address": f"{SITE}/", "patterns": r"/news/\d+\.html"}
    owner = browse("operator")
    owner.post("/sources/add/", form | {"test": "1"})
    assert "12 links match" in owner.post("/sources/links/", form).content.decode()
    assert "links match" not in browse("operator").post("/sources/links/", form).content.decode()


def test_rarely_used_fields_are_folded_until_they_hold_something(browse: Browse) -> None:
    client = browse("operator")
    folded = html_tree(client.get("/sources/add/").content)
    assert [fold.get("open") for fold in folded.find_class("fold")] == [None] * 4
    wrong = html_tree(client.post("/sources/add/", FORM | {"headers": "nonsense"}).content)
    assert [fold.get("open") is not None for fold in wrong.find_class("fold")] == [
        False,
        True,
        True,
        False,
    ]


RECORD = SourceRecord(id=0, name="", channel="list", address=f"{SITE}/")


def test_the_cache_keeps_for_minutes_by_user_and_list(tmp_path: Path) -> None:
    from webui.sources.services.visit_cache import KEEP_SECONDS, VisitCache

    cache = VisitCache(tmp_path / "visits")
    assert cache.get("1", RECORD) is None
    cache.put("1", RECORD, VISIT)
    assert cache.get("1", replace(RECORD, patterns=("x",), channel="board")) == VISIT
    assert cache.get("2", RECORD) is None
    assert cache.get("1", replace(RECORD, headers={"Cookie": "a=b"})) is None
    (file,) = (tmp_path / "visits").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    os.utime(file, (time.time(), time.time() - KEEP_SECONDS - 1))
    assert cache.get("1", RECORD) is None
    cache.put("1", replace(RECORD, address=f"{SITE}/b"), VISIT)
    assert not file.exists()


def test_the_cache_is_bounded_and_survives_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webui.sources.services import visit_cache

    monkeypatch.setattr(visit_cache, "MAX_BYTES", 20_000)
    cache = visit_cache.VisitCache(tmp_path)
    for number in range(20):
        cache.put("1", replace(RECORD, address=f"{SITE}/{number}"), VISIT)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_000
    assert cache.get("1", replace(RECORD, address=f"{SITE}/19")) == VISIT
    for rubbish in (
        b"\x80\x04rubbish",
        b"",
        b"[]",
        b'[{"list_url": 7}]',
        b"[" * 100_000,
        b'[{"list_url":"',
    ):
        for file in tmp_path.iterdir():
            file.write_bytes(rubbish)
        assert cache.get("1", replace(RECORD, address=f"{SITE}/19")) is None
    cache.put("1", RECORD, replace(VISIT, fetched=replace(PAGE, body=b"x" * 30_000)))
    assert cache.get("1", RECORD) is None


def test_a_sample_holds_only_for_a_source_that_reads_pages_alike() -> None:
    guessed = replace(SAMPLE, asked=SampleRequest())
    patterned = replace(RECORD, patterns=(r"/news/",))
    assert read_fetched_list(patterned, PAGE, (SAMPLE,)).samples == (SAMPLE,)
    assert read_fetched_list(patterned, PAGE, (guessed,)).samples == (guessed,)
    assert read_fetched_list(RECORD, PAGE, (SAMPLE,)).samples == ()
    assert read_fetched_list(replace(patterned, charset="gbk"), PAGE, (SAMPLE,)).samples == ()
    assert read_fetched_list(replace(patterned, channel="board"), PAGE, (guessed,)).samples == ()
