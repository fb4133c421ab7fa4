"""Results as files."""

import csv
import io
import json
import re
import tracemalloc
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from storage.documents.port import Document, DocumentVersion
from storage.spreadsheet_cells import unguarded
from tests.unit.webui.samples import MOMENT, article, thread_page
from webui.search.citations import bibtex, ris
from webui.search.export_header import ExportHeader
from webui.search.export_rows import ExportRow
from webui.search.export_tables import csv_lines, workbook
from webui.search.exports import json_lines

STATEMENT = ExportHeader(
    query='bank OR "银行"',
    exported=datetime(2026, 11, 21, 9, tzinfo=UTC),
    matches=2,
    filters={"site": ["a.example", "b.example"], "after": ["2026-11-01"]},
)


def to_export(*documents: Document, note: str = "") -> list[ExportRow]:
    return [ExportRow(document=document, note=note) for document in documents]


def rows(
    *documents: Document, statement: ExportHeader = STATEMENT, note: str = ""
) -> list[dict[str, str]]:
    text = b"".join(csv_lines(statement, to_export(*documents, note=note))).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_json_lines_begin_with_what_they_are() -> None:
    first = DocumentVersion(number=1, seen=MOMENT, title="行", content="")
    lines = json_lines(
        STATEMENT, to_export(article("https://a.example/1", "银行")), lambda _document: [first]
    )
    found = [json.loads(line) for line in lines]
    assert found[0] == {
        "export": {
            "query": 'bank OR "银行"',
            "exported": "2026-11-21T09:00:00+00:00",
            "matches": 2,
            "filters": {"site": ["a.example", "b.example"], "after": ["2026-11-01"]},
            "words": "all",
            "reserved": 0,
        }
    }
    assert (found[1]["title"], found[1]["published"]) == ("银行", MOMENT.isoformat())
    assert found[1]["versions"] == [
        {"number": 1, "seen": MOMENT.isoformat(), "title": "行", "content": ""}
    ]


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
    hostile = article(
        "https://a.example/1", text, text, author=text, tags=(text,), source=text, lang=text
    )
    statement = ExportHeader(query=text, exported=MOMENT, matches=1, filters={"tag": [text]})
    (row,) = rows(hostile, statement=statement, note=text)
    for cell in row.values():
        assert not cell.lstrip(" \t\r\n").startswith(tuple("=+-@＝＋－＠"))
    assert unguarded(row["title"]) == text.replace("\0", "\ufffd")


@pytest.mark.parametrize("separator", [";", "\t"])
@given(
    texts=st.lists(
        st.text(st.sampled_from(";\t\r\n\"',= +-@＝x"), max_size=12), min_size=1, max_size=4
    )
)
def test_no_cell_is_a_formula_where_other_signs_separate(separator: str, texts: list[str]) -> None:
    """Spreadsheets of many countries take a semicolon for the separator of any CSV file."""
    hostile = article("https://a.example/1", texts[0], "\n".join(texts), tags=tuple(texts))
    file = b"".join(csv_lines(STATEMENT, [ExportRow(document=hostile, note=texts[-1])])).decode()
    for cells in csv.reader(io.StringIO(file, newline=""), delimiter=separator):
        for cell in cells:
            assert not cell.lstrip(" \t\r\n").startswith(tuple("=+-@＝＋－＠"))


