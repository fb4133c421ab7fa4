"""Reading labelled sets."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from evaluation.datasets import COLLECTED, find_sets, load, sample
from evaluation.errors import BadGold
from tests.unit.evaluation.samples import (
    ARTICLE,
    GOLD_ARTICLE,
    GOLD_THREAD,
    THREAD,
    write_both,
    write_set,
)


def test_pages_come_in_the_order_of_the_gold_with_their_bytes(tmp_path: Path) -> None:
    article, thread = load(write_both(tmp_path / "own"))
    assert (article.set, article.id, article.kind, article.lang) == (
        "own",
        "ferry",
        "article",
        "en",
    )
    assert (article.gold.title, article.gold.date) == (GOLD_ARTICLE["title"], "2024-03-05")
    assert article.read() == ARTICLE.encode()
    assert thread.gold.posts is not None
    assert [(post.author, post.floor) for post in thread.gold.posts] == [
        ("marlow", 1),
        ("Quince", 2),
        ("fern", 3),
    ]


def test_what_is_absent_null_or_empty_is_not_known(tmp_path: Path) -> None:
    record: dict[str, Any] = {"id": "a", "title": "", "author": None, "posts": [], "text": "  \n"}
    (page,) = load(write_set(tmp_path / "own", [(record, "<p>x")]))
    gold = page.gold
    assert (gold.title, gold.author, gold.date, gold.posts, gold.text) == (
        None,
        None,
        None,
        None,
        None,
    )
    assert (page.kind, page.lang, page.country) == ("", "", "")


def test_the_site_is_the_registrable_domain_or_the_id(tmp_path: Path) -> None:
    article, thread = load(write_both(tmp_path / "own"))
    assert article.site == "example.co.uk"
    assert (thread.site, thread.url) == ("float", "http://own.invalid/float")


def test_pages_are_collected_on_one_day_unless_the_gold_names_another(tmp_path: Path) -> None:
    other = {**GOLD_THREAD, "collected": "2024-02-13T10:00:00+02:00"}
    article, thread = load(write_set(tmp_path / "own", [(GOLD_ARTICLE, ARTICLE), (other, THREAD)]))
    assert article.collected == COLLECTED == datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert thread.collected == datetime(2024, 2, 13, 10, tzinfo=timezone(timedelta(hours=2)))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"url": "http://a.example/"}', 'the field "id" is missing'),
        ('{"id": "missing"}', "is missing"),
        ('{"id": "../page"}', "is missing"),
        ('{"id": "page", "title": 7}', '"title" is int, not str'),
        ('{"id": "page", "posts": ["x"]}', '"posts" contains str, not dict'),
        ('{"id": "page", "posts": [{"floor": "first"}]}', '"floor" is str, not int'),
        ('{"id": "page", "collected": "yesterday"}', '"collected"'),
        ('{"id": "page"}\n{"id": "page"}', "occurs twice"),
    ],
)
def test_broken_gold_is_named_with_file_and_line(tmp_path: Path, line: str, problem: str) -> None:
    folder = write_set(tmp_path / "own", [({"id": "page"}, "<p>x")])
    (folder / "gold.jsonl").write_text(f"\n{line}\n")
    number = 2 + line.count("\n")
    with pytest.raises(BadGold) as caught:
        load(folder)
    assert f"gold.jsonl:{number}" in str(caught.value)
    assert problem in str(caught.value)


def test_gold_in_another_encoding_is_refused(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "own", [({"id": "page"}, "<p>x")])
    (folder / "gold.jsonl").write_bytes('{"id": "page", "title": "é"}'.encode("latin-1"))
    with pytest.raises(BadGold, match="UTF-8"):
        load(folder)


def test_a_page_that_is_not_gzip_is_named(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "own", [({"id": "page"}, "<p>x")])
    (folder / "html" / "page.html.gz").write_bytes(b"<p>x")
    with pytest.raises(BadGold, match=r"page\.html\.gz"):
        load(folder)[0].read()


def test_a_folder_is_a_set_or_holds_sets(tmp_path: Path) -> None:
    one = write_both(tmp_path / "sets" / "one")
    two = write_both(tmp_path / "sets" / "two")
    assert find_sets(one) == [one]
    assert find_sets(tmp_path / "sets") == [one, two]
    with pytest.raises(BadGold, match="neither"):
        find_sets(tmp_path)


def test_a_sample_is_spread_over_each_kind(tmp_path: Path) -> None:
    records = [
        ({"id": f"{kind}{number}", "kind": kind}, "<p>x") for kind in "ab" for number in range(10)
    ]
    pages = sample(load(write_set(tmp_path / "own", records)), 3)
    assert [page.id for page in pages] == ["a0", "a3", "a6", "b0", "b3", "b6"]
    assert sample(pages, 100) == pages
