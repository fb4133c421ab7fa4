"""The trial of a source says what was found of comments."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import override_settings

from crawler.samples import SamplePage, SampleRequest
from extractor.results import Article, Link, Post
from hooks.features import load_features

_SAID = (Post(body="Will there be parking?", author="Jane"),)
_FEED = "https://daily.example/pier/feed/"


def shown(**found: Any) -> str:
    article = Article(
        url="https://daily.example/pier",
        canonical_url="",
        title="Pier",
        content="Boats.",
        published=None,
        **found,
    )
    link = Link(url=article.url)
    sample = SamplePage(
        link=link, url=link.url, outcome="stored", asked=SampleRequest(), result=article
    )
    return " ".join(render_to_string("sources/sample.html", {"sample": sample}).split())


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, [False, False]),
        ({"comments": _SAID}, [True, False]),
        ({"comments": _SAID, "comments_url": _FEED}, [True, True]),
    ],
)
def test_it_counts_those_of_the_page_and_names_the_feed(
    english: None, tables: None, found: dict[str, Any], said: list[bool]
) -> None:
    def told() -> list[bool]:
        text = shown(**found)
        return ["1 on the page" in text, "A visit also reads the feed of its comments." in text]

    assert told() == said
    with override_settings(FEATURES=load_features(["all", "-comments"])):
        assert told() == [False, False]
