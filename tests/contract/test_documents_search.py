"""What queries find and mark, on SQLite and on a real Elasticsearch server, and that both answer
alike.
"""

import random
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.backends import open_documents
from storage.documents.errors import QueryError
from storage.documents.port import Document, Documents, Filters, SearchPage, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tree import FieldValue, Not, Phrase, Query
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, ask, document, found, marked, store

_ARTICLES = [
    document(
        "bank",
        "中国人民银行宣布下调存款准备金率",
        "记者欧阳若曦从央行获悉，自12月1日起下调金融机构存款准备金率0.5个百分点。行长潘功胜表示，稳健的货币政策不变。",
    ),
    document(
        "phone",
        "苹果发布iPhone 15 Pro",
        "蘋果公司在AI芯片上投入巨資。“5G网络”与Wi-Fi、ＧＰＳ都有。",
        lang="zh",
    ),
    document(
        "hk",
        "香港國際機場客運量回升",
        "機管局行政總裁張李佳蕙表示，預計明年全面恢復。",
        lang="zh-hk",
    ),
    document(
        "rates",
        "Central banks raise rates again",
        "The Bank of England's governors are meeting. Running costs rose; café owners in São "
        "Paulo ran out of cash.",
        lang="en",
    ),
    document(
        "river",
        "River news",
        "He sat on a bank of the river. Rate of flow: 3.5 m/s, AT&T said.",
        lang="en",
    ),
    document(
        "tokyo",
        "東京オリンピック開催",
        "ガンバ大阪が勝った。ﾃﾚﾋﾞで見た。서울에서 은행을 찾았다",
        lang="ja",
    ),
]
_SUPPRESSED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
_numbers = count()


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    """One store for the whole module: tests that write keep to a source of their own."""
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _ARTICLES)
        yield opened


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # names that no dictionary knows, words, parts of words
        ("欧阳若曦", "bank"),
        ("潘功胜", "bank"),
        ("若曦", "bank"),
        ("央行", "bank"),
        ("准备金率", "bank"),
        ("行央", ""),
        ("欧阳曦", ""),
        # phrases and long queries
        ('"下调存款准备金率"', "bank"),
        ('"央行下调存款准备金率"', ""),
        ("央行下调存款准备金率", "bank"),
        ("潘功胜表示货币政策稳健不变", "bank"),
        ("潘功胜表示货币政策宽松", ""),
        ("“下调金融机构”", "bank"),
        # across a sign, as readers remember it
        ('"央行获悉自12月1日起"', "bank"),
        # mixed, full width, numbers
        ("iPhone15", ""),
        ("iPhone 15", "phone"),
        ("IPHONE", "phone"),
        ("AI芯片", "phone"),
        ("gps", "phone"),
        ("５ｇ网络", "phone"),
        ("wi-fi", "phone"),
        ("苹果发布iPhone", "phone"),
        ("0.5个百分点", "bank"),
        ("3.5", "river"),
        # traditional characters, as written
        ("國際機場", "hk"),
        ("國際機場客運量回升", "hk"),
        ("張李佳蕙", "hk"),
        ("国际机场", "hk"),
        ("蘋果公司", "phone"),
        # Japanese and Korean
        ("オリンピック", "tokyo"),
        ("テレビ", "tokyo"),
        ("은행", "tokyo"),
        # English inflection, exact words, phrases
        ("bank", "rates river"),
        ("banks", "rates river"),
        ("banking", "rates river"),
        ("rating", "rates river"),
        ('"banks"', "rates"),
        ('"bank"', "rates river"),
        ("central bank", "rates"),
        ('"central banks"', "rates"),
        ('"central bank"', ""),
        ('"banks central"', ""),
        ("governor", "rates"),
        ("england", "rates"),
        ("england's", "rates"),
        ('"bank of england"', "rates"),
        ("café", "rates"),
        ("CAFÉ", "rates"),
        ("são", "rates"),
        ("AT&T", "river"),
        # negation
        ("bank -river", "rates"),
        ('bank -"bank of england"', "river"),
        ("bank -央行", "rates river"),
        ("-bank", "bank phone hk tokyo"),
        ("-bank -表示 -ガンバ", "phone"),
        ("bank -bank", ""),
        # signs of the language of queries, and signs that mean nothing
        ("bank*", "rates river"),
        ("bank NEAR/3 river", "river"),
        ("bank & ~ river", "river"),
    ],
)
def test_finds(documents: Documents, query: str, expected: str) -> None:
    assert found(documents, query, source=("Example News",)) == set(expected.split())


