"""What may be saved as a source, and what is said about what may not."""

from dataclasses import replace
from typing import Any

import pytest

from storage.database.field_errors import ErrorCode, FieldError
from storage.database.sources.source_config import SourceConfig
from storage.database.sources.validation import Checks, check_record, name_key
from webui.problems import in_words

FEED = SourceConfig(name="News", channel="feed", address="https://example.org/feed.xml")
SEARCH = SourceConfig(
    name="Search",
    channel="search",
    address="https://example.org/?q={keyword}",
    keywords=("x",),
    result_parser="baidu",
)


@pytest.mark.parametrize(
    "draft",
    [
        FEED,
        SEARCH,
        replace(SEARCH, address="http://127.0.0.1:8080/ns?word={keyword}&pn={page}"),
        replace(SEARCH, result_parser="generic", selectors={"result": "div > a", "next": "a.next"}),
        replace(
            FEED, patterns=(r"/news/\w+/story\d+-\d+", r"http://\w+.cnr.cn/\w+/\w+/\d{8}/\w+.shtml")
        ),
        replace(FEED, address="https://[::1]:8000/新闻.xml"),
        replace(FEED, channel="list", address="https://example.org/{2}/"),
        replace(FEED, interval_seconds=1, priority=0, pace_seconds=0, max_pages=1),
        replace(
            FEED, interval_seconds=30 * 24 * 3600, priority=9, pace_seconds=3600, max_pages=1000
        ),
        replace(
            FEED,
            headers={"Accept-Language": "zh", "X": ""},
            charset="GB18030",
        ),
        replace(FEED, name="x" * 200, tags=("a", "A")),
    ],
)
def test_good(draft: SourceConfig) -> None:
    assert check_record(draft) == []


@pytest.mark.parametrize(
    ("draft", "fields", "field", "part"),
    [
        (FEED, {"name": ""}, "name", "Enter a name."),
        (FEED, {"name": " "}, "name", "Enter a name."),
        (FEED, {"name": "x "}, "name", "Remove the space."),
        (FEED, {"name": "x" * 201}, "name", "200 characters"),
        (FEED, {"name": "a\nb"}, "name", "control characters"),
        (FEED, {"name": "a\ud800"}, "name", "broken text"),
        (
            FEED,
            {"channel": "rss"},
            "channel",
            "“rss” is not valid. Choose one of feed, search, list, board, sitemap, json",
        ),
        (FEED, {"address": ""}, "address", "Enter an address"),
        (FEED, {"address": "example.org/feed.xml"}, "address", "must start with http"),
        (FEED, {"address": "ftp://example.org/"}, "address", "must start with http"),
        (FEED, {"address": "file:///etc/passwd"}, "address", "must start with http"),
        (FEED, {"address": "https:///feed"}, "address", "and a host"),
        (FEED, {"address": "https://example.org:port/"}, "address", "Check the host and port"),
        (FEED, {"address": "https://[::1/"}, "address", "Check the host and port"),
        (FEED, {"address": "https://example.org/a b"}, "address", "%20"),
        (FEED, {"address": "https://example.org/\r\nX: y"}, "address", "%20"),
        (FEED, {"address": "https://anna:secret@example.org/"}, "address", "Authorization"),
        (FEED, {"address": "https://example.org/" + "x" * 2000}, "address", "2000 characters"),
        (
            FEED,
            {"address": "https://example.org/?q={keyword}"},
            "address",
            "Only the channel search",
        ),
        (
            SEARCH,
            {"address": "https://example.org/?q=x"},
            "address",
            "lacks the placeholder {keyword}",
        ),
        (
            SEARCH,
            {"address": "https://{keyword}.example.org/"},
            "address",
            "placeholder in its host",
        ),
        (
            SEARCH,
            {"address": "https://e.org/?q={keyword}&s={start}"},
            "address",
            "“{start}” is not a valid placeholder",
        ),
        (SEARCH, {"keywords": ()}, "keywords", "at least one keyword"),
        (SEARCH, {"keywords": ("a", "")}, "keywords", "empty"),
        (SEARCH, {"keywords": ("a", "a")}, "keywords", "“a” is given twice"),
        (SEARCH, {"keywords": ("x" * 1001,)}, "keywords", "at most 1000 characters"),
        (
            SEARCH,
            {"result_parser": "google"},
            "result_parser",
            "“google” is not valid. Choose one of baidu, 360, generic, feed, json.",
        ),
        (SEARCH, {"result_parser": "generic"}, "selectors", "“result”"),
        (SEARCH, {"selectors": {"href": "a"}}, "selectors", "“href” is not valid"),
        (SEARCH, {"selectors": {"link": " "}}, "selectors", "“link” is empty"),
        (FEED, {"result_parser": "baidu"}, "result_parser", "only for the channel search"),
        (FEED, {"patterns": ("/news/(",)}, "patterns", "“/news/(” cannot be used as a pattern"),
        (FEED, {"interval_seconds": 0}, "interval_seconds", "“0” must be from 1 to 2592000."),
        (FEED, {"priority": 10}, "priority", "from 0 to 9"),
        (FEED, {"priority": -1}, "priority", "from 0 to 9"),
        (FEED, {"pace_seconds": float("nan")}, "pace_seconds", "from 0 to 3600"),
        (FEED, {"pace_seconds": float("inf")}, "pace_seconds", "from 0 to 3600"),
        (FEED, {"max_pages": 10**400}, "max_pages", "from 1 to 1000"),
        (FEED, {"charset": "idna"}, "charset", "“idna” is not a known character set"),
        (FEED, {"charset": "base64"}, "charset", "“base64” is not a known character set"),
        (FEED, {"headers": {"X Y": "z"}}, "headers", "not a valid header name"),
        (FEED, {"headers": {"X": "secret\r\nY: z"}}, "headers", "line break"),
        (FEED, {"headers": {"X": "secret-€"}}, "headers", "Latin-1"),
        (FEED, {"headers": {"X": "1", "x": "2"}}, "headers", "“x” is given twice"),
        (FEED, {"headers": {"Cookie": "(hidden)"}}, "headers", "“Cookie” is hidden"),
        (FEED, {"headers": {"Host": "other.example"}}, "headers", "“Host” is set by Newsloom"),
        (
            FEED,
            {"headers": {"content-length": "5"}},
            "headers",
            "“content-length” is set by Newsloom",
        ),
        (
            FEED,
            {"headers": {"Transfer-Encoding": "chunked"}},
            "headers",
            "“Transfer-Encoding” is set by Newsloom",
        ),
        (FEED, {"headers": {"Connection": "close"}}, "headers", "“Connection” is set by Newsloom"),
        (
            FEED,
            {"headers": {f"X-{n}": "1" for n in range(51)}},
            "headers",
            "51 headers are too many",
        ),
        (FEED, {"headers": {"Cookie": "a=b; " * 1_601}}, "headers", "The headers are too long"),
        (FEED, {"charset": "utf-9"}, "charset", "“utf-9” is not a known character set"),
        (FEED, {"time_zone": "Berlin"}, "time_zone", "“Berlin” is not a known time zone"),
        (FEED, {"time_zone": "../etc/passwd"}, "time_zone", "not a known time zone"),
        (FEED, {"time_zone": "a\0"}, "time_zone", "not a known time zone"),
        (FEED, {"charset": "hex"}, "charset", "not a known character set"),
        (FEED, {"charset": "a\0"}, "charset", "not a known character set"),
        (FEED, {"tags": (" a",)}, "tags", "Remove the space."),
        (
            FEED,
            {"tags": tuple(f"t{n}" for n in range(101))},
            "tags",
            "101 entries are too many. Use at most 100.",
        ),
        (FEED, {"patterns": tuple(f"/{n}" for n in range(101))}, "patterns", "Use at most 100."),
        (
            SEARCH,
            {"keywords": tuple(f"k{n}" for n in range(1001))},
            "keywords",
            "Use at most 1000.",
        ),
        (
            SEARCH,
            {"keyword_lists": tuple(f"l{n}" for n in range(101))},
            "keyword_lists",
            "Use at most 100.",
        ),
    ],
)
def test_bad(draft: SourceConfig, fields: dict[str, Any], field: str, part: str) -> None:
    problems = check_record(replace(draft, **fields))
    assert field in {problem.field for problem in problems}
    assert part in " ".join(in_words(problem) for problem in problems if problem.field == field)
    shown = [text(problem) for problem in problems for text in (in_words, str)]
    assert "secret" not in str(shown)


