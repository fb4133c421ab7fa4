"""What the port *documents* promises, on SQLite and on a real Elasticsearch server: writing,
paging, age.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from storage.backends import open_documents
from storage.documents.dates import day_start
from storage.documents.errors import QueryError
from storage.documents.port import (
    ByValue,
    Citation,
    Document,
    DocumentPost,
    Documents,
    DocumentsInfo,
    Filters,
    SearchRequest,
)
from storage.documents.query import parse
from storage.documents.query_tree import Query
from storage.errors import Refused
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, ask, document, found, ids, store
from tests.processes import FORKED

_EVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
_DECEMBER = datetime(2026, 12, 1, 0, 0, 1, tzinfo=UTC)
_THREAD = document(
    "thread",
    "有人用过吗",
    "第一楼\n第二楼",
    kind="thread",
    author="楼主",
    thread="thread",
    thread_page=1,
    tags=("数码", "手机"),
    date_evidence=("meta: 2026-11-02 -> 2026-11-02T00:00:00+00:00",),
    published=datetime(2026, 11, 2, 16, 0, 0, 123456, tzinfo=timezone(timedelta(hours=8))),
    posts=(
        DocumentPost(author="楼主", published=NOVEMBER, floor=1, body="第一楼"),
        DocumentPost(
            author="", published=None, floor=None, body="第二楼", quoted="第一楼", parent=0
        ),
    ),
    page_kind="thread",
    kind_confidence=0.97,
    confidence=0.88,
    modified=datetime(2026, 11, 2, 17, 30, tzinfo=UTC),
    image="https://news.example/lead.jpg",
    next_url="https://news.example/thread?page=2",
    citations=(Citation(url="https://other.example/a", text="看这里"),),
)


@pytest.fixture(params=["sqlite", "elasticsearch"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "elasticsearch":
        return str(request.getfixturevalue("elasticsearch_url"))
    return f"sqlite://{tmp_path}/new folder/documents.db"


@pytest.fixture
def documents(url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def test_an_empty_store_answers(documents: Documents) -> None:
    page = ask(documents, "央行")
    assert (page.total, page.hits, page.cursor) == (0, (), "")
    of_documents = {"source", "site", "channel", "lang", "kind", "tag", "author", "day", "month"}
    assert set(page.facets) == of_documents | {"person", "org", "place"}
    assert not any(page.facets.values())
    assert documents.aggregate(SearchRequest(query=parse("央行")), ByValue("site")) == ()
    assert documents.get("nothing") is None
    assert documents.thread("nothing") == documents.thread("") == []
    assert list(documents.export(SearchRequest(query=Query()))) == []
    assert documents.drop_before(date(2030, 1, 1)) == 0
    assert documents.info().documents == 0
    documents.write([])
    documents.refresh()


def test_every_field_comes_back(documents: Documents) -> None:
    store(documents, [_THREAD, document("plain", published=None)])
    assert documents.get("thread") == _THREAD
    assert documents.get("plain") == document("plain", published=None)
    assert list(documents.export(SearchRequest(query=parse("有人")))) == [_THREAD]


def test_who_only_replied_is_found_as_an_author_and_by_the_words(documents: Documents) -> None:
    reply = DocumentPost(author="过客甲", published=None, floor=None, body="同问", parent=0)
    thread = replace(_THREAD, posts=(*_THREAD.posts, reply), content="第一楼\n第二楼\n同问")
    store(documents, [thread, document("other", author="某人")])
    assert found(documents, 'author:"过客甲"') == {"thread"}
    assert found(documents, "同问") == {"thread"}


def test_a_hit_leaves_the_content_out(documents: Documents) -> None:
    store(documents, [_THREAD])
    assert ask(documents, "有人").hits[0].document == replace(_THREAD, content="", posts=())


def test_what_no_encoding_can_hold_is_replaced(documents: Documents) -> None:
    store(documents, [document("half", "半\ud800个")])
    stored = documents.get("half")
    assert stored is not None
    assert stored.title == "半\ufffd个"


def test_control_characters_are_not_stored(documents: Documents) -> None:
    every = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
    store(documents, [document("c", f"零{every}零", f"零{every}零", author="\x1b[31mAnn\x9b")])
    stored = documents.get("c")
    assert stored is not None
    assert (stored.title, stored.content) == ("零\t\n零", "零\t\n零")
    assert stored.author == "[31mAnn"


def test_writing_again_changes_nothing(documents: Documents) -> None:
    store(documents, [_THREAD])
    store(documents, [_THREAD])
    assert (
        found(documents, "")
        == found(documents, "第一楼")
        == found(documents, "", tag=("数码",))
        == {"thread"}
    )


def test_a_second_write_replaces(documents: Documents) -> None:
    store(documents, [_THREAD, document("other", "别的")])
    newer = replace(_THREAD, title="没有人用过", content="空楼", tags=("二手",), source="另一家")
    store(documents, [newer])
    assert documents.get("thread") == newer
    assert found(documents, "空楼") == found(documents, "", tag=("二手",)) == {"thread"}
    assert found(documents, "第一楼") == found(documents, "", tag=("数码",)) == set()
    assert dict(ask(documents, "").facets["source"]) == {"另一家": 1, "Example News": 1}


def test_only_facts_replaced(documents: Documents) -> None:
    store(documents, [_THREAD])
    store(documents, [replace(_THREAD, tags=("二手",), site="other.example", published=None)])
    assert found(documents, "第一楼", tag=("二手",), site=("other.example",)) == {"thread"}
    assert (
        found(documents, "", site=("news.example",))
        == found(documents, "", after=_EVER[0])
        == set()
    )


def test_only_names_replaced(documents: Documents) -> None:
    store(documents, [_THREAD])
    store(documents, [replace(_THREAD, author="李雷", posts=())])
    assert found(documents, "author:李雷") == {"thread"}
    assert found(documents, "author:楼主") == set()


def test_the_last_of_a_batch_counts(documents: Documents) -> None:
    store(documents, [document("a", "旧闻"), document("a", "新闻", collected=_DECEMBER)])
    assert (found(documents, "新闻"), found(documents, "旧闻")) == ({"a"}, set())


def test_a_retry_in_the_next_month_meets_the_first_write(documents: Documents) -> None:
    late = document("late", "月末", collected=datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC))
    store(documents, [late, document("next", "月初", collected=_DECEMBER)])
    store(documents, [replace(late, title="月末。")])
    assert found(documents, "") == {"late", "next"}
    assert documents.drop_before(date(2026, 12, 1)) == 1
    documents.refresh()
    assert found(documents, "") == {"next"}


def test_collected_again_in_another_month_is_stored_once(documents: Documents) -> None:
    store(documents, [document("a", "甲"), document("b", "乙")])
    again = document("a", "甲二", collected=_DECEMBER)
    store(documents, [again])
    assert found(documents, "") == {"a", "b"}
    assert documents.get("a") == again
    assert [d.id for d in documents.export(SearchRequest(query=Query()))] == ["b", "a"]


def test_a_time_without_zone_is_refused(documents: Documents) -> None:
    with pytest.raises(Refused, match=r"document naive: .* has no time zone"):
        documents.write([document("good"), document("naive", published=datetime(2026, 1, 1))])
    documents.refresh()
    assert found(documents, "") == set()


def test_a_long_document_is_found_at_its_end(documents: Documents) -> None:
    long = document("long", "长文", "新闻稿" * 100_000 + "结尾")
    store(documents, [long, document("short", "短文")])
    assert found(documents, "结尾") == {"long"}
    assert documents.get("long") == long


def test_pages_of_a_thread_in_order(documents: Documents) -> None:
    pages = [document(f"page{n}", thread="page1", thread_page=n, kind="thread") for n in (10, 2, 1)]
    store(documents, [*pages, document("other")])
    assert [page.id for page in documents.thread("page1")] == ["page1", "page2", "page10"]


def test_time_order_without_dates_last(documents: Documents) -> None:
    dates = {"old": 1931, "b": 2026, "a": 2026, "newest": 2030}
    items = [
        document(name, "事件", published=datetime(year, 5, 5, tzinfo=UTC))
        for name, year in dates.items()
    ]
    store(documents, [*items, document("undated", "事件", published=None)])
    expected = ["newest", "a", "b", "old", "undated"]
    assert ids(ask(documents, "事件", sort="time").hits) == expected
    assert ids(ask(documents, "").hits) == ids(ask(documents, "-别的").hits) == expected
    assert _pages(documents, SearchRequest(query=Query(), sort="time", size=2)) == expected


def test_relevance_prefers_the_title_then_density(documents: Documents) -> None:
    filler = "市场今天反应平淡，分析人士认为影响有限。" * 10
    store(
        documents,
        [
            document("thin", "财经要闻", f"央行{filler}"),
            document(
                "dense", "财经要闻", "央行行长表示，央行将继续。央行还说，央行不变。" + filler[:60]
            ),
            document("title", "央行宣布降息", filler),
            *(document(f"none{number}", "无关", filler) for number in range(5)),
        ],
    )
    hits = ask(documents, "央行").hits
    assert ids(hits) == ["title", "dense", "thin"]
    assert hits[0].score > hits[1].score > hits[2].score > 0


@pytest.mark.parametrize("sort", ["relevance", "time"])
@pytest.mark.parametrize("query", ["", "事件", "事件 -第3"])
def test_pages_hold_everything_once(documents: Documents, sort: str, query: str) -> None:
    moments = [NOVEMBER - timedelta(hours=number // 5) for number in range(43)]
    store(
        documents,
        [
            document(f"d{n}", f"第{n % 4}", "事件" * (n % 3 + 1), published=m)
            for n, m in enumerate(moments)
        ],
    )
    request = SearchRequest(
        query=parse(query), sort="time" if sort == "time" else "relevance", size=10
    )
    whole = ids(documents.search(replace(request, size=100)).hits)
    assert _pages(documents, request) == whole
    assert len(whole) == (33 if "-" in query else 43)


def test_paging_by_time_survives_new_documents(documents: Documents) -> None:
    store(
        documents,
        [document(f"d{n:02}", "事件", published=NOVEMBER - timedelta(days=n)) for n in range(20)],
    )
    request = SearchRequest(query=parse("事件"), sort="time", size=5)
    seen: list[str] = []
    for number in range(4):
        page = documents.search(request)
        seen += ids(page.hits)
        request = replace(request, cursor=page.cursor)
        news = document(f"news{number}", "事件", published=NOVEMBER + timedelta(days=number))
        changed = document(seen[-1], "事件改", published=page.hits[-1].document.published)
        store(documents, [news, changed])
    assert seen == [f"d{n:02}" for n in range(20)]
    assert request.cursor == ""


@pytest.mark.parametrize(
    "cursor",
    ["x", "W10=", "WzEsMiwzLDRd", "WyJhIiwxLCJiIl0=", "WzFlOTk5LCAxLCAiYSJd", "é", "\ud800"],
)
def test_a_made_up_cursor_is_a_query_error(documents: Documents, cursor: str) -> None:
    with pytest.raises(QueryError, match="first page"):
        documents.search(SearchRequest(query=Query(), cursor=cursor))


def test_facets_count_all_matches(documents: Documents) -> None:
    items = [
        document(
            f"d{number}",
            "事件",
            source=f"来源{number % 3}",
            site=f"s{number}.example",
            channel="feed" if number % 2 else "board",
            lang="en" if number == 7 else "zh",
            kind="thread" if number < 3 else "article",
            tags=("t", f"t{number % 3}") if number % 2 else (),
            published=None
            if number == 0
            else datetime(2026, 10, 1 + number % 4, 23, 30, tzinfo=UTC),
        )
        for number in range(30)
    ]
    store(documents, [*items, document("other", "别的", source="来源9", tags=("other",))])
    facets = ask(documents, "事件", size=3).facets
    assert facets["source"] == (("来源0", 10), ("来源1", 10), ("来源2", 10))
    assert facets["channel"] == (("board", 15), ("feed", 15))
    assert facets["lang"] == (("zh", 29), ("en", 1))
    assert facets["site"] == tuple(
        (name, 1) for name in sorted(f"s{n}.example" for n in range(30))[:20]
    )
    assert facets["day"] == (
        ("2026-10-01", 7),
        ("2026-10-02", 8),
        ("2026-10-03", 7),
        ("2026-10-04", 7),
    )
    assert facets["month"] == (("2026-10", 29),)
    assert facets["kind"] == (("article", 27), ("thread", 3))
    assert facets["tag"] == (("t", 15), ("t0", 5), ("t1", 5), ("t2", 5))
    assert dict(ask(documents, "").facets["tag"]) == {
        "t": 15,
        "t0": 5,
        "t1": 5,
        "t2": 5,
        "other": 1,
    }
    assert dict(ask(documents, "事件", filters=Filters(site=("s7.example",))).facets["tag"]) == {
        "t": 1,
        "t1": 1,
    }
    assert ask(documents, "事件", facets=False).facets == {}
    for query in ("", "事件", "-事件", "nothing", "事件 OR source:来源9"):
        request = SearchRequest(query=parse(query), filters=Filters(lang=("zh",)))
        whole = documents.search(request).facets
        for name in ("source", "site", "channel", "lang", "kind", "tag"):
            assert documents.aggregate(request, ByValue(name)) == whole[name]


def test_the_newest_400_days_are_counted(documents: Documents) -> None:
    zone = timezone(timedelta(hours=8))
    start = datetime(1969, 6, 1, 3, tzinfo=zone)
    store(documents, [document(f"d{n}", published=start + timedelta(days=n)) for n in range(405)])
    facets = ask(documents, "").facets
    assert len(facets["day"]) == 400
    assert (facets["day"][0], facets["day"][-1]) == (("1969-06-05", 1), ("1970-07-09", 1))
    assert (facets["month"][0], facets["month"][1], facets["month"][-1]) == (
        ("1969-05", 1),
        ("1969-06", 30),
        ("1970-07", 9),
    )


def test_filters(documents: Documents) -> None:
    store(
        documents,
        [
            document("a", source="甲", site="a.example", channel="feed", tags=("x", "y")),
            document(
                "b", source="乙", site="b.example", channel="board", kind="thread", tags=("y",)
            ),
            document(
                "c",
                source="丙",
                site="a.example",
                lang="en",
                published=datetime(2026, 10, 31, 23, 59, tzinfo=UTC),
            ),
            document("d", source="甲", published=None),
        ],
    )
    assert found(documents, "", source=("甲",)) == {"a", "d"}
    assert found(documents, "", source=("甲", "乙")) == {"a", "b", "d"}
    assert found(documents, "", source=("甲",), site=("a.example",)) == {"a"}
    assert (
        found(documents, "", channel=("board",)) == found(documents, "", kind=("thread",)) == {"b"}
    )
    assert found(documents, "", lang=("en",)) == {"c"}
    assert found(documents, "", tag=("x", "z")) == {"a"}
    assert found(documents, "", tag=("y",)) == {"a", "b"}
    assert found(documents, "", after=day_start(date(2026, 11, 1))) == {"a", "b"}
    assert found(documents, "", before=day_start(date(2026, 11, 1))) == {"c"}
    assert found(
        documents, "", after=day_start(date(2026, 10, 31)), before=day_start(date(2026, 11, 3))
    ) == {
        "a",
        "b",
        "c",
    }
    assert found(documents, "", after=_EVER[0], before=_EVER[1]) == {"a", "b", "c"}
    assert found(documents, "", source=("' OR 1=1 --", "\ud800", '"', "")) == set()


def test_export_is_everything_in_the_order_of_collection(documents: Documents) -> None:
    collected = [NOVEMBER + timedelta(days=(n * 7) % 50, hours=n % 2) for n in range(450)]
    items = [
        document(f"d{n:03}", "事件" if n % 10 else "别的", collected=when)
        for n, when in enumerate(collected)
    ]
    store(documents, items)
    expected = [d for d in sorted(items, key=lambda d: (d.collected, d.id)) if d.title == "事件"]
    assert list(documents.export(SearchRequest(query=parse("事件"), size=1))) == expected
    few = SearchRequest(query=Query(), filters=Filters(after=day_start(date(2027, 1, 1))))
    assert list(documents.export(few)) == []


def test_the_ids_of_the_newest_are_those_of_all_matches_by_publication(
    documents: Documents,
) -> None:
    items = [
        document(
            f"d{n:02}",
            "事件" if n % 10 else "别的",
            published=NOVEMBER - timedelta(hours=(n * 7) % 50) if n % 4 else None,
            copy_id="same" if n % 3 else "",
        )
        for n in range(40)
    ]
    store(documents, items)
    matching = [item for item in items if item.title == "事件"]
    dated = sorted(
        (item for item in matching if item.published), key=lambda item: item.published or NOVEMBER
    )
    newest = [item.id for item in reversed(dated)]
    undated = sorted(item.id for item in matching if not item.published)
    request = SearchRequest(query=parse("事件"), sort="time", size=1, copies="once")
    assert documents.matching_ids(request, 10_000) == newest + undated
    assert documents.matching_ids(request, 5) == newest[:5]
    assert documents.matching_ids(SearchRequest(query=parse("nothing")), 5) == []


def test_a_draw_goes_by_id_from_a_place_on_and_round(documents: Documents) -> None:
    months = [NOVEMBER, NOVEMBER + timedelta(days=40)]
    store(
        documents,
        [
            document(
                f"d{n}",
                "事件" if n % 2 else "别的",
                "全文",
                collected=months[n % 2],
                copy_id="same",
            )
            for n in range(8)
        ],
    )
    everything = SearchRequest(query=parse(""), size=1, copies="once")
    drawn = documents.draw(everything, "d5", 5)
    assert [each.id for each in drawn] == ["d5", "d6", "d7", "d0", "d1"]
    assert [each.title for each in drawn[:2]] == ["事件", "别的"]
    assert {each.content for each in drawn} == {""}
    assert {each.content for each in documents.draw(everything, "d5", 5, characters=1)} == {"全"}
    assert documents.draw(everything, "d5", 5) == drawn
    events = SearchRequest(query=parse("事件"))
    assert [each.id for each in documents.draw(events, "d2", 10_000)] == ["d3", "d5", "d7", "d1"]
    assert documents.draw(SearchRequest(query=parse("nothing")), "d2", 10) == []


def test_drop_before_drops_whole_months_only(documents: Documents) -> None:
    months = {"sep": (2026, 9), "oct": (2026, 10), "nov": (2026, 11), "jan": (2027, 1)}
    store(
        documents,
        [
            document(n, "事件", tags=("t",), collected=datetime(*m, 15, tzinfo=UTC))
            for n, m in months.items()
        ],
    )
    assert documents.drop_before(date(2026, 10, 31)) == 1
    assert documents.drop_before(date(2026, 11, 1)) == 1
    assert documents.drop_before(date(2026, 11, 30)) == 0
    documents.refresh()
    assert found(documents, "事件") == found(documents, "", tag=("t",)) == {"nov", "jan"}
    assert documents.get("oct") is None
    store(documents, [document("oct", "事件", collected=datetime(2026, 10, 15, tzinfo=UTC))])
    assert found(documents, "事件") == {"nov", "jan", "oct"}


def test_info_counts(documents: Documents) -> None:
    store(
        documents,
        [document(f"d{n}", "事件", collected=NOVEMBER + timedelta(days=20 * n)) for n in range(7)],
    )
    info = documents.info()
    assert isinstance(info, DocumentsInfo)
    assert info.documents == 7
    assert info.size_bytes > 1000


def test_threads_share_a_store(documents: Documents) -> None:
    def work(number: int) -> int:
        documents.write([_of(number, step) for step in range(5)])
        return ask(documents, "事件").total

    with ThreadPoolExecutor(8) as pool:
        assert all(total <= 80 for total in pool.map(work, range(16)))
    documents.refresh()
    assert ask(documents, "事件").total == 80


def test_a_document_is_there_as_soon_as_it_is_written(documents: Documents) -> None:
    """Without ``refresh``: a worker that looks a moment later must not store its page again."""
    first = document("a", "First title", "text")
    documents.write([first])
    assert documents.get("a") == first
    again = document("a", "Second title", "text")
    documents.write([again])
    assert documents.get("a") == again
    late = document("late", "T", "text", collected=NOVEMBER + timedelta(days=40))
    documents.write([late])
    assert documents.get("late") == late
    assert [documents.get(each) for each in ("none", "", "x" * 600, "\ud800", "a/b")] == [None] * 5


def test_processes_share_a_store(documents: Documents, url: str) -> None:
    """All of them begin with the first write, that is with making tables, template and index."""
    with ProcessPoolExecutor(3, mp_context=FORKED) as pool:
        list(pool.map(_write_from_elsewhere, [url] * 3, range(3)))
    documents.refresh()
    assert ask(documents, "事件").total == 60


def _write_from_elsewhere(url: str, number: int) -> None:
    with closing(open_documents(Settings(documents_url=url))) as opened:
        for step in range(4):
            opened.write([_of(number, 5 * step + place) for place in range(5)])


def _of(number: int, step: int) -> Document:
    return document(
        f"d{number}-{step}", "事件", collected=NOVEMBER + timedelta(days=31 * (step % 3))
    )


def _pages(documents: Documents, request: SearchRequest) -> list[str]:
    """The ids of all pages from the first to the one that says it is the last."""
    seen: list[str] = []
    while True:
        page = documents.search(request)
        seen += ids(page.hits)
        if not page.cursor:
            return seen
        assert len(page.hits) == request.size
        request = replace(request, cursor=page.cursor)