@pytest.mark.parametrize(
    ("query", "name", "title", "body"),
    [
        ("央行", "bank", [], ["央行"]),
        ("下调", "bank", ["下调"], ["下调"]),
        ("下调存款准备金率", "bank", ["下调存款准备金率"], ["下调", "存款准备金率"]),
        ("银行 人民", "bank", ["人民银行"], []),
        ("bank", "rates", ["banks"], ["Bank"]),
        ("central bank", "rates", ["Central", "banks"], ["Bank"]),
        ('"central banks"', "rates", ["Central banks"], []),
        ("england", "rates", [], ["England"]),
        ("run", "rates", [], ["Running"]),
        ('"5G网络"', "phone", [], ["5G网络"]),
        ("gps", "phone", [], ["ＧＰＳ"]),
        ("テレビ", "tokyo", [], ["ﾃﾚﾋﾞ"]),
        ("wi-fi", "phone", [], ["Wi-Fi"]),
        ("", "hk", [], []),
        ("-bank", "hk", [], []),
    ],
)
def test_marks_exactly_the_words(
    documents: Documents, query: str, name: str, title: list[str], body: list[str]
) -> None:
    hits = {hit.document.id: hit for hit in ask(documents, query, size=50).hits}
    assert hits[name].title.text == hits[name].document.title
    assert marked(hits[name].title) == title
    assert [text for snippet in hits[name].snippets for text in marked(snippet)] == body


def test_snippets_show_where_the_words_are_dense(documents: Documents) -> None:
    filler = "今天天气很好，大家都出门了。" * 40
    text = f"{filler}这里只有降息。{filler}这里央行宣布降息，央行解释降息。{filler}末了又是央行。"
    store(documents, [document("dense", "无题", text, source="snippets")])
    (hit,) = ask(documents, "央行 降息", filters=Filters(source=("snippets",))).hits
    assert [marked(snippet) for snippet in hit.snippets] == [
        ["降息"],
        ["央行", "降息", "央行", "降息"],
        ["央行"],
    ]
    assert all(snippet.text in text and len(snippet.text) < 200 for snippet in hit.snippets)


_HAN = st.text(
    st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF) | st.sampled_from("𠮷㐂々〇ガの한ー"),
    min_size=2,
    max_size=9,
)
_WORD = st.text(
    st.characters(categories=["Lu", "Ll", "Nd"], max_codepoint=0x52F), min_size=1, max_size=12
).filter(lambda word: word not in ("AND", "OR", "NOT"))
_SIGN = st.sampled_from([" ", "，", "。", ", ", "\n", "——", "·", "、", "! ", "（", "\u3000", " - "])


@settings(suppress_health_check=_SUPPRESSED)
@given(pieces=st.lists(st.tuples(_HAN | _WORD, _SIGN), min_size=1, max_size=12), data=st.data())
def test_any_part_of_a_text_finds_it(
    documents: Documents, pieces: list[tuple[str, str]], data: st.DataObject
) -> None:
    """Any two or more Chinese characters, or whole words, in quotes or not."""
    first = data.draw(st.integers(0, len(pieces) - 1))
    last = data.draw(st.integers(first, len(pieces) - 1))
    part = "".join(piece + sign for piece, sign in pieces[first:last]) + pieces[last][0]
    if first == last and ord(part[0]) >= 0x4E00:
        start = data.draw(st.integers(0, len(part) - 2))
        part = part[start : data.draw(st.integers(start + 2, len(part)))]
    name = f"part{next(_numbers)}"
    text = "".join(piece + sign for piece, sign in pieces)
    store(documents, [document(name, "" if len(text) % 2 else text, text, source=name)])
    assert found(documents, f'"{part}"', source=(name,)) == {name}
    # Outside of quotation marks a bracket is a sign of the language.
    assert found(documents, part.replace("（", " "), source=(name,)) == {name}


@pytest.mark.parametrize(
    "text",
    [
        '"',
        '""',
        "-",
        "--",
        '-"',
        "*",
        "AND",
        "a AND (b OR NOT c)",
        'content : "x"',
        "{title} : x",
        "x NEAR/2 y",
        "^x",
        "x + y",
        "_exists_:title",
        "/.*/",
        "\\",
        "[* TO *]",
        "a\0b",
        "\0",
        "\ud800",
        "a\udfffb 央\ud800行",
        "'; DROP TABLE entry; --",
        "%s {} ${x} <b>",
        "\u202e\u200b\ufeff",
        "e\u0301" * 300,
        "x" * 10_000,
        "央行" * 5_000,
        "央行" * 500,
        " ".join("abcdefghij"[n % 10] + str(n) for n in range(64)),
        " ".join(str(n) for n in range(100)),
        '"' + " ".join(["a"] * 499) + '"',
    ],
)
def test_hostile_queries(documents: Documents, text: str) -> None:
    _answers(documents, text)


