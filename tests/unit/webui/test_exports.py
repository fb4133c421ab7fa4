"""Results as files."""

import csv
import io
import json
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.webui.samples import MOMENT, article, thread_page
from webui.search.exports import ExportHeader, csv_lines, json_lines

STATEMENT = ExportHeader(
    query='bank OR "银行"',
    exported=datetime(2026, 11, 21, 9, tzinfo=UTC),
    matches=2,
    filters={"site": ["a.example", "b.example"], "after": ["2026-11-01"]},
)


def rows(*documents: object, statement: ExportHeader = STATEMENT) -> list[dict[str, str]]:
    text = b"".join(csv_lines(statement, documents)).decode("utf-8-sig")  # type: ignore[arg-type]
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_json_lines_begin_with_what_they_are() -> None:
    found = [json.loads(line) for line in json_lines(STATEMENT, [article("https://a.example/1", "银行")])]
    assert found[0] == {
        "export": {
            "query": 'bank OR "银行"',
            "exported": "2026-11-21T09:00:00+00:00",
            "matches": 2,
            "filters": {"site": ["a.example", "b.example"], "after": ["2026-11-01"]},
        }
    }
    assert (found[1]["title"], found[1]["published"]) == ("银行", MOMENT.isoformat())


def test_csv_states_the_query_in_every_row() -> None:
    found = rows(
        article("https://a.example/1", "银行", 'First "line"\nSecond, line', tags=("a", "b")),
        thread_page(1, "one", "two"),
        article("https://a.example/2", "Undated", published=None),
    )
    assert [row["title"] for row in found] == ["银行", "Trains are late", "Undated"]
    assert found[0]["content"] == 'First "line"\nSecond, line'
    assert found[0]["tags"] == "a; b"
    assert (found[0]["published"], found[2]["published"]) == (MOMENT.isoformat(), "")
    for row in found:
        assert row["query"] == 'bank OR "银行"'
        assert row["filters"] == "site:a.example site:b.example after:2026-11-01"
        assert (row["exported"], row["matches"]) == ("2026-11-21T09:00:00+00:00", "2")


def test_csv_of_nothing_has_a_head() -> None:
    (head,) = csv_lines(STATEMENT, [])
    assert head.startswith(b"\xef\xbb\xbfpublished,collected,title,")


def test_a_cell_is_no_longer_than_spreadsheets_take() -> None:
    (row,) = rows(article("https://a.example/1", "Long", "x" * 100_000))
    assert len(row["content"]) == 32_001


@given(
    st.text(st.sampled_from(" \t\r\n'"), max_size=3),
    st.sampled_from("=+-@＝＋－＠"),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
def test_no_cell_is_a_formula(before: str, sign: str, after: str) -> None:
    text = f"{before}{sign}{after}"
    hostile = article("https://a.example/1", text, text, author=text, tags=(text,), source=text, lang=text)
    statement = ExportHeader(query=text, exported=MOMENT, matches=1, filters={"tag": [text]})
    (row,) = rows(hostile, statement=statement)
    for cell in row.values():
        assert not cell.lstrip(" \t\r\n").startswith(tuple("=+-@＝＋－＠"))
    assert text.replace("\0", "\ufffd") in row["title"]
