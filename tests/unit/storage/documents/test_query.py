"""The text of a query to phrases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.errors import QueryError
from storage.documents.query import MAX_PHRASES, Phrase, Query, needles, parse
from storage.documents.segmentation import Segmenter
from storage.errors import StorageError


def _written(query: Query) -> list[str]:
    """Phrases in a short notation: "exact", -negated, plain."""
    return [("-" if p.negated else "") + (f'"{p.text}"' if p.exact else p.text) for p in query.phrases]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("", []),
        (" \t\u3000\n", []),
        ("bank", ["bank"]),
        ("bank  rate", ["bank", "rate"]),
        ("bank bank", ["bank"]),
        ('"central bank" rate', ['"central bank"', "rate"]),
        ('bank"central bank"rate', ["bank", '"central bank"', "rate"]),
        ("“中国 人民”银行", ['"中国 人民"', "银行"]),
        ('bank "central', ["bank", '"central"']),
        ('bank "', ["bank"]),
        ('"" bank', ["bank"]),
        ("-bank", ["-bank"]),
        ("－bank", ["-bank"]),
        ("--bank", ["-bank"]),
        ('bank -"central bank"', ["bank", '-"central bank"']),
        ("- bank", ["bank"]),
        ("wi-fi AT&T 3.14", ["wi-fi", "AT&T", "3.14"]),
        ("央行", ["央行"]),
        ("人民银行", ["人民银行"]),
        ("上海，北京", ["上海", "北京"]),
        ("上海/北京", ["上海", "北京"]),
        ("5G网络", ["5G网络"]),
        ("唐纳德·特朗普", ["唐纳德·特朗普"]),
        ("中国人民银行宣布降息", ["中国人民银行", "宣布", "降息"]),
        ("苹果iPhone发布会什么时候", ["苹果", "iPhone", "发布会", "什么", "时候"]),
        ('"中国人民银行宣布降息"', ['"中国人民银行宣布降息"']),
        ("-中国人民银行宣布降息", ["-中国人民银行宣布降息"]),
        ("東京オリンピック開催", ["東京オリンピック開催"]),
        ("a\0b\ud800c", ["a", "b", "c"]),
    ],
)
def test_parse(text: str, phrases: list[str]) -> None:
    assert _written(parse(text)) == phrases


def test_names_of_ones_own_stay_whole() -> None:
    text = "欧阳若曦出席会议"
    assert "欧阳若曦" not in _written(parse(text))
    assert _written(parse(text, Segmenter(["欧阳若曦"])))[0] == "欧阳若曦"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x" * 1001, "1,001 characters; shorten it to 1,000"),
        (" ".join(map(str, range(65))), "65 words and phrases; leave out all but 64"),
        ("!!! ???", "no letter or digit"),
        ('"', "no letter or digit"),
        ("\0", None),
    ],
)
def test_what_cannot_be_searched_is_explained(text: str, message: str | None) -> None:
    if message is None:
        assert parse(text) == Query()
        return
    with pytest.raises(QueryError, match=message) as raised:
        parse(text)
    assert isinstance(raised.value, StorageError)


def test_the_most_phrases() -> None:
    assert len(parse(" ".join(map(str, range(MAX_PHRASES)))).phrases) == MAX_PHRASES


@pytest.mark.parametrize(
    ("phrase", "words", "stemmed"),
    [
        (Phrase(text="Central Banks"), ("central", "bank"), True),
        (Phrase(text="Central Banks", exact=True), ("central", "banks"), False),
        (Phrase(text="banks发布"), ("banks", "发", "布"), False),
        (Phrase(text="央行", negated=True), ("央", "行"), False),
    ],
)
def test_needles(phrase: Phrase, words: tuple[str, ...], stemmed: bool) -> None:
    (needle,) = needles(Query(phrases=(phrase, Phrase(text="?!"))))
    assert (needle.words, needle.stemmed, needle.negated) == (words, stemmed, phrase.negated)


@given(st.text(max_size=200) | st.text('ab央行金融"“”-－ \0\ud800.，', max_size=80))
def test_parse_gives_phrases_with_words_or_a_query_error(text: str) -> None:
    try:
        query = parse(text)
    except QueryError:
        return
    assert len(needles(query)) == len(query.phrases) <= MAX_PHRASES
    assert len(set(query.phrases)) == len(query.phrases)
    assert not any("\0" in phrase.text or "\ud800" in phrase.text for phrase in query.phrases)


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=40))
def test_the_parts_of_a_chinese_run_are_the_run(text: str) -> None:
    words = [phrase.text for phrase in parse(text).phrases]
    assert all(word in text for word in words)
    assert set("".join(words)) == set(text)
