"""The language of queries on SQLite and on a real Elasticsearch server, against an evaluation
written out in Python.
"""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from storage.backends import open_documents
from storage.documents.port import Citation, DocumentPost, Documents, SearchRequest
from storage.documents.query import MAX_BRACKETS, MAX_TERMS, parse
from storage.documents.query_tree import (
    And,
    AtLeast,
    Comparison,
    Dated,
    DateRange,
    FieldValue,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    with_stories,
)
from storage.settings import Settings
from tests.contract.documents import ask, document, found, ids, marked, store
from tests.contract.meaning import FIRST, LAST, matches


def _day(text: str) -> datetime:
    return datetime.combine(date.fromisoformat(text), datetime.min.time(), UTC).replace(hour=23)


_ARTICLES = [
    document(
        "cut",
        "Bank cuts rates",
        "The central bank lowered its rate. 央行降息。",
        lang="en",
        author="Jane Roe",
        tags=("economy", "Central Banks"),
        confidence=0.5,
        published=_day("2026-11-20"),
        changes=2,
        changed=_day("2026-11-22"),
        gone=_day("2026-11-24"),
        text_source="teaser",
        citations=(
            Citation(url="https://www.ecb.example/rates", text="the bank"),
            Citation(url="https://wire.example/1?id=7", text="a report"),
        ),
        people=("Jane Roe", "李强"),
        organisations=("European Bank",),
        places=("Frankfurt",),
    ),
    document(
        "hold",
        "Rates held",
        "Central banks wait; the bank of the river is flooded.",
        lang="en",
        author="Roe Deer",
        source="Other News",
        site="other.example",
        channel="list",
        confidence=0.75,
        published=_day("2026-10-31"),
        changes=1,
        changed=_day("2026-10-31"),
        citations=(Citation(url="https://ecb.example/", text="the bank"),),
    ),
    document(
        "yang",
        "央行宣布降息",
        "銀行利率下調。",
        lang="zh-hant",
        author="欧阳若曦",
        published=_day("2025-12-31"),
        collected=_day("2026-10-31"),
    ),
    document(
        "hui",
        "会议",
        "央行行长出席会议。",
        author="李雷、韩梅梅",
        tags=("economy",),
        published=None,
    ),
    document(
        "forum",
        "Is my bank safe?",
        "银行 flood",
        kind="thread",
        channel="board",
        site="forum.example",
        author="opener",
        posts=(
            DocumentPost(author="opener", published=None, floor=1, body="银行"),
            DocumentPost(author="Jane Late", published=None, floor=2, body="flood"),
            DocumentPost(author="", published=None, floor=3, body=""),
        ),
        published=_day("2026-11-01"),
    ),
]
_EVERY = "cut forum hold hui yang"
_SUPPRESSED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    """One store for the whole module; nothing is written to it by tests."""
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _ARTICLES)
        yield opened


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # operators and what binds closer
        ("bank AND rates", "cut hold"),
        ("bank OR 央行", "cut forum hold hui yang"),
        ("flood OR 央行 降息", "cut forum hold yang"),
        ("(flood OR 央行) 降息", "cut yang"),
        ("flood OR 降息 NOT lang:en", "forum hold yang"),
        ("bank or safe", ""),
        # exclusions, within each other and alone
        ("NOT bank", "hui yang"),
        ("-(bank OR 会议)", "yang"),
        ("-(bank -rates)", "cut hold hui yang"),
        ("bank NOT (river OR NOT rate)", "cut"),
        ("NOT NOT bank", "cut forum hold"),
        ("bank OR NOT 央行", "cut forum hold"),
        ("NOT 降息 NOT bank", "hui"),
        ("-lang:en -forum", "forum hui yang"),
        ("-(lang:en OR kind:thread)", "hui yang"),
        ("NOT (NOT bank)", "cut forum hold"),
        # fields of text
        ("title:bank", "cut forum"),
        ("title:banks", "cut forum"),
        ('title:"banks"', ""),
        ("title:rates -title:bank", "hold"),
        ("title:(bank OR 会议)", "cut forum hui"),
        ("title:央行宣布降息", "yang"),
        ("title:river", ""),
        ("bank title:rates", "cut hold"),
        ("title:rates OR author:欧阳若曦", "cut hold yang"),
        # names
        ("author:roe", "cut hold"),
        ("author:Jane", "cut forum"),
        ('author:"jane roe"', "cut"),
        ('author:"roe jane"', ""),
        ('author:"opener Jane"', ""),
        ("author:jan", ""),
        ("author:若曦", "yang"),
        ("author:韩梅梅", "hui"),
        ("author:(jane OR 李雷) -flood", "cut hui"),
        ("-author:roe", "forum hui yang"),
        # exact values
        ("site:other.example", "hold"),
        ("site:OTHER.example", "hold"),
        ('source:"Other News"', "hold"),
        ('source:"other news"', ""),
        ("source:Other", ""),
        ("channel:(board OR list)", "forum hold"),
        ("kind:thread OR lang:en", "cut forum hold"),
        ("lang:zh", "forum hui yang"),
        ("lang:zh-hant", "yang"),
        ("-lang:zh", "cut hold"),
        ("tag:economy", "cut hui"),
        ('tag:"Central Banks"', "cut"),
        ("tag:economy -lang:en", "hui"),
        ("bank OR tag:economy", "cut forum hold hui"),
        ("bank OR (tag:economy -title:会议)", "cut forum hold"),
        ("(bank OR site:other.example) (降息 OR tag:none OR channel:list)", "cut hold"),
        # days, both ends inclusive; what has no date is in none
        ("after:2026-11-20", "cut"),
        ("after:2026-11", "cut forum"),
        ("after:2026", "cut forum hold"),
        ("before:2026-10-31", "hold yang"),
        ("before:2026-10", "hold yang"),
        ("before:2025", "yang"),
        ("after:2026 before:2026-10", "hold"),
        ("-after:2026", "hui yang"),
        ("-after:0001", "hui"),
        ("bank (before:2026-10 OR after:2026-11-20)", "cut hold"),
        ("before:9999", "cut forum hold yang"),
        # whether there is a date at all
        ("has:date", "cut forum hold yang"),
        ("-has:date", "hui"),
        ("HAS:Date 央行", "cut yang"),
        ("央行 -has:date", "hui"),
        ("-has:date OR after:2026-11-20", "cut hui"),
        ("-(has:date -bank)", "cut forum hold hui"),
        # days on which Newsloom found the page: every document has one
        ("foundafter:2026-11-02", "cut forum hold hui"),
        ("foundbefore:2026-11-01", "yang"),
        ("foundafter:2026-10-30 foundbefore:2026-10", "yang"),
        ("foundafter:2026-11 -has:date", "hui"),
        ("-foundafter:2026-11", "yang"),
        # whether and when the publisher changed it or took it down
        ("has:changes", "cut hold"),
        ("-has:changes 央行", "hui yang"),
        ("changedafter:2026-11-22", "cut"),
        ("changedbefore:2026-10", "hold"),
        ("-changedafter:2026-11", "forum hold hui yang"),
        ("IS:gone", "cut"),
        ("-is:gone bank", "forum hold"),
        # whether a paywall hides the rest
        ("is:partial", "cut"),
        ("IS:Partial 降息", "cut"),
        ("-is:partial bank", "forum hold"),
        ("is:partial OR is:gone", "cut"),
        ("NOT is:partial 央行", "hui yang"),
        ("goneafter:2026-11-24 gonebefore:2026-11-24", "cut"),
        # whom and what the text names, in any capitals but whole
        ('person:"Jane Roe"', "cut"),
        ('person:"jane roe" org:"EUROPEAN BANK" place:Frankfurt', "cut"),
        ("person:李强", "cut"),
        ("person:Jane", ""),
        ("org:Frankfurt", ""),
        ("bank -place:frankfurt -cites:wire.example", "hold forum"),
        # what the text links to: a site, or a page in any form of its address
        ("cites:ecb.example", "cut hold"),
        ("cites:WWW.ECB.example bank -cites:wire.example", "hold"),
        ("cites:https://ecb.example/rates", "cut"),
        ("cites:http://www.ecb.example/rates/", "cut"),
        ("cites:ecb.example/", "hold"),
        ('cites:"https://wire.example/1?utm_source=x&id=7#top"', "cut"),
        ("cites:https://wire.example/1", ""),
        ("cites:example", ""),
        ("-cites:(ecb.example OR wire.example) bank", "forum"),
        ("gonebefore:2026-11-23", ""),
        # beginnings of words
        ("ban*", "cut forum hold"),
        ("BÁNK* -riv*", "cut forum"),
        ("title:rat*", "cut hold"),
        ("tit*", ""),
        ("-low* -riv*", "forum hui yang"),
        # words near each other, in either order
        ("central NEAR/0 bank", "cut hold"),
        ("bank NEAR/4 flooded", "hold"),
        ("flooded NEAR/4 bank", "hold"),
        ("bank NEAR/3 flooded", ""),
        ("central NEAR river", "hold"),
        ("central NEAR/3 river", ""),
        ('"central bank" NEAR/2 rate', "cut"),
        ('rate NEAR/2 "central bank"', "cut"),
        ("title:(rates NEAR cuts)", "cut"),
        ("央行 NEAR/4 会议", "hui"),
        ("会议 NEAR/3 央行", ""),
        ("central NEAR/0 bank NEAR/2 rate", "cut"),
        ("-(bank NEAR river)", "cut forum hui yang"),
        # how certain the text is; the confidence of some is unknown
        ("confidence:<0.75", "cut"),
        ("confidence:>0.5 bank", "hold"),
        ("confidence：＞=0.5", "cut hold"),
        ("-confidence:<1", "forum hui yang"),
        ("confidence:>0.7 OR lang:zh-hant", "hold yang"),
        # Chinese signs
        ("（央行 OR 会议） －lang：en", "hui yang"),
        ("title：（“降息”）", "yang"),
        ("“央行行长” OR 标题：无", "hui"),
        # signs that mean nothing are left out
        ("bank ()", "cut forum hold"),
        ("bank (&)", "cut forum hold"),
    ],
)
def test_finds(documents: Documents, query: str, expected: str) -> None:
    assert found(documents, query) == set(expected.split())
    by_time = ids(ask(documents, query, sort="time").hits)
    assert set(by_time) == set(expected.split())
    exported = documents.export(SearchRequest(query=parse(query)))
    assert {each.id for each in exported} == set(expected.split())


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("story:one", "cut forum"),
        ("STORY:one bank -title:safe", "cut"),
        ("-story:one", "hold hui yang"),
        ("story:two OR tag:economy", "cut hui yang"),
        ("story:unknown", ""),
        ("-(story:unknown OR lang:en)", "forum hui yang"),
    ],
)
def test_finds_the_documents_of_stories(documents: Documents, query: str, expected: str) -> None:
    stories = {"one": ["cut", "forum"], "two": ["yang", "deleted"]}
    asked = with_stories(parse(query), lambda story: stories.get(story, []))
    page = documents.search(SearchRequest(query=asked))
    assert set(ids(page.hits)) == set(expected.split())


