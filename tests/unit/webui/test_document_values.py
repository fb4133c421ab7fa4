"""What the pages of search and documents compute before they show it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.webui.samples import MOMENT, article
from webui.labels import language_name
from webui.search.evidence import EvidenceLine, evidence
from webui.search.neighbours import earlier_addresses


def test_evidence_tells_what_was_chosen() -> None:
    later = MOMENT + timedelta(hours=2)
    document = article(
        "https://a.example/1",
        "One",
        modified=later,
        date_evidence=(
            f"json-ld: 2026-11-20T08:30Z -> {MOMENT.isoformat()}",
            f"meta article:published_time: 20 Nov: 8.30 -> x -> {MOMENT.isoformat()}",
            "url: /2026/11/19/ -> 2026-11-19T00:00:00+00:00",
            f"json-ld, modified: 10:30 -> {later.isoformat()}",
            "of another form",
            "naive: a -> 2026-11-19T00:00:00",
        ),
    )
    assert evidence(document) == [
        EvidenceLine(source="json-ld", text="2026-11-20T08:30Z", value=MOMENT, chosen=True),
        EvidenceLine(source="meta article:published_time", text="20 Nov: 8.30 -> x", value=MOMENT),
        EvidenceLine(source="url", text="/2026/11/19/", value=datetime(2026, 11, 19, tzinfo=UTC)),
        EvidenceLine(source="json-ld", text="10:30", role="modified", value=later, chosen=True),
        EvidenceLine(source="", text="of another form"),
        EvidenceLine(source="", text="naive: a -> 2026-11-19T00:00:00"),
    ]


@given(st.text(max_size=80) | st.text(": ->,1\n", max_size=40))
def test_any_line_of_evidence_can_be_shown(line: str) -> None:
    (shown,) = evidence(article("https://a.example/1", "One", date_evidence=(line,)))
    assert shown.text in line


@pytest.mark.parametrize(
    ("address", "earlier"),
    [
        ("https://a.example/story?page=3", ["https://a.example/story?page=2"]),
        (
            "https://a.example/story?page=2",
            ["https://a.example/story?page=1", "https://a.example/story"],
        ),
        (
            "https://a.example/s?id=7&page=2",
            ["https://a.example/s?id=7&page=1", "https://a.example/s?id=7"],
        ),
        ("https://a.example/story/2", ["https://a.example/story/1", "https://a.example/story"]),
        (
            "https://a.example/story_2.html",
            ["https://a.example/story_1.html", "https://a.example/story.html"],
        ),
        ("https://a.example/story-12.html", ["https://a.example/story-11.html"]),
        ("https://a.example/2026/11/story-81234567.html", []),
        ("https://a.example/story", []),
        ("https://a.example/story/1", []),
    ],
)
def test_where_the_page_before_may_be(address: str, earlier: list[str]) -> None:
    assert earlier_addresses(address) == earlier


@pytest.mark.parametrize(
    ("code", "english", "chinese"),
    [
        ("zh-hans", "Simplified Chinese", "简体中文"),
        ("fil", "Filipino", "菲律宾语"),
        ("no", "Norwegian", "挪威语"),
        ("pt-br", "Brazilian Portuguese", "巴西葡萄牙语"),
        ("tlh-x-none", "tlh-x-none", "tlh-x-none"),
        ("a b", "a b", "a b"),
        ("", "Unknown", "未知"),
    ],
)
def test_a_language_has_a_name_in_the_language_of_the_reader(
    code: str, english: str, chinese: str
) -> None:
    with translation.override("en"):
        assert language_name(code) == english
    with translation.override("zh-hans"):
        assert language_name(code) == chinese
