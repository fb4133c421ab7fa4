"""Documents on the same matter, on SQLite and on a real Elasticsearch server."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from storage.backends import open_documents
from storage.documents.port import Document, Documents
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, store

_CHINESE = "台风海燕今晨在海南文昌登陆，文昌港的渔船已全部回港避风，气象台预计台风将带来特大暴雨，当地学校停课。"
_ENGLISH = (
    "A landslide buried the railway near Brigg this morning. Engineers from the Brigg depot are "
    "clearing the track, and passengers of the night express were taken to the valley by bus."
)
_UNLIKE = [
    "证券监管机构发布新规，要求上市公司披露更多信息，投资者表示欢迎。",
    "今天的足球比赛以平局结束，两队教练都对结果表示满意。",
    "The museum opens a new wing with paintings of the last century, and entry is free on Sundays.",
    "Parliament debated the budget until midnight; the vote is expected next week.",
]


@pytest.fixture(params=["sqlite", "elasticsearch"])
def documents(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Documents]:
    url = f"sqlite://{tmp_path}/documents.db"
    if request.param == "elasticsearch":
        url = request.getfixturevalue("elasticsearch_url")
    with closing(open_documents(Settings(documents_url=url))) as opened:
        store(
            opened,
            (document(f"unlike{n}", "Other news", text) for n, text in enumerate(_UNLIKE * 6)),
        )
        yield opened


def _similar(documents: Documents, name: str, count: int = 5) -> list[str]:
    return [each.id for each in documents.similar(name, count)]


@pytest.mark.parametrize(
    ("title", "text", "edited", "related"),
    [
        (
            "台风海燕登陆文昌",
            _CHINESE,
            _CHINESE.replace("今晨", "今天早上").replace("当地学校停课", "学校已停课"),
            "台风海燕过后，文昌港恢复通航，渔船陆续出海，气象台解除预警。",
        ),
        (
            "Landslide buries railway",
            _ENGLISH,
            _ENGLISH.replace("this morning", "on Monday").replace("by bus", "in buses"),
            "The railway near Brigg is open again: engineers cleared the landslide, the night "
            "express runs.",
        ),
    ],
)
def test_near_copies_come_first(
    documents: Documents, title: str, text: str, edited: str, related: str
) -> None:
    older = NOVEMBER - timedelta(days=3)
    store(
        documents,
        [
            document("asked", title, text),
            document("copy", title, f"{text}\n", site="copy.example", published=older),
            document("edited", f"{title}!", edited, published=older),
            document("related", "Later", related),
        ],
    )
    found = _similar(documents, "asked")
    assert found[0] == "copy"
    assert found[1] == "edited"
    assert found[2:] == ["related"]
    assert _similar(documents, "asked", 1) == ["copy"]
    assert set(_similar(documents, "copy")[:2]) == {"asked", "edited"}


def test_what_is_returned_has_no_content(documents: Documents) -> None:
    copy = document("copy", "Landslide", _ENGLISH, tags=("railway",))
    store(documents, [document("asked", "Landslide", _ENGLISH), copy])
    assert documents.similar("asked", 5) == [replace(copy, content="")]


def test_nothing_is_similar(documents: Documents) -> None:
    # It shares nothing with the others but words that everything has.
    alone = [
        document("words", "Words", "Which was the one of ours."),
        document("alone", "台风海燕登陆文昌", _CHINESE),
        document("empty"),
        document("signs", "!?", "。"),
    ]
    store(documents, alone)
    assert [_similar(documents, each.id) for each in alone] == [[], [], [], []]
    assert _similar(documents, "no such document") == []


def test_an_empty_store_has_nothing_similar(documents: Documents) -> None:
    assert documents.drop_before(NOVEMBER.date() + timedelta(days=40)) == 1
    documents.refresh()
    assert _similar(documents, "unlike0") == []


def test_pages_of_the_same_thread_are_left_out(documents: Documents) -> None:
    def page(name: str, thread: str, number: int = 1) -> Document:
        return document(name, "台风", _CHINESE, kind="thread", thread=thread, thread_page=number)

    store(
        documents,
        [
            page("t1", "t1"),
            page("t2", "t1", 2),
            page("other", "other"),
            document("article", "台风", _CHINESE),
        ],
    )
    assert set(_similar(documents, "t1")) == {"other", "article"}
    assert set(_similar(documents, "article")) == {"t1", "t2", "other"}


def test_equally_near_ones_stand_by_date(documents: Documents) -> None:
    dates = {"old": 9, "new": 1, "middle": 4}
    copies = [
        document(n, "台风", _CHINESE, published=NOVEMBER - timedelta(days=age))
        for n, age in dates.items()
    ]
    store(
        documents,
        [
            document("asked", "台风", _CHINESE),
            *copies,
            document("undated", "台风", _CHINESE, published=None),
        ],
    )
    assert _similar(documents, "asked") == ["new", "middle", "old", "undated"]
