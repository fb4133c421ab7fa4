"""Rights signals: what headers and pages say in the forms of their specifications, and that nothing
that they contain is an error.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.extraction import extract
from extractor.results import Article, Hints
from extractor.rights import (
    CODES,
    codes_of,
    content_signals,
    places_of,
    read_rights,
    robots_rules,
    strictest,
    strictest_statements,
    usage_preferences,
)
from tests.unit.extractor.samples import COLLECTED


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("noindex, nofollow", ["noindex"]),
        ("NOARCHIVE,NoSnippet", ["noarchive", "nosnippet"]),
        ("none", ["noindex"]),
        ("all", []),
        ("max-snippet:0, max-image-preview:large", ["nosnippet"]),
        ("max-snippet: 160", []),
        ("max-snippet:, noindex", ["noindex"]),
        ("max-image-preview: ; noarchive", ["noarchive"]),
        ("max-image-preview:none, max-snippet: 5", []),
        ("index, max-image-preview: none, noarchive", ["noarchive"]),
        ('"noindex, noarchive"', ["noindex", "noarchive"]),
        ("otherbot: noindex, noarchive", []),
        ("otherbot: noindex, newsloom: noarchive", ["noarchive"]),
        ("noarchive, otherbot: noindex", ["noarchive"]),
        ("unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, noarchive", ["noarchive"]),
        ("noarchive nosnippet", ["noarchive", "nosnippet"]),
        (
            "noarchive; nosnippet\tnoai，noindex",
            ["noarchive", "nosnippet", "train-ai=n", "noindex"],
        ),
        ("noarchive max-snippet:0", ["noarchive", "nosnippet"]),
        ("otherbot: noarchive nosnippet newsloom: noindex", ["noindex"]),
        (
            "noarchive unavailable_after: 25 Jun 2030 15:00:00 GMT nosnippet",
            ["noarchive", "nosnippet"],
        ),
        ("unavailable_after: 2030-06-25T15:00:00+00:00, noarchive", ["noarchive"]),
        ("max-snippet: 0 otherbot: noai", ["nosnippet"]),
        ("otherbot: max-snippet: 0", []),
        ("noai, noimageai", ["train-ai=n"]),
        ("NoML", ["train-ai=n"]),
        ("noimageai", []),
        ("noarchives", []),
        ("", []),
    ],
)
def test_robots_rules(text: str, codes: list[str]) -> None:
    assert list(robots_rules(text)) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("train-ai=n", ["train-ai=n"]),
        ("train-ai=y, search=n", ["train-ai=y", "search=n"]),
        ("train-ai=n ,\tai-use=n", ["train-ai=n", "ai-use=n"]),
        # The examples of the draft: the last of equal keys counts, and only tokens do.
        ('train-ai=y, train-ai, search=n, search="n"', []),
        ("train-ai;allow=n, train-ai=y", ["train-ai=y"]),
        ('train-ai;has;parameters="?"', []),
        ("train-ai=n;exceptions=(1)", []),
        ('train-ai=n;except=research, later=?1, list=(a 1.5 "b");x', ["train-ai=n"]),
        ("train-ai=N", []),
        ("Train-AI=n", []),
        ("train-ai=n,", []),
        ("train-ai=n search=n", []),
        ("", []),
    ],
)
def test_usage_preferences(text: str, codes: list[str]) -> None:
    assert usage_preferences(text) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("search=yes,ai-train=no", ["search=y", "train-ai=n"]),
        ("AI-Input = No , ai-train=YES", ["ai-use=n", "train-ai=y"]),
        ("ai-train=maybe, ai-train, =no, other=no, search", []),
        ("", []),
    ],
)
def test_content_signals(text: str, codes: list[str]) -> None:
    assert content_signals(text) == codes
    assert codes_of(read_rights({"content-signal": text}, {})) == strictest(codes)


def test_the_stricter_of_two_statements_counts() -> None:
    headers = {"content-usage": "train-ai=y", "tdm-reservation": "1", "x-robots-tag": "noarchive"}
    meta = {"tdm-reservation": ["0"], "robots": ["index"], "newsloom": ["nosnippet"]}
    stated = read_rights(headers, meta)
    assert codes_of(stated) == ("noarchive", "nosnippet", "tdm-reserved", "train-ai=y")
    assert stated == (
        "noarchive: X-Robots-Tag",
        "nosnippet: meta newsloom",
        "tdm-reserved: TDM-Reservation",
        "train-ai=y: Content-Usage",
    )
    assert strictest(["train-ai=y", "train-ai=n"]) == ("train-ai=n",)
    assert read_rights({"tdm-reservation": "2"}, {}) == ()


@given(st.text(max_size=80))
def test_no_text_is_an_error(text: str) -> None:
    headers = dict.fromkeys(
        ("x-robots-tag", "content-usage", "tdm-reservation", "content-signal"), text
    )
    found = read_rights(headers, {"robots": [text], "tdm-reservation": [text]})
    assert set(codes_of(found)) <= set(CODES)
    assert codes_of(found) == strictest(codes_of(found))
    assert found == strictest_statements(found)
    assert all(places_of(found, code) for code in codes_of(found))


def test_each_place_that_says_a_signal_is_kept_once() -> None:
    headers = {"x-robots-tag": "noarchive, nocache", "tdm-reservation": "1"}
    meta = {"robots": ["noarchive"], "tdm-reservation": ["1", "1", "0"]}
    stated = read_rights(headers, meta)
    assert places_of(stated, "noarchive") == ("X-Robots-Tag", "meta robots")
    assert places_of(stated, "tdm-reserved") == ("TDM-Reservation", "meta tdm-reservation")
    assert places_of(stated, "tdm-open") == places_of((), "noarchive") == ()
    files = ("train-ai=y: robots.txt", "train-ai=n: /ai.txt", "train-ai=y: Content-Usage")
    assert strictest_statements(files) == ("train-ai=n: /ai.txt",)


@given(st.lists(st.sampled_from([each for each in CODES if "=" in each]), unique=True))
def test_what_is_written_is_read(codes: list[str]) -> None:
    last = dict(code.split("=") for code in codes)
    assert usage_preferences(", ".join(codes)) == [f"{key}={value}" for key, value in last.items()]
    assert usage_preferences("x-new;a=1, " + ", ".join(codes)) == usage_preferences(
        ", ".join(codes)
    )


@given(st.text(alphabet=' \t,;=()"\\abctrain-yn09?@:%*', max_size=4_100))
def test_no_statement_takes_long(text: str) -> None:
    assert set(usage_preferences(text)) <= set(CODES)


def test_a_page_carries_its_signals() -> None:
    text = "The ferry runs again after the storm, the harbour office said on Friday. " * 12
    page = f"""<html><head><title>Ferry runs again</title>
    <meta name="ROBOTS" content="noarchive"><meta property="article:published_time"
    content="2026-11-20T08:30:00Z"></head>
    <body><article><h1>Ferry runs again</h1><p>{text}</p><p>{text}</p></article></body></html>"""
    headers = {"content-type": "text/html", "content-usage": "train-ai=n"}
    found = extract(page.encode(), "https://news.example/1", headers, Hints(collected=COLLECTED))
    assert isinstance(found, Article)
    assert found.rights == ("noarchive", "train-ai=n")
