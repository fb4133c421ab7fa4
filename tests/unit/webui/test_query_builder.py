"""A query from the fields of a form."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.errors import QueryError
from storage.documents.query import parse
from tests.html_trees import html_tree
from webui.search.query_builder import FIELDS, compose, decompose

if TYPE_CHECKING:
    from django.test import Client


@pytest.mark.parametrize(
    ("fields", "query"),
    [
        ({}, ""),
        ({"all": "  flood   rescue "}, "flood rescue"),
        ({"phrase": 'the "old" harbour'}, '"the old harbour"'),
        ({"any": "flood"}, "flood"),
        ({"any": "flood storm", "none": "insurance car"}, "(flood OR storm) -insurance -car"),
        ({"in_title": "flood"}, "title:flood"),
        ({"in_title": "flood OR NEAR/5"}, 'title:(flood "OR" "NEAR/5")'),
        (
            {"by": "Jane Roe", "on_site": "a.example b.example"},
            'author:"Jane Roe" site:(a.example OR b.example)',
        ),
        ({"all": "-50% a:b (x) har*", "none": "-y"}, '"-50%" "a:b" "(x)" "har*" -"-y"'),
        ({"all": "洪水 台风", "in_title": "“救援”", "other": "x"}, "洪水 台风 title:救援"),
    ],
)
def test_composes(fields: dict[str, str], query: str) -> None:
    assert compose(fields) == query
    parse(query)


_PIECES = st.lists(
    st.sampled_from(["a", "OR", "NOT", "-", "(", ")", '"', "“", ":", "site:", "*", "＊", "b", "?"])
)


@given(
    st.dictionaries(
        st.sampled_from([field.name for field in FIELDS]),
        _PIECES.map(" ".join) | _PIECES.map("".join),
    )
)
def test_any_text_makes_a_query_or_asks_for_words(fields: dict[str, str]) -> None:
    # Signs alone are no words; nothing that was typed is taken for the language of queries.
    assert _problem(compose(fields)) in (
        "",
        "The query has no letter or digit to search for. Enter a word.",
        "%s has nothing to exclude after it. Add a word there.",
        "%s needs a value after it.",
        "%s needs a word or phrase on each side, but one is missing.",
    )


@given(
    st.dictionaries(
        st.sampled_from([field.name for field in FIELDS]),
        st.lists(st.sampled_from(["a", "bank", "洪水", "x-y", "a:b", "har*"]), max_size=3).map(
            " ".join
        ),
    )
)
def test_what_the_form_composed_fills_it_in_again(fields: dict[str, str]) -> None:
    query = compose(fields)
    values = decompose(query)
    # A form without words for "any" or a phrase of one word says the same in other fields.
    assert values is not None or len(fields) > 1
    if values is not None:
        assert sorted(compose(values).split()) == sorted(query.split())


@pytest.mark.parametrize("query", ["a OR b", "a NEAR/5 b", "after:2026-01-01 (a b)", '"a b" "c d"'])
def test_what_the_form_cannot_express_is_kept(browse: Callable[..., "Client"], query: str) -> None:
    assert decompose(query) is None
    client = browse("analyst")
    answer = client.get("/search/build/", {"q": query, "none": "car"})
    assert answer["Location"] == f"/search/?{urlencode({'q': f'({query}) -car'})}"


def test_the_form_starts_with_the_search_at_hand(browse: Callable[..., "Client"]) -> None:
    page = browse("analyst").get(
        '/search/?q=flood -car "big storm" site:a.example&lang=en&tag=x&after=-7d'
    )
    form = html_tree(page.content.decode()).cssselect(".builder form")[0]
    values = {name: value for name, value in form.form_values() if value}
    assert values == {
        "tag": "x",
        "all": "flood",
        "phrase": "big storm",
        "none": "car",
        "on_site": "a.example",
        "lang": "en",
        "after": "-7d",
    }


def _problem(text: str) -> str:
    try:
        parse(text)
    except QueryError as error:
        return error.message
    return ""


def test_the_form_leads_to_the_query_with_the_filters(browse: Callable[..., "Client"]) -> None:
    client = browse("analyst")
    answer = client.get(
        "/search/build/", {"any": "flood storm", "none": "car", "lang": "en", "cursor": "x"}
    )
    assert (answer.status_code, answer["Location"]) == (
        302,
        "/search/?q=%28flood+OR+storm%29+-car&lang=en",
    )
    html = client.get("/search/?lang=en").content.decode()
    # The fields of the query, and language, kind and dates.
    assert html.count("build-") == 2 * (len(FIELDS) + 4)


def test_a_date_that_cannot_be_read_is_said_and_stays_in_the_form(
    browse: Callable[..., "Client"],
) -> None:
    asked = {"all": "flood", "after": "last week", "before": "2026-11-01"}
    answer = browse("analyst").get("/search/build/", asked, follow=True)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Published from: “last week” is not a date. Write it as 2026-11-21" in page
    tree = html_tree(page)
    assert [each.get("class") for each in tree.cssselect("details[open]")] == ["hints builder"]
    assert tree.get_element_by_id("build-after").get("value") == "last week"
    assert tree.get_element_by_id("build-before").get("value") == "2026-11-01"
    assert tree.get_element_by_id("q").get("value") == "flood"