@settings(suppress_health_check=_SUPPRESSED)
@given(
    text=st.text(st.characters(), max_size=60)
    | st.text(st.sampled_from('ab央行 "-*()\0\ud800:^'), max_size=30)
)
def test_no_query_breaks_a_store(documents: Documents, text: str) -> None:
    _answers(documents, text)


def _answers(documents: Documents, text: str) -> None:
    """Nothing but QueryError comes of a text, parsed or handed on as it is."""
    with suppress(QueryError):
        ask(documents, text)
    for node in (
        Phrase(text=text),
        Phrase(text=text, field="author"),
        FieldValue(field="tag", value=text),
    ):
        for root in (node, Not(node)):
            page = documents.search(SearchRequest(query=Query(root=root)))
            assert page.total >= len(page.hits)


def test_both_stores_answer_alike(elasticsearch_url: str, tmp_path: Path) -> None:
    """The same random documents and queries: the same hits, order by time, counts and marks."""
    rng = random.Random(7)
    items = [_random_document(rng, number) for number in range(400)]
    queries = [_random_query(rng) for _ in range(60)]
    answers = []
    for url in (f"sqlite://{tmp_path}/documents.db", elasticsearch_url):
        with closing(open_documents(Settings(documents_url=url))) as documents:
            store(documents, items)
            store(documents, items[:100])
            answers.append([_comparable(documents, query) for query in queries])
    assert answers[0] == answers[1]
    assert sum(answer[0].total > 0 for answer in answers[0]) > 30


def _comparable(documents: Documents, query: str) -> tuple[SearchPage, set[str], list[Document]]:
    by_time = ask(documents, query, sort="time", size=30)
    by_relevance = ask(documents, query, size=400, facets=False)
    exported = list(documents.export(SearchRequest(query=parse(query))))
    assert by_relevance.total == by_time.total == len(exported)
    # Scores may differ, and with them the cursor.
    page = SearchPage(
        total=by_time.total,
        hits=by_time.hits,
        cursor="",
        facets=by_time.facets,
        undated=by_time.undated,
    )
    days = sum(count for _, count in page.facets["day"])
    assert days + page.undated == page.total
    return (
        page,
        {hit.document.id for hit in by_relevance.hits},
        _by_collection(documents, query) + exported,
    )


def _by_collection(documents: Documents, query: str) -> list[Document]:
    """Every hit, last found first, page by page."""
    hits: list[Document] = []
    cursor = ""
    while True:
        page = ask(documents, query, sort="collected", size=60, facets=False, cursor=cursor)
        hits += [hit.document for hit in page.hits]
        if not page.cursor:
            break
        cursor = page.cursor
    assert len(hits) == len({each.id for each in hits}) == page.total
    assert hits == sorted(hits, key=lambda each: (-each.collected.timestamp(), each.id))
    return hits


_VOCABULARY = [
    "央行",
    "行长",
    "银行",
    "人民",
    "降息",
    "bank",
    "banks",
    "Banking",
    "central",
    "rate",
    "rates",
    "5G",
    "，",
    " ",
    "\n",
]


def _random_document(rng: random.Random, number: int) -> Document:
    def text(most: int) -> str:
        return "".join(
            word if word.strip() in ("", "，") else word + rng.choice(["", " "])
            for word in rng.choices(_VOCABULARY, k=most)
        )

    published = NOVEMBER - timedelta(
        hours=rng.randint(0, 900), microseconds=rng.randint(0, 999_999)
    )
    return document(
        f"d{number}",
        text(5),
        text(rng.randint(0, 60)),
        source=f"s{rng.randint(1, 30)}",
        site=f"site{rng.randint(1, 5)}",
        lang=rng.choice(["zh", "en", ""]),
        published=rng.choice([None, published, published]),
        collected=NOVEMBER + timedelta(days=rng.randint(-70, 0)),
    )


def _random_query(rng: random.Random) -> str:
    words = rng.choices(
        [w for w in _VOCABULARY if w.strip() not in ("", "，")], k=rng.randint(0, 4)
    )
    forms = [
        "{}",
        "{}",
        '"{}"',
        "-{}",
        '"{}银行"',
        "{}央行",
        "title:{}",
        "(site:site1 OR {})",
        "NOT (lang:zh {})",
    ]
    terms = [rng.choice(forms).format(word) for word in words]
    return "".join(term + rng.choice([" ", " ", " OR ", " AND "]) for term in terms[:-1]) + "".join(
        terms[-1:]
    )