@pytest.mark.parametrize(
    ("query", "name", "title", "body"),
    [
        ("bank OR rates", "cut", ["Bank", "rates"], ["bank", "rate"]),
        ("bank NOT river", "cut", ["Bank"], ["bank"]),
        ("rates -(flood OR -bank)", "cut", ["Bank", "rates"], ["bank", "rate"]),
        ("title:bank", "cut", ["Bank"], []),
        ("ban* lower*", "cut", ["Bank"], ["bank", "lowered"]),
        ("bank NEAR/3 lowered", "cut", ["Bank"], ["bank", "lowered"]),
        ("title:bank 央行", "cut", ["Bank"], ["央行"]),
        ("author:jane tag:economy lang:en", "cut", [], []),
        ("bank OR site:news.example", "yang", [], []),
    ],
)
def test_marks_what_is_wanted_where_it_is_wanted(
    documents: Documents, query: str, name: str, title: list[str], body: list[str]
) -> None:
    hits = {hit.document.id: hit for hit in ask(documents, query).hits}
    assert marked(hits[name].title) == title
    assert [text for snippet in hits[name].snippets for text in marked(snippet)] == body


@pytest.mark.parametrize(
    "query", ["bank OR kind:article", "(bank OR kind:article) (title:rates OR kind:thread)"]
)
def test_words_rank_what_other_conditions_let_in(documents: Documents, query: str) -> None:
    """Where words are one way to match among others, the documents that have them come first."""
    hits = ask(documents, query).hits
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0
    assert {hit.document.id for hit in hits[:3]} <= {"cut", "hold", "forum"}
    if query.startswith("bank"):
        assert [hit.score for hit in hits[3:]] == [0, 0]


