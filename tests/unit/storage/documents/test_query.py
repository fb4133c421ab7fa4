"""The text of a query to a tree."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.errors import QueryError
from storage.documents.query import MAX_TERMS, parse
from storage.documents.query_tokens import FIELDS, quoted
from storage.documents.query_tree import (
    And,
    Comparison,
    DateRange,
    FieldValue,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    leaves,
    term_matches,
)
from storage.errors import StorageError


def _written(node: Node | None) -> str:
    """A tree in a short notation: word "exact" -not [all of these] {one of these} field:value
    days.
    """
    match node:
        case And(parts):
            return f"[{' '.join(map(_written, parts))}]"
        case Or(parts):
            return f"{{{' '.join(map(_written, parts))}}}"
        case Not(part):
            return f"-{_written(part)}"
        case Phrase(text=text, exact=exact, field=field):
            star = "*" if node.prefix else ""
            return (f"{field}:" if field else "") + (f'"{text}"' if exact else text) + star
        case FieldValue(field=field, value=value):
            return f"{field}={value}"
        case Near(first=first, second=second, distance=distance):
            return f"<{_written(first)} {distance} {_written(second)}>"
        case Comparison(field=field, sign=sign, value=value):
            return f"{field}{sign}{value}"
        case DateRange(start=start, end=end):
            return "..".join(
                f"{each:%Y-%m-%dT%H:%M}".removesuffix("T00:00") if each else ""
                for each in (start, end)
            )
    return ""


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", ""),
        (" \t\u3000\n", ""),
        ("bank", "bank"),
        ("bank  rate", "[bank rate]"),
        ("bank bank", "bank"),
        ('"central bank" rate', '["central bank" rate]'),
        ('bank"central bank"rate', '[bank "central bank" rate]'),
        ("“中国 人民”银行", '["中国 人民" 银行]'),
        ('"" bank', "bank"),
        ("-bank", "-bank"),
        ("－bank", "-bank"),
        ("--bank", "-bank"),
        ('bank -"central bank"', '[bank -"central bank"]'),
        ("- bank", "bank"),
        ("wi-fi AT&T 3.14", "[wi-fi AT&T 3.14]"),
        # operators
        ("a AND b", "[a b]"),
        ("a OR b", "{a b}"),
        ("a b OR c d", "{[a b] [c d]}"),
        ("a OR b AND c OR d", "{a [b c] d}"),
        ("a (b OR c)", "[a {b c}]"),
        ("(a b) c", "[a b c]"),
        ("(a OR b) OR c", "{a b c}"),
        ("a OR a", "a"),
        ("NOT a", "-a"),
        ("NOT NOT a", "a"),
        ("NOT -a", "a"),
        ("a NOT b OR c", "{[a -b] c}"),
        ("NOT (a OR b)", "-{a b}"),
        ("-(a -(b c))", "-[a -[b c]]"),
        ("and or not And", "[and or not And]"),
        ("ANDROID NOTE ORAL", "[ANDROID NOTE ORAL]"),
        ('"a AND b" "NOT"', '["a AND b" "NOT"]'),
        ("a OR(b)AND(c)", "{a [b c]}"),
        # fields
        ("title:a b", "[title:a b]"),
        ('title:"a b"', 'title:"a b"'),
        ("title: a", "title:a"),
        ("title:(a OR b) c", "[{title:a title:b} c]"),
        ("title:(a site:x)", "[title:a site=x]"),
        ("-title:a", "-title:a"),
        ("title:(-a b)", "[-title:a title:b]"),
        ("Title:a SITE:X.org", "[title:a site=x.org]"),
        ('source:"BBC News" tag:Economy', "[source=BBC News tag=Economy]"),
        ("kind:THREAD lang:zh-HK channel:Feed", "[kind=thread lang=zh-hk channel=feed]"),
        ("author:欧阳若曦出席会议", "author:欧阳若曦出席会议"),
        ("title:中国人民银行宣布降息", "[title:中国人民银行 title:宣布 title:降息]"),
        ("after:2026-11-21", "2026-11-21.."),
        ("after:2026-11 before:2026-11", "[2026-11-01.. ..2026-12-01]"),
        ("after:2026 before:2024-2", "[2026-01-01.. ..2024-03-01]"),
        ('before:"2026"', "..2027-01-01"),
        ("(before:2025 OR after:2026-1-2)", "{..2026-01-01 2026-01-02..}"),
        ("after:2026-11-21T08:00", "2026-11-21T08:00.."),
        ("before：2026-11-21T17:30 -after:－2d", "[..2026-11-21T17:30 -2026-11-20T12:00..]"),
        ("after:-3h OR after:2026", "{2026-11-22T09:00.. 2026-01-01..}"),
        ("a -3h", "[a -3h]"),
        # beginnings of words
        ("harb* fire", "[harb* fire]"),
        ("*港口", "港口"),
        ("title:harb＊ -fir**", "[title:harb* -fir*]"),
        ("发展* * ** author:Jan*", "[发展 author:Jan*]"),
        ('"harb*" site:x*', '["harb*" site=x*]'),
        # words near each other
        ("a NEAR b", "<a 10 b>"),
        ('a NEAR/5 "b c" d', '[<a 5 "b c"> d]'),
        ("x a NEAR/0 b NEAR/3 c", "[x <a 0 b> <b 3 c>]"),
        ("title:(a NEAR b) OR c", "{<title:a 10 title:b> c}"),
        ("央行 NEAR/4 中国人民银行宣布降息", "<央行 4 中国人民银行宣布降息>"),
        ("NEARBY near NEAR/x", "[NEARBY near NEAR/x]"),
        ("-(a NEAR b)", "-<a 10 b>"),
        # numbers
        ("confidence:<0.75 a", "[confidence<0.75 a]"),
        ("confidence:(>=.5 <=1)", "[confidence>=0.5 confidence<=1.0]"),
        # Chinese signs
        ("（央行 OR 银行）－降息", "[{央行 银行} -降息]"),
        ("标题 title：“央行”", '[标题 title:"央行"]'),
        # colons that make no field
        ("https://example.org/a", "https://example.org/a"),
        ("Breaking: news", "[Breaking: news]"),
        ("10:30", "10:30"),
        ("AI：未来", "[AI 未来]"),
        ('"re:invent"', '"re:invent"'),
        # signs of other search engines
        ("a | b", "{a b}"),
        ("a || b && c", "{a [b c]}"),
        ("a|b", "{a b}"),
        ("台风｜微信", "{台风 微信}"),
        ("a -!b", "[a -b]"),
        ("a –b", "[a -b]"),
        ("a ！b", "[a -b]"),
        ("他说“不行”！专家：没事", '[他说 "不行" 专家 没事]'),
        ("（图）！台风", "[图 台风]"),
        ("a–b", "a-b"),
        ("“A”–“B”", '["A" "B"]'),
        ("cites:https://x.org/a|b c", "[cited_page=x.org/a|b c]"),
        ("cites:x.org|b", "{cited_site=x.org b}"),
        ("“A” –“B”", '["A" -"B"]'),
        ("a !b", "[a -b]"),
        ('a !"b c"', '[a -"b c"]'),
        ("a!", "a!"),
        ("«a b» „c d“", '["a b" "c d"]'),
        ("「中国人民银行宣布降息」", '"中国人民银行宣布降息"'),
        # what holds no word is left out
        ("a & b", "[a b]"),
        ("a () b", "[a b]"),
        ("(!) a", "a"),
        # Chinese
        ("央行", "央行"),
        ("人民银行", "人民银行"),
        ("上海，北京", "[上海 北京]"),
        ("上海/北京", "[上海 北京]"),
        ("5G网络", "5G网络"),
        ("唐纳德·特朗普", "唐纳德·特朗普"),
        ("中国人民银行宣布降息", "[中国人民银行 宣布 降息]"),
        ("中国人民银行宣布降息 OR 加息", "{[中国人民银行 宣布 降息] 加息}"),
        ("苹果iPhone发布会什么时候", "[苹果 iPhone 发布会 什么 时候]"),
        ('"中国人民银行宣布降息"', '"中国人民银行宣布降息"'),
        ("-中国人民银行宣布降息", "-中国人民银行宣布降息"),
        ("NOT 中国人民银行宣布降息", "-中国人民银行宣布降息"),
        ("東京オリンピック開催", "東京オリンピック開催"),
        ("a\0b\ud800c", "[a b c]"),
    ],
)
def test_parse(text: str, tree: str) -> None:
    assert _written(parse(text, now=datetime(2026, 11, 22, 12, tzinfo=UTC)).root) == tree


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("x" * 1001, "1,001 characters. Shorten it to 1,000 or fewer.", "x"),
        (" ".join(map(str, range(65))), "65 words and phrases. Use at most 64.", None),
        ("!!! ???", "no letter or digit", None),
        ('""', "no letter or digit", None),
        ("()", "no letter or digit", None),
        ('bank "central', "quotation mark is not closed", '"'),
        ("bank “central", "quotation mark is not closed", "“"),
        ("bank (a OR b", "bracket is not closed", "("),
        ("bank （a OR b", "bracket is not closed", "（"),
        ("bank a) OR b", "This closing bracket has no opening bracket", ")"),
        ("a AND", "AND needs a word or phrase on each side", "AND"),
        ("AND a", "AND needs a word or phrase on each side", "AND"),
        ("a AND OR b", "AND needs a word or phrase on each side", "AND"),
        ("a OR", "OR needs a word or phrase on each side", "OR"),
        ("OR a", "OR needs a word or phrase on each side", "OR"),
        ("(a OR) b", "OR needs a word or phrase on each side", "OR"),
        ("a AND ?", "AND needs a word or phrase on each side", "AND"),
        ("? OR a", "OR needs a word or phrase on each side", "OR"),
        ("a NOT", "NOT has nothing to exclude", "NOT"),
        ("a NOT OR b", "NOT has nothing to exclude", "NOT"),
        ("a -?", "- has nothing to exclude", "-"),
        ("title:", "title: needs a value", "title:"),
        ("a Site: OR b", "site: needs a value", "Site:"),
        ('tag:""', "tag: needs a value", "tag:"),
        ("title:?", "title: needs a value", "title:"),
        ("autor:müller", "autor: is not a field. Use one of title: author: ", "autor:"),
        ("after:2026-13", "“2026-13” is not a date", "2026-13"),
        ("before:2026-02-30", "“2026-02-30” is not a date", "2026-02-30"),
        ("before:0", "“0” is not a date", "0"),
        ("after:0000", "“0000” is not a date", "0000"),
        ("after:(a OR 2026)", "“a” is not a date", "a"),
        ("(((((((a)))))))", "More than 6 brackets", "("),
        ("a h*rb", "A * stands only at the end of a word, such as harb*.", "*"),
        ("中*国", "A * stands only at the end of a word", "*"),
        ("a *arbour", "A * stands only at the end of a word", "*"),
        ("a h*", "Put two letters or more of one word before the *", "h*"),
        ("wi-fi*", "Put two letters or more of one word before the *", "wi-fi*"),
        ("NEAR/5 a", "NEAR/5 needs a word or phrase on each side", "NEAR/5"),
        ("a NEAR", "NEAR needs a word or phrase on each side", "NEAR"),
        ("a AND NEAR b", "AND needs a word or phrase on each side", "AND"),
        ("a NEAR OR b", "NEAR needs a word or phrase on each side", "NEAR"),
        ("a NEAR/101 b", "NEAR/101 is too far. Use NEAR/100 or less.", "NEAR/101"),
        ("a NEAR (b c)", "NEAR needs a word or a phrase in quotation marks on each side", "NEAR"),
        (
            "中国人民银行宣布降息 NEAR b",
            "NEAR needs a word or a phrase in quotation marks on each side",
            "NEAR",
        ),
        ("bank* NEAR b", "NEAR needs a word or a phrase in quotation marks on each side", "NEAR"),
        ("a NEAR site:b", "NEAR needs a word or a phrase in quotation marks on each side", "NEAR"),
        ("title:a NEAR b", "Put both words of NEAR in one field", "NEAR"),
        ('"a b"~5', "~5 has no meaning here. Write the words with NEAR/5", "~5"),
        ("a ||", "|| needs a word or phrase on each side", "||"),
        ("confidence:high", "“high” is not a comparison. Write confidence:<0.75", "high"),
        ("confidence:<2", "“<2” is not a comparison", "<2"),
        (
            "a cites:b..c",
            "“b..c” is neither a site nor an address. Write cites:example.org",
            "b..c",
        ),
        ("cites:ftp://b/c", "“ftp://b/c” is neither a site nor an address", "ftp://b/c"),
    ],
)
def test_what_cannot_be_searched_is_explained_with_its_place(
    text: str, message: str, place: str | None
) -> None:
    with pytest.raises(QueryError, match=re.escape(message)) as raised:
        parse(text)
    assert isinstance(raised.value, StorageError)
    found = raised.value.place
    assert (text[slice(*found)] if found else None) == place


@pytest.mark.parametrize(
    "written", ["a.example", "www.a.example", "https://www.a.example/news/1?x=1", "A.example/"]
)
def test_a_site_may_be_named_by_an_address_on_it(written: str) -> None:
    assert parse(f'site:"{written}"') == parse("site:a.example")


def test_the_place_is_the_right_one_of_several() -> None:
    with pytest.raises(QueryError) as raised:
        parse("(a OR b) AND (c OR d")
    assert raised.value.place == (13, 14)


def test_controls_alone_ask_for_nothing() -> None:
    assert parse("\0") == Query()


def test_the_most_terms() -> None:
    assert len(list(leaves(parse(" ".join(map(str, range(MAX_TERMS)))).root))) == MAX_TERMS


@pytest.mark.parametrize(
    ("words", "expected", "stemmed"),
    [
        (Phrase(text="Central Banks"), ("central", "bank"), True),
        (Phrase(text="Central Banks", exact=True), ("central", "banks"), False),
        (Phrase(text="banks发布"), ("banks", "发", "布"), False),
        (Phrase(text="央行"), ("央", "行"), False),
        (Phrase(text="Jane Banks", field="author"), ("jane", "banks"), False),
    ],
)
def test_the_words_that_a_phrase_matches(
    words: Phrase, expected: tuple[str, ...], stemmed: bool
) -> None:
    phrase = words.term_match()
    assert phrase is not None
    assert (phrase.words, phrase.stemmed, phrase.field) == (expected, stemmed, words.field)
    assert Phrase(text="?!").term_match() is None


def test_what_is_wanted_is_what_stands_under_no_or_two_negations() -> None:
    wanted = term_matches(parse("a -b NOT (c -title:d OR NOT e) author:f a"))
    assert [(phrase.words, phrase.field) for phrase in wanted] == [
        (("a",), ""),
        (("d",), "title"),
        (("e",), ""),
    ]


_SIGNS = [
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "NEAR/3",
    "*",
    "h*",
    "<0.5",
    "-",
    "(",
    ")",
    "（",
    "“",
    '"',
    ":",
    "：",
    "?",
    " ",
    *(f"{name}:" for name in FIELDS),
]
_PIECES = ["a", "央行", "中国人民银行宣布降息", "2026", *_SIGNS]


@given(
    st.text(max_size=200)
    | st.text('ab央行金融"“”-－()（）:： \0\ud800.，', max_size=80)
    | st.lists(st.sampled_from(_PIECES), max_size=30).map(" ".join)
    | st.lists(st.sampled_from(_PIECES), max_size=30).map("".join)
)
def test_parse_gives_a_tree_with_words_or_a_query_error_with_its_place(text: str) -> None:
    try:
        query = parse(text)
    except QueryError as error:
        start, end = error.place or (0, 1)
        assert 0 <= start < end <= max(len(text), 1)
        return
    found = list(leaves(query.root))
    assert len(found) <= MAX_TERMS
    assert all(each.term_match() for each in found if isinstance(each, Phrase))
    assert not any(
        "\0" in each.text or "\ud800" in each.text for each in found if isinstance(each, Phrase)
    )


@given(
    st.recursive(
        st.sampled_from(["a", "b", '"c d"', "title:e", "-f", "g h"]),
        lambda inner: st.builds(
            lambda left, sign, right: f"({left}){sign}({right})",
            inner,
            st.sampled_from([" ", " AND ", " OR ", " NOT "]),
            inner,
        ),
        max_leaves=5,
    )
)
def test_brackets_around_the_whole_change_nothing(text: str) -> None:
    assert parse(f"({text})") == parse(text)


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=40))
def test_the_parts_of_a_chinese_run_are_the_run(text: str) -> None:
    words = [each.text for each in leaves(parse(text).root) if isinstance(each, Phrase)]
    assert all(word in text for word in words)
    assert set("".join(words)) == set(text)


def test_days_of_a_leap_year() -> None:
    assert parse("before:2028-02").root == DateRange(end=datetime(2028, 3, 1, tzinfo=UTC))


def test_what_is_quoted_stays_as_it_is_written() -> None:
    name = "绿地（上海）：＊集团"
    assert parse(f'org:"{name}"').root == FieldValue(field="org", value=name)
    assert parse(f"（org：“{name}”）").root == FieldValue(field="org", value=name)


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40))
def test_any_name_can_be_quoted(text: str) -> None:
    name = text.strip()
    if name:
        assert parse(f"org:{quoted(text)}").root == FieldValue(field="org", value=name)
        both = parse(f"org:{quoted(text)} harbour").root
        assert isinstance(both, And)
        assert FieldValue(field="org", value=name) in both.parts


@pytest.mark.parametrize(
    ("query", "name"),
    [
        (r'org:"The \"Rock\" Ltd"', 'The "Rock" Ltd'),
        (r"org:“The \“Rock\” Ltd”", "The “Rock” Ltd"),
        (r'org:"A\\B"', r"A\B"),
        (r'org:"A\B"', r"A\B"),
        (r'org:"A\\"', "A\\"),
    ],
)
def test_a_backslash_lets_a_quotation_mark_stand_inside(query: str, name: str) -> None:
    assert parse(query).root == FieldValue(field="org", value=name)


def test_an_escaped_quotation_mark_closes_nothing() -> None:
    with pytest.raises(QueryError, match="quotation mark is not closed"):
        parse(r'org:"A\"')
