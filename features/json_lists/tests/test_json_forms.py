"""Lists in JSON: what programs put around the answer, and how they write addresses and times."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from extractor.errors import NotFeed
from extractor.results import Link
from features.json_lists.entries import read_json_list

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
URL = "https://api.a.example/x/list.json"
SECONDS = int(datetime(2026, 11, 20, 9, 30, tzinfo=UTC).timestamp())


def rows(address: str = "/s/%d", **more: object) -> list[dict[str, Any]]:
    return [
        {"title": f"Note {number} on the mill of Ostvik", "url": address % number, **more}
        for number in (1, 2, 3)
    ]


def read(answer: str, **selectors: str) -> tuple[Link, ...]:
    body = answer.encode("utf-8", "surrogatepass")
    return read_json_list(body, URL, {}, NOW, selectors).links


ROWS = json.dumps(rows())
BY_NUMBER = {str(100 + number): row for number, row in enumerate(rows())}
AROUND = {
    "guard": f")]}}',\n{ROWS}",
    "guard without a comma": f")]}}'{ROWS}",
    "endless loop": f"for(;;);{ROWS}",
    "another endless loop": f"while(1);\n{ROWS}",
    "an exception": f"throw 1; <dont be evil>{ROWS}",
    "an empty object": f"{{}}&&{ROWS}",
    "marks": f"&&&START&&&{ROWS}",
    "callback": f"jQuery112_cb({ROWS});",
    "callback of an object": f"window.news.show_1( {ROWS} )",
    "callback that is checked": f"/**/ typeof cb === 'function' && cb({ROWS});",
    "callback that may fail": f"try{{cb({ROWS});}}catch(e){{}}",
    "parentheses and comments": f"/* list */\n// of notes\n({ROWS})",
    "variable": f"var newsList = {ROWS};",
    "second variable": f"var pages = 3;\nlet newsList={ROWS}\nvar more = [];",
    "member": f"window['news'] = {ROWS};",
    "module": f"export default {ROWS};",
    "parsed text": f"var news = JSON.parse({json.dumps(ROWS)});",
    "XML": f'<?xml version="1.0" encoding="utf-8"?>\n<string xmlns="http://t.example/">{ROWS}</string>',
    "text that is shown": f"<pre style='word-wrap: break-word'>{ROWS}</pre>",
    "a comma too many": f"{ROWS[:-1]},]",
    "JavaScript": ROWS.replace('"title"', "title").replace('"url"', "/* where */ url"),
    "a line each": "\n".join(map(json.dumps, rows())),
    "a line each, with signs between": "".join(f"\x1e{json.dumps(row)}\r\n" for row in rows()),
    "a line each, the last cut off": "\n".join(map(json.dumps, rows())) + '\n{"title": "No',
    "by number": json.dumps({"posts": BY_NUMBER, "total": 3}),
    "by number, outermost": json.dumps(BY_NUMBER),
    "by code": json.dumps({"data": {f"n-{each}": row for each, row in BY_NUMBER.items()}}),
    "entries by day": json.dumps({"days": {"20261125": rows()[:2], "20261126": rows()[2:]}}),
    "lists by day": json.dumps(
        {"2026-11-25": {"items": rows()[:2]}, "2026-11-26": {"items": rows()[2:]}}
    ),
    "in a string": json.dumps({"code": 0, "data": json.dumps({"list": rows()})}),
    "in two strings": json.dumps(json.dumps({"data": ROWS})),
    "each in a string": json.dumps({"list": [json.dumps(row) for row in rows()]}),
}  # fmt: skip


@pytest.mark.parametrize("name", AROUND)
def test_what_is_around_the_answer_is_no_part_of_it(name: str) -> None:
    assert [link.url for link in read(AROUND[name])] == [
        f"https://api.a.example/s/{number}" for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<html><script>var news = [{}]</script></html>",
        f"Forbidden (see {ROWS})",
        f"error: {ROWS}",
        f"cb({ROWS[:-9]}",
        "cb(",
        "for(;;);",
        '{"title": "No\n{"title":',
    ],
)
def test_another_text_is_no_answer(body: str) -> None:
    with pytest.raises(NotFeed, match="not JSON"):
        read(body)


def test_a_text_that_looks_like_json_stays_a_text() -> None:
    assert [link.title for link in read(json.dumps([{"url": "/1", "title": "[Update] {the mill}"}]))] == ["[Update] {the mill}"]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("//a.example/s/%d", "https://a.example/s/1"),
        ("a.example/s/%d", "https://a.example/s/1"),
        ("www.a.example:8080/s/%d?x=1&amp;y=2", "https://www.a.example:8080/s/1?x=1&y=2"),
        (r"https:\/\/a.example\/s\/%d", "https://a.example/s/1"),
        (r"https:\\/\\/a.example\\/s\\/%d", "https://a.example/s/1"),
        (r"\/s\/%d", "https://api.a.example/s/1"),
        ("https%%3A%%2F%%2Fa.example%%2Fs%%2F%d", "https://a.example/s/1"),
        ("https%%253A%%252F%%252Fa.example%%252Fs%%252F%d", "https://a.example/s/1"),
        ("/s?id=%d&amp;from=list&amp;amp;x", "https://api.a.example/s?id=1&from=list&x"),
        (" /s/%d\n", "https://api.a.example/s/1"),
        ("../s/%d", "https://api.a.example/s/1"),
        ("?id=%d", "https://api.a.example/x/list.json?id=1"),
        ("news/%d.html", "https://api.a.example/x/news/1.html"),
        ("news/%d", "https://api.a.example/x/news/1"),
        ("index.php/%d", "https://api.a.example/x/index.php/1"),
    ],
)
def test_an_address_is_read_as_the_answer_means_it(written: str, meant: str) -> None:
    assert read(json.dumps(rows(written)))[0].url == meant
    named = [{"title": row["title"], "k": row["url"]} for row in rows(written)]
    assert read(json.dumps(named), link="k")[0].url == meant


def test_types_topics_and_zones_are_no_addresses() -> None:
    row = {"title": "A note on it", "type": "image/png", "zone": "Europe/Berlin", "day": "2026/1/2"}
    with pytest.raises(NotFeed, match="none has an address"):
        read(json.dumps([row]))


@pytest.mark.parametrize(
    "time",
    [
        "2026-11-20T09:30:00.1234567Z",
        SECONDS,
        SECONDS + 0.25,
        f"{SECONDS}.25",
        SECONDS * 1000,
        SECONDS * 1000 + 0.5,
        SECONDS * 10**6,
        SECONDS * 10**9,
        f"/Date({SECONDS * 1000})/",
        f"/Date({SECONDS * 1000}+0800)/",
        "202611200930",
        "20261120093000",
        20261120093000,
        "20261120093000123",
        [2026, 11, 20, 9, 30],
        [2026, 11, 20, 9, 30, 0, 5],
        {"_seconds": SECONDS, "_nanoseconds": 5},
        {"seconds": SECONDS, "nanos": 5},
        {"__type": "Date", "iso": "2026-11-20T09:30:00.000Z"},
        {"epoch": SECONDS},
        {"$date": "2026-11-20T09:30:00Z"},
        {"$date": {"$numberLong": f"{SECONDS * 1000}"}},
        {"date": "2026-11-20 09:30:00.000000", "timezone_type": 3},
    ],
)
def test_a_time_is_read_in_every_notation(time: object) -> None:
    expected = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
    found = [link.published for link in read(json.dumps(rows(createdAt=time)))]
    assert [each and each.replace(microsecond=0) for each in found] == [expected] * 3


@pytest.mark.parametrize(
    "time", [float("nan"), float("inf"), 10**30, [2026, 13, 1], "20261320", {}]
)
def test_what_is_no_time_leaves_the_entry(time: object) -> None:
    assert [link.published for link in read(json.dumps(rows(created=time)))] == [None] * 3


ODD = (
    {"title": 7, "url": ["x"], "id": {}, "author": [{}], "date": {"a": []}},
    {"title": {"a": 1}, "url": 5, "id": [1], "author": 1.5, "date": True},
    {"title": "\ud800 half a sign\u0000", "url": "/odd/\ud800", "id": "\ud800", "date": "\ud800"},
    {"title": [[1]], "url": None, "id": float("inf"), "author": False, "date": float("-inf")},
    {"title": "", "url": "", "id": "", "author": "", "date": ""},
    {"title": "A title", "url": "/odd", "id": 5, "author": "Ann", "date": "now"},
)


@pytest.mark.parametrize(
    "selectors",
    [
        {},
        {"link": "/s/{id}"},
        {"link": "/s/{url/}"},
        {"title": "contains(title, id) && title"},
        {"title": "join(' ', [title, id])"},
        {"time": "ceil(to_number(id))"},
        {"author": "sort([title, id])[0]"},
    ],
)
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_entry_leaves_the_others(odd: dict[str, Any], selectors: dict[str, str]) -> None:
    answer = json.dumps([odd, *({**row, "id": f"{number}"} for number, row in enumerate(rows()))])
    links = read(answer, **selectors)
    assert len(links) >= 3
    for link in links:
        (link.url + link.title + link.author).encode()


def test_a_number_of_thousands_of_digits_leaves_the_others() -> None:
    odd = '{"id": %s, "title": "An odd note", "url": "/odd"}' % ("9" * 5000)
    assert len(read(f"[{odd}, {ROWS[1:]}")) == 4