def sheets(content: bytes) -> dict[str, list[list[str]]]:
    """Return the texts of the cells of each sheet of an XLSX file, and check that all of them are
    texts.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        found = {}
        for name in ("sheet1", "sheet2"):
            sheet = etree.fromstring(parts.read(f"xl/worksheets/{name}.xml"))
            cells = sheet.findall(".//{*}c")
            assert {cell.get("t") for cell in cells} <= {"inlineStr"}
            assert not sheet.findall(".//{*}f")
            rows = sheet.findall(".//{*}row")
            found[name] = [
                ["".join(map(str, cell.itertext())) for cell in row.findall("{*}c")] for row in rows
            ]
    return found


def test_a_workbook_has_the_documents_and_states_the_query_on_its_own_sheet() -> None:
    hostile = article("https://a.example/1", "=1+1", "@SUM(A1)", tags=("-x",), author="+1")
    found = sheets(
        b"".join(workbook(STATEMENT, to_export(hostile, thread_page(1, "one", "two"), note="=2")))
    )
    head, first, second = found["sheet1"]
    row = dict(zip(head, first, strict=True))
    assert (row["title"], row["content"], row["tags"], row["author"]) == (
        "=1+1",
        "@SUM(A1)",
        "-x",
        "+1",
    )
    assert dict(zip(head, second, strict=True))["title"] == "Trains are late"
    assert row["note"] == "=2"
    assert dict(found["sheet2"]) == {
        "query": 'bank OR "银行"',
        "filters": "site:a.example site:b.example after:2026-11-01",
        "exported": "2026-11-21T09:00:00+00:00",
        "matches": "2",
        "words": "all",
    }


def test_a_workbook_of_many_documents_does_not_fill_the_memory() -> None:
    document = article("https://a.example/1", "Long", "x" * 20_000)

    def many(count: int) -> Iterator[ExportRow]:
        for number in range(count):
            yield ExportRow(document=replace(document, id=str(number)))

    def peak(count: int) -> int:
        tracemalloc.start()
        assert sum(len(chunk) for chunk in workbook(STATEMENT, many(count)))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(600) < peak(60) + 5_000_000


def test_ris_has_a_record_for_each_document() -> None:
    found = to_export(
        article("https://a.example/1", "Bank", tags=("a",)), thread_page(1, "x"), note="Read\nit"
    )
    text = b"".join(ris(STATEMENT, found)).decode()
    first, second, rest = text.split("ER  - \r\n\r\n")
    assert first.splitlines() == [
        "TY  - NEWS",
        "TI  - Bank",
        "AU  - Jane Roe",
        "T2  - a.example",
        "PY  - 2026",
        "DA  - 2026/11/20",
        "Y2  - 2026/11/20",
        "UR  - https://a.example/1",
        "LA  - en",
        "KW  - a",
        "N1  - Read it",
        'N1  - Newsloom export. query: bank OR "银行"; filters: site:a.example site:b.example '
        "after:2026-11-01; exported: 2026-11-21T09:00:00+00:00; matches: 2; words: all",
    ]
    assert second.startswith("TY  - ELEC")
    assert rest == ""


def test_references_to_mails_name_no_address_that_a_browser_would_open() -> None:
    rows = list(to_export(article("mid:1@news.example", "A letter")))
    assert b"mid:" not in b"".join([*ris(STATEMENT, rows), *bibtex(STATEMENT, rows)])


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Ann Moor, Bo Lind", ["Ann Moor", "Bo Lind"]),
        ("林文, 港口周报 , Marks and Sons", ["林文", "港口周报", "Marks and Sons"]),
        ("Ann Moor", ["Ann Moor"]),
        (" , ", []),
        ("", []),
    ],
)
def test_each_author_is_one_of_a_reference(author: str, names: list[str]) -> None:
    rows = list(to_export(article("https://a.example/1", "Bank", author=author)))
    record = b"".join(ris(STATEMENT, rows)).decode().splitlines()
    assert [line[6:] for line in record if line.startswith("AU  - ")] == names
    entry = b"".join(bibtex(STATEMENT, rows)).decode()
    written = " and ".join(f"{{{name}}}" for name in names)
    assert (f"  author = {{{written}}}," in entry) == bool(names)
    assert ("author = " in entry) == bool(names)


def test_bibtex_states_the_query_and_has_an_entry_for_each_document() -> None:
    document = article("https://a.example/a_{1}", "50 % of {banks} & more_\\", published=None)
    text = b"".join(bibtex(STATEMENT, to_export(document, note="50 % of {it}"))).decode()
    comment, entry = text.split("\n\n", 1)
    assert comment.startswith('% Newsloom export. query: bank OR "银行"; filters: site:a.example')
    assert f"@misc{{newsloom-{document.id}," in entry
    assert r"title = {{50 \% of \{banks\} \& more\_\textbackslash{}}}," in entry
    assert "url = {https://a.example/a_%7B1%7D}," in entry
    assert "year" not in entry
    assert r"annotation = {50 \% of \{it\}}," in entry


@settings(max_examples=50)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_a_text_never_leaves_its_field(text: str) -> None:
    hostile = article("https://a.example/1", text, author=text, tags=(text,), lang=text, site=text)
    record = b"".join(ris(STATEMENT, to_export(hostile, note=text))).decode()
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in record.split("\r\n")[:-2])
    entry = b"".join(bibtex(STATEMENT, to_export(hostile, note=text))).decode().split("\n\n", 1)[1]
    lines = entry.split("\n")
    assert all(re.fullmatch(r"  \w+ = \{.*\},", line) for line in lines[1:-3])
    plain = re.sub(r"\\[{}]", "", entry)
    assert plain.count("{") == plain.count("}")