def test_all_problems_are_named_at_once_in_the_order_of_the_fields() -> None:
    problems = check_record(replace(FEED, name="", address="", patterns=("(", "["), priority=77))
    assert [problem.field for problem in problems] == [
        "name",
        "address",
        "patterns",
        "patterns",
        "priority",
    ]


def test_the_pattern_check_given_decides() -> None:
    problems = check_record(
        replace(FEED, patterns=("(a+)+$",)), checks=Checks(pattern=lambda _: "it may run for ever")
    )
    assert [f"{problem.field}: {in_words(problem)}" for problem in problems] == [
        "patterns: “(a+)+$” cannot be used as a pattern: it may run for ever"
    ]


def test_keyword_lists_can_give_the_keywords() -> None:
    assert check_record(replace(SEARCH, keywords=()), keywords_elsewhere=True) == []


def test_long_values_are_shortened() -> None:
    problem = FieldError("name", "x" * 500, ErrorCode.TOO_LONG, {"limit": 200})
    assert len(in_words(problem)) < 140
    assert len(str(problem)) < 140


@pytest.mark.parametrize(
    ("one", "other"), [("BBC", "bbc"), ("ＢＢＣ", "bbc"), ("a  b", "a b"), ("Straße", "STRASSE")]
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("cafe", "café"), ("新闻", "新闻网"), ("🗞", "📰"), ("𠮷", "𠮸")]
)
def test_names_that_differ_are_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_what_the_extractor_knows_is_asked_of_it() -> None:
    from webui.sources.services.checks import checks

    assert check_record(replace(FEED, charset="GBK"), checks=checks()) == []
    problems = check_record(replace(FEED, charset="utf-7"), checks=checks())
    assert [(problem.field, problem.value) for problem in problems] == [("charset", "utf-7")]
