"""Commands on sources and keyword lists, and the audit entries they leave."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from storage.database.errors import Invalid, NotFound
from storage.database.sources.source_config import SourceConfig

FEED = SourceConfig(name="News", channel="feed", address="https://example.org/feed.xml")
SEARCH = SourceConfig(
    name="Search", channel="search", address="https://example.org/?q={keyword}", result_parser="360"
)

pytestmark = pytest.mark.usefixtures("tables")


def _postpone(source_id: int) -> None:
    from storage.database.models import Source

    Source.objects.filter(pk=source_id).update(next_visit=timezone.now() + timedelta(days=1))


def _is_due(source_id: int) -> bool:
    from storage.database.models import Source

    return Source.objects.filter(pk=source_id, next_visit__lte=timezone.now()).exists()


def _audit() -> list[tuple[str, str, str]]:
    from storage.database.people.audit import entries

    return [(entry.who, entry.action, entry.subject) for entry in reversed(entries(100))]


def test_added_it_is_due_and_found_by_name() -> None:
    from storage.database.sources.sources import add_source, get_source

    source = add_source(FEED, "anna")
    assert _is_due(source.pk)
    assert get_source("  nEWS").config() == FEED
    assert source.record().address == FEED.address
    assert _audit() == [("anna", "add", "News")]


def test_a_name_is_taken_whatever_its_case() -> None:
    from storage.database.sources.sources import add_source, check_draft

    source = add_source(FEED, "anna")
    with pytest.raises(Invalid, match="“NEWS” name_taken"):
        add_source(replace(FEED, name="NEWS"), "anna")
    assert check_draft(replace(FEED, name="NEWS"), source.pk) == []
    assert len(check_draft(replace(FEED, name="NEWS"), 0)) == 1
    assert _audit() == [("anna", "add", "News")]


def test_names_that_a_collation_takes_for_one_are_two() -> None:
    from storage.database.sources.sources import add_source, get_source

    for name in ("cafe", "café", "🗞", "📰", "𠮷", "𠮸"):
        add_source(replace(FEED, name=name), "anna")
    assert get_source("café").name == "café"
    assert get_source("📰").name == "📰"


def test_every_problem_is_reported_and_nothing_saved() -> None:
    from storage.database.sources.sources import add_source, list_sources

    with pytest.raises(Invalid) as caught:
        add_source(replace(FEED, priority=10, patterns=("(",), keyword_lists=("none",)), "anna")
    assert [problem.field for problem in caught.value.problems] == [
        "patterns",
        "priority",
        "keyword_lists",
    ]
    assert list_sources() == []
    assert _audit() == []


def test_change_keeps_the_difference_only() -> None:
    from storage.database.people.audit import EntryFilter, entries
    from storage.database.sources.sources import add_source, change_source

    source = add_source(FEED, "anna")
    _postpone(source.pk)
    change_source(source.pk, replace(FEED, tags=("a",), priority=1), "ben")
    entry = entries(1, wanted=EntryFilter(kind="source", subject_id=str(source.pk)))[0]
    assert (entry.who, entry.action) == ("ben", "change")
    assert (entry.before, entry.after) == (
        {"tags": [], "priority": 5},
        {"tags": ["a"], "priority": 1},
    )
    assert not _is_due(source.pk)


def test_a_change_of_nothing_leaves_no_trace() -> None:
    from storage.database.sources.sources import add_source, change_source

    source = add_source(FEED, "anna")
    change_source(source.pk, FEED, "ben")
    assert _audit() == [("anna", "add", "News")]


def test_another_address_is_visited_at_once() -> None:
    from storage.database.sources.sources import add_source, change_source

    source = add_source(FEED, "anna")
    _postpone(source.pk)
    change_source(source.pk, replace(FEED, address="https://example.org/other.xml"), "ben")
    assert _is_due(source.pk)


@pytest.mark.parametrize(
    "changed",
    [
        {"patterns": (r"/news/\d+",)},
        {"max_pages": 3},
        {"obey_robots": False},
        {"headers": {"Accept-Language": "zh"}},
        {"proxy": "http://proxy.example.org:3128"},
        {"charset": "gbk"},
        {"render": "always"},
        {"interval_seconds": 60},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_decides_what_a_visit_reads_is_visited_at_once(changed: dict[str, object]) -> None:
    from storage.database.sources.sources import add_source, change_source

    source = add_source(FEED, "anna")
    _postpone(source.pk)
    change_source(source.pk, replace(FEED, **changed), "ben")  # type: ignore[arg-type]
    assert _is_due(source.pk)


def test_a_bad_change_changes_nothing() -> None:
    from storage.database.sources.sources import add_source, change_source, get_source

    source = add_source(FEED, "anna")
    with pytest.raises(Invalid):
        change_source(source.pk, replace(FEED, address="nowhere", keyword_lists=()), "ben")
    assert get_source("News").config() == FEED


def test_secrets_stay_out_of_the_audit() -> None:
    from storage.database.people.audit import entries
    from storage.database.sources.sources import add_source, change_source, delete_source

    headers = {
        "cookie": "s3cret-1",
        "Authorization": "s3cret-2",
        "X-Api-Key": "s3cret-3",
        "Accept": "text/html",
    }
    source = add_source(replace(FEED, headers=headers), "anna")
    change_source(source.pk, replace(FEED, headers=headers | {"cookie": "s3cret-4"}), "anna")
    delete_source(source.pk, "anna")
    deleted, changed, added = entries(10)
    assert "s3cret" not in str([(entry.before, entry.after) for entry in (deleted, changed, added)])
    assert headers_of(added.after)["Accept"] == "text/html"
    before, after = headers_of(changed.before), headers_of(changed.after)
    assert before["cookie"] != after["cookie"]
    assert before["X-Api-Key"] == after["X-Api-Key"]


def headers_of(audited: dict[str, Any] | None) -> dict[str, str]:
    """Return the headers of a source as an entry of the audit shows it."""
    assert audited
    return dict(audited["headers"])


@pytest.mark.parametrize(
    "name",
    """
    Authorization Cookie DPoP Proxy-Authorization X-Access X-Api-Key X-Auth X-Bearer X-Client-Id
    X-Csrf X-Jwt X-License X-Login X-Otp X-Pass X-Pin X-Session X-Sig X-Signature X-Sso X-Ticket
    X-Token X-User Api_Key Bearer Token
    """.split(),  # noqa: SIM905 names of headers are read as a text
)
def test_every_header_is_hidden_but_known_harmless_ones(name: str) -> None:
    from storage.database.people.audit import is_secret, without_secrets

    assert is_secret(name)
    shown = without_secrets({"headers": {name: "s3cret", "accept-Language": "de"}}, None)
    assert shown == {"headers": {name: "(hidden)", "accept-Language": "de"}}


def test_what_earlier_versions_did_not_hide_is_hidden_when_it_is_read() -> None:
    from storage.database.models import AuditEntry
    from storage.database.people.audit import entries
    from storage.database.sources.sources import add_source

    source = add_source(replace(FEED, headers={"X-Jwt": "s3cret"}), "anna")
    fields = {"name": "News", "headers": {"X-Jwt": "s3cret", "X-Key": "(hidden, changed)"}}
    AuditEntry.objects.filter(subject_id=str(source.pk)).update(after=fields)
    (entry,) = entries(10)
    assert headers_of(entry.after) == {"X-Jwt": "(hidden)", "X-Key": "(hidden, changed)"}


def test_pause_and_resume() -> None:
    from storage.database.sources.sources import add_source, set_enabled

    source = add_source(FEED, "anna")
    _postpone(source.pk)
    paused = set_enabled(source.pk, False, "ben", "redesign, 改版")
    assert (paused.enabled, paused.pause_reason) == (False, "redesign, 改版")
    resumed = set_enabled(source.pk, True, "ben")
    assert (resumed.enabled, resumed.pause_reason) == (True, "")
    set_enabled(source.pk, True, "ben")
    assert _is_due(source.pk)
    assert _audit() == [
        ("anna", "add", "News"),
        ("ben", "pause", "News"),
        ("ben", "resume", "News"),
    ]


def test_a_reason_that_cannot_be_stored() -> None:
    from storage.database.sources.sources import add_source, set_enabled

    source = add_source(FEED, "anna")
    for reason in ("x" * 501, "a\udc80"):
        with pytest.raises(Invalid, match="pause_reason"):
            set_enabled(source.pk, False, "ben", reason)


def test_visit_now() -> None:
    from storage.database.sources.sources import add_source, visit_now

    source = add_source(FEED, "anna")
    _postpone(source.pk)
    visit_now(source.pk, "ben")
    assert _is_due(source.pk)


def test_list_all() -> None:
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source, list_sources

    save_keyword_list("words", ["x"], "anna")
    add_source(FEED, "anna")
    add_source(replace(SEARCH, keyword_lists=("words",), enabled=False), "anna")
    assert [source.name for source in list_sources()] == ["News", "Search"]


def test_listed_in_the_same_order_by_every_database() -> None:
    from storage.database.sources.sources import add_source, list_sources

    for name in ("新闻", "b", "É", "a", "Z", "_", "é2", "C"):
        add_source(replace(FEED, name=name), "anna")
    assert [source.name for source in list_sources()] == [
        "_",
        "a",
        "b",
        "C",
        "Z",
        "É",
        "é2",
        "新闻",
    ]


def test_what_is_not_there() -> None:
    from storage.database.sources import sources

    with pytest.raises(NotFound, match="'nowhere'"):
        sources.get_source("nowhere")
    for call in (
        lambda: sources.change_source(77, FEED, "anna"),
        lambda: sources.delete_source(77, "anna"),
        lambda: sources.set_enabled(77, True, "anna"),
        lambda: sources.visit_now(77, "anna"),
    ):
        with pytest.raises(NotFound, match="77"):
            call()


def test_keyword_lists() -> None:
    from storage.database.sources.keyword_lists import delete_keyword_list, save_keyword_list
    from storage.database.sources.sources import add_source, change_source, get_source

    words = save_keyword_list("words", ["a"], "anna")
    save_keyword_list("words", ["a", "b"], "anna", words.pk)
    for name, keywords in (("WORDS", ["c"]), ("", ["c"]), ("more", ["c", "c"])):
        with pytest.raises(Invalid):
            save_keyword_list(name, keywords, "anna")
    source = add_source(replace(SEARCH, keyword_lists=("Words",)), "anna")
    assert get_source("search").record().keywords == ("a", "b")
    with pytest.raises(Invalid, match="keyword_list_needed"):
        delete_keyword_list(words.pk, "anna")
    change_source(source.pk, replace(SEARCH, keywords=("own",)), "anna")
    delete_keyword_list(words.pk, "anna")
    with pytest.raises(NotFound):
        delete_keyword_list(words.pk, "anna")
    assert get_source("search").record().keywords == ("own",)


def test_a_row_checks_itself() -> None:
    from django.core.exceptions import ValidationError

    from storage.database.models import KeywordList, Source
    from storage.database.sources.sources import add_source

    add_source(FEED, "anna")
    with pytest.raises(ValidationError) as caught:
        Source(name="news", channel="feed", address="nowhere").full_clean()
    assert set(caught.value.message_dict) == {"name", "address"}
    with pytest.raises(ValidationError, match="given_twice"):
        KeywordList(name="words", keywords=["a", "a"]).full_clean()
    Source(name=" other ", channel="feed", address="https://example.org/").full_clean()
