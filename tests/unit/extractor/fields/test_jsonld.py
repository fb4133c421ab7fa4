"""JSON-LD as pages write it, and as they should not."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.fields.jsonld import choose_article, names_of, read_entities, readable_text, type_of

ARTICLE: dict[str, object] = {
    "@type": "NewsArticle",
    "headline": "Town library",
    "datePublished": "2024-03-05",
}


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "NewsArticle", "headline": "Town library", "datePublished": "2024-03-05",}',
        '{"@type": "NewsArticle", "headline": "Town library", "datePublished": "2024-03-05"};',
        '<!-- {"@type": "NewsArticle", "headline": "Town library", "datePublished": "2024-03-05"} -->',
        '//<![CDATA[\n{"@type": "NewsArticle", "headline": "Town library", "datePublished": "2024-03-05"}\n//]]>',
        '{"@type": "NewsArticle", "text": "a\nb", "headline": "Town library", "datePublished": "2024-03-05"}',
        '{"@type": "NewsArticle", "text": "it\\\'s", "headline": "Town library", "datePublished": "2024-03-05"}',
        "{&quot;@type&quot;: &quot;NewsArticle&quot;, &quot;headline&quot;: &quot;Town library&quot;, "
        "&quot;datePublished&quot;: &quot;2024-03-05&quot;}",
        '{"@type": "NewsArticle", "headline": "Town library", "x": "say "hello" there", "datePublished": "2024-03-05"}',
    ],
)
def test_json_that_is_nearly_json(script: str) -> None:
    (entity,) = read_entities([script])[1]
    assert (type_of(entity), entity["headline"], entity["datePublished"]) == (
        "NewsArticle",
        "Town library",
        "2024-03-05",
    )


@pytest.mark.parametrize(
    "script",
    [
        "",
        "x",
        "{",
        "[" * 100_000,
        '{"a":' * 100_000,
        "null",
        " " * 1_000_001,
        '{"x": ' + ", " * 50_000,
    ],
)
def test_what_is_not_json_is_passed_over(script: str) -> None:
    assert read_entities([script]) == ([], [])


def test_objects_in_a_row_are_all_read() -> None:
    script = f'{json.dumps(ARTICLE)}{{"@type": "Thing"}}, {{"@type": "Person"'
    entities = read_entities([script])[1]
    assert entities == [ARTICLE, {"@type": "Thing"}]


def test_nested_entities_are_all_found_but_only_outer_ones_are_the_pages_own() -> None:
    graph = {
        "@graph": [
            {
                "@type": "WebPage",
                "mainEntity": ARTICLE,
                "hasPart": {"@type": "NewsArticle", "headline": "b"},
            }
        ]
    }
    everything, own = read_entities([json.dumps(graph)])
    assert [type_of(one) for one in everything] == ["WebPage", "NewsArticle", "NewsArticle"]
    assert own == [graph["@graph"][0], ARTICLE]


@given(st.integers(1, 20_000))
def test_the_number_of_entities_is_bounded(count: int) -> None:
    everything, _ = read_entities([json.dumps([{"@type": "Thing"}] * count)])
    assert len(everything) == min(count, 4_999)


def test_the_entity_of_the_article() -> None:
    first: dict[str, Any] = {
        "@type": "NewsArticle",
        "headline": "Other",
        "datePublished": "2024-03-01",
    }
    named = {**ARTICLE, "url": "https://a.example/story/17/"}
    assert choose_article([first, named], {"http://a.example/story/17"}, "") == named
    assert choose_article([first, ARTICLE], set(), "Town library - Courier") == ARTICLE
    assert choose_article([{"@type": "Person"}], set(), "") == {}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a &amp;amp; b", "a & b"),
        (" a\n<b>b</b>", "a b"),
        ("1 < 2", "1 < 2"),
        (7, ""),
        (None, ""),
        (["a"], ""),
    ],
)
def test_plain_text(value: object, text: str) -> None:
    assert readable_text(value) == text


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("NewsArticle", "NewsArticle"),
        (["WebPage", "NewsArticle"], "NewsArticle"),
        ("https://schema.org/BlogPosting", "BlogPosting"),
        ([], ""),
        (None, "None"),
        (7, "7"),
    ],
)
def test_types(kind: object, expected: str) -> None:
    assert type_of({"@type": kind}) == expected


def test_names() -> None:
    assert names_of([{"name": "A &amp; B"}, "C", 7, {"name": None}]) == ["A & B", "C"]
