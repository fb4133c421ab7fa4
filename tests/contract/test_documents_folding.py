"""Writings of one word are one for search, phrases, marks and filters, on SQLite and on
Elasticsearch.
"""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, time

import pytest

from storage.backends import open_documents
from storage.documents.port import (
    NO_LANGUAGE,
    ByDay,
    ByTime,
    Documents,
    SearchRequest,
)
from storage.documents.query_tree import Query
from storage.settings import Settings
from tests.contract.documents import ask, document, found, marked, store

_ARTICLES = [
    document(
        "hk", "香港發展局公佈報告", "行政長官視察灣仔，乾旱過後。", lang="zh-hant", author="陳國強"
    ),
    document(
        "sz", "深圳发展局公布报告", "市长视察湾仔码头，干旱过后。", lang="zh-hans", author="陈国强"
    ),
    document("old", "发展局", "从前的版本没有区分。", lang="zh"),
    document(
        "cafe", "Le Café Ａ１", "Jørgen’s crème brûlée in Łódź.", lang="fr", author="André Çelik"
    ),
    document("none", "404", "***", lang=""),
]


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _ARTICLES)
        yield opened


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("發展局", "hk sz old"),
        ("发展局", "hk sz old"),
        ('"視察灣仔"', "hk sz"),
        ("title:公佈報告 灣仔碼頭", "sz"),
        ("香港发展局公布报告", "hk"),
        ("author:陳国強", "hk sz"),
        ("乾旱 -行政长官", "sz"),
        ("cafe creme", "cafe"),
        ('"CRÈME brulee"', "cafe"),
        ("lodz jorgen a1", "cafe"),
        ("author:andre author:Celik", "cafe"),
        ("lang:zh", "hk sz old"),
        ("lang:zh-Hant", "hk"),
        ("lang:z", ""),
        ("lang:und", "none"),
        ("-lang:UND -lang:zh", "cafe"),
    ],
)
def test_finds(documents: Documents, query: str, expected: str) -> None:
    assert found(documents, query) == set(expected.split())


def test_a_language_filter_includes_its_scripts(documents: Documents) -> None:
    assert found(documents, "", lang=("zh",)) == {"hk", "sz", "old"}
    assert found(documents, "", lang=("zh-hans", "fr")) == {"sz", "cafe"}
    facet = dict(ask(documents, "").facets["lang"])
    assert facet == {"zh-hant": 1, "zh-hans": 1, "zh": 1, "fr": 1, NO_LANGUAGE: 1}


def test_documents_without_a_language_are_counted_and_found(documents: Documents) -> None:
    assert found(documents, "", lang=(NO_LANGUAGE, "fr")) == {"none", "cafe"}
    asked = SearchRequest(query=Query(), copies="once")
    assert dict(documents.search(asked).facets["lang"])[NO_LANGUAGE] == 1
    [(day, languages)] = documents.aggregate(asked, ByDay("lang")).items()
    assert languages[NO_LANGUAGE] == 1
    edges = (datetime.combine(day, time(), UTC), datetime.combine(day, time.max, UTC))
    by_time = ByTime(edges, "lang", (NO_LANGUAGE,))
    assert documents.aggregate(asked, by_time).values == {NO_LANGUAGE: (1,)}


@pytest.mark.parametrize(
    ("query", "name", "title", "body"),
    [
        ("发展局 湾仔", "hk", ["發展局"], ["灣仔"]),
        ("發展局 灣仔", "sz", ["发展局"], ["湾仔"]),
        ("cafe BRULEE lodz", "cafe", ["Café"], ["brûlée", "Łódź"]),
    ],
)
def test_marks_what_is_written(
    documents: Documents, query: str, name: str, title: list[str], body: list[str]
) -> None:
    hits = {hit.document.id: hit for hit in ask(documents, query).hits}
    assert marked(hits[name].title) == title
    assert [text for snippet in hits[name].snippets for text in marked(snippet)] == body
    assert hits[name].title.text == next(each.title for each in _ARTICLES if each.id == name)


@pytest.fixture(scope="module")
def languages(module_documents_url: str) -> Iterator[Documents]:
    articles = [
        document("cpp", "照片发在微信上，C++和Python都学过", "他学Ｃ＃，也学C++20。"),
        document("sharp", "A course in C# and F#", "Nobody speaks of C here, but of Disney+."),
        document("c8", "Gate C-8 is closed", "Passengers go to gate C 9."),
    ]
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, articles)
        yield opened


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"C++"', "cpp"),
        ("c++", "cpp"),
        ("Ｃ＋＋", "cpp"),
        ('"C++和Python"', "cpp"),
        ('"C++20"', "cpp"),
        ("c#", "cpp sharp"),
        ('"F#"', "sharp"),
        ('"gate c"', "c8"),
        ("disney", "sharp"),
        ('title:"C++"', "cpp"),
        ("python -c++", ""),
    ],
)
def test_a_letter_with_signs_is_a_word_of_its_own(
    languages: Documents, query: str, expected: str
) -> None:
    assert found(languages, query) == set(expected.split())


def test_a_letter_with_signs_is_marked_as_it_is_written(languages: Documents) -> None:
    [hit] = ask(languages, '"C++"').hits
    assert marked(hit.title) == ["C++"]