def test_pages_of_a_query_that_words_cannot_lead(documents: Documents) -> None:
    request = SearchRequest(query=parse("bank OR kind:article"), size=2)
    seen: list[str] = []
    while True:
        page = documents.search(request)
        seen += ids(page.hits)
        if not page.cursor:
            break
        request = SearchRequest(query=request.query, size=2, cursor=page.cursor)
    assert sorted(seen) == _EVERY.split()


@pytest.mark.parametrize("term", ["safe", "site:forum.example", "author:jane"])
def test_the_deepest_query(documents: Documents, term: str) -> None:
    deep = f"rates {term} OR -bank -(" * MAX_BRACKETS + "降息" + ")" * MAX_BRACKETS
    tree = parse(deep).root
    assert tree is not None
    assert found(documents, deep) == {each.id for each in _ARTICLES if matches(tree, each)}


def test_the_widest_query(documents: Documents) -> None:
    assert found(
        documents, " OR ".join(["safe", *(f"w{number}" for number in range(MAX_TERMS - 1))])
    ) == {"forum"}


_TEXTS = [
    "bank",
    "banks",
    "rate",
    "央行",
    "行",
    "降息",
    "central banks",
    "银行",
    "river",
    "銀行",
    "bánk",
    "?",
]
_NAMES = ["roe", "jane", "Jane Roe", "欧阳", "opener", "!"]
_LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(
        Phrase,
        text=st.sampled_from(_TEXTS),
        exact=st.booleans(),
        field=st.sampled_from(["", "", "title"]),
    ),
    st.builds(Phrase, text=st.sampled_from(_NAMES), exact=st.booleans(), field=st.just("author")),
    st.builds(FieldValue, field=st.just("tag"), value=st.sampled_from(["economy", "none", ""])),
    st.builds(FieldValue, field=st.just("lang"), value=st.sampled_from(["en", "zh", "zh-hant"])),
    st.builds(FieldValue, field=st.just("kind"), value=st.sampled_from(["thread", "article"])),
    st.builds(FieldValue, field=st.just("text_source"), value=st.just("teaser")),
    st.builds(Dated, field=st.sampled_from(["published", "changed", "gone"])),
    st.builds(Phrase, text=st.sampled_from(["ba", "rat", "RIVÉ"]), prefix=st.just(True)),
    st.builds(
        Comparison,
        field=st.just("confidence"),
        sign=st.sampled_from(["<", "<=", ">", ">="]),
        value=st.just(0.75),
    ),
    st.builds(
        Near,
        first=st.builds(Phrase, text=st.sampled_from(["bank", "央行"])),
        second=st.builds(Phrase, text=st.sampled_from(["rate", "降息", "river", "?"])),
        distance=st.integers(0, 6),
    ),
    st.builds(
        DateRange,
        field=st.sampled_from(["published", "collected", "changed"]),
        start=st.none() | st.sampled_from([_day("2026-11-01"), _day("2026-10-31"), FIRST]),
        end=st.none() | st.sampled_from([_day("2026-10-31"), _day("2025-12-31"), LAST]),
    ),
)
_TREES = st.recursive(
    _LEAVES,
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(And, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Or, st.lists(inner, max_size=3).map(tuple))
        | st.builds(AtLeast, st.integers(1, 3), st.lists(inner, min_size=1, max_size=3).map(tuple))
    ),
    max_leaves=8,
)


@settings(suppress_health_check=_SUPPRESSED)
@given(tree=_TREES)
@example(tree=Or(()))
@example(tree=And(()))
@example(tree=Not(Or((Phrase(text="bank"), Not(Phrase(text="央行"))))))
@example(tree=And((Phrase(text="bank"), Phrase(text="?"), Not(Phrase(text="?")))))
def test_a_tree_finds_what_its_meaning_says(documents: Documents, tree: Node) -> None:
    expected = {each.id for each in _ARTICLES if matches(tree, each)}
    for sort in ("relevance", "time"):
        page = documents.search(
            SearchRequest(query=Query(root=tree), sort="time" if sort == "time" else "relevance")
        )
        assert set(ids(page.hits)) == expected
        assert page.total == len(expected)
        assert sum(count for _, count in page.facets["kind"]) == len(expected)
    tags = [tag for each in _ARTICLES if each.id in expected for tag in each.tags]
    assert dict(page.facets["tag"]) == {tag: tags.count(tag) for tag in tags}
