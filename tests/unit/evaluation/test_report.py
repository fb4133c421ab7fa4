"""The output of an evaluation: the report in HTML, JSON, and the tables of the command."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from console.commands.evaluate import evaluate
from evaluation.columns import COLUMNS
from evaluation.report.marks import Runs, common, marked_line
from tests.unit.evaluation.samples import (
    ARTICLE,
    GOLD_ARTICLE,
    GOLD_THREAD,
    THREAD,
    write_both,
    write_set,
)

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


class Tags(HTMLParser):
    """Every tag with its attributes, and every address."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    hostile = {
        **GOLD_ARTICLE,
        "id": f"bad {HOSTILE}".replace("/", "_"),
        "title": HOSTILE,
        "text": f"{HOSTILE}\nother",
    }
    hostile["id"] = 'bad"><b>id'
    pages = [
        (GOLD_ARTICLE, ARTICLE),
        (GOLD_THREAD, THREAD),
        (hostile, f"<title>x</title><p>{ARTICLE}&lt;script&gt;"),
    ]
    data = write_set(folder / "own", pages)
    names = ["--algorithm", "newsloom,cevc"]
    result = CliRunner().invoke(
        evaluate,
        [
            "--data",
            str(data),
            *names,
            "--html",
            str(folder / "out"),
            "--json",
            str(folder / "out.json"),
        ],
    )
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.slow
def test_the_report_opens_from_a_folder_without_a_network(report: Path) -> None:
    out = report / "out"
    for page in out.rglob("*.html"):
        for tag, attributes in Tags(page.read_text("utf-8")).seen:
            place = attributes.get("src") or (attributes.get("href") if tag == "link" else None)
            if place:
                assert (page.parent / place).is_file(), (page, place)


def test_bad_pages_have_a_view_and_good_ones_do_not(report: Path) -> None:
    cases = json.loads(
        (report / "out" / "cases.js")
        .read_text("utf-8")
        .removeprefix("const CASES = ")
        .rstrip(";\n")
    )
    views = {case["id"]: case["view"] for case in cases}
    assert views["float"] is None
    view = report / "out" / views['bad"><b>id']
    assert "missed" in view.read_text("utf-8")
    assert view in list((report / "out" / "pages").rglob("*.html"))


def test_nothing_of_a_page_becomes_markup(report: Path) -> None:
    for page in (report / "out").rglob("*.html"):
        tags = Tags(page.read_text("utf-8")).seen
        assert [
            attributes for tag, attributes in tags if tag == "script" and not attributes.get("src")
        ] == []
        assert [
            tag for tag, attributes in tags if tag in ("img", "b") and "src" in attributes
        ] == []
        assert [
            name for _, attributes in tags for name in attributes if name in ("onerror", "onload")
        ] == []


def test_plots_have_a_caption(report: Path) -> None:
    text = (report / "out" / "index.html").read_text("utf-8")
    assert len(re.findall("<figcaption>", text)) == len(re.findall("<svg ", text)) > 0


def test_json_holds_every_figure(report: Path) -> None:
    record = json.loads((report / "out.json").read_text("utf-8"))
    assert set(record["columns"]) == {column.key for column in COLUMNS}
    assert {(row["kind"], row["method"]) for row in record["rows"]} == {
        ("article", "newsloom"),
        ("article", "cevc"),
        ("forum", "newsloom"),
    }
    assert {page["id"]: page["f1"] for page in record["pages"] if page["method"] == "newsloom"}[
        "ferry"
    ] == 1


@pytest.mark.slow
def test_the_tables_name_sets_methods_and_kinds(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        evaluate, ["--data", str(write_both(tmp_path / "own")), "--limit", "1"]
    )
    assert result.exit_code == 0
    for words in (
        "own  article  newsloom      1  100.0  100.0   100.0",
        "Posts, %",
        "Kind of page, recognised without hints",
    ):
        assert words in result.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rival", "guesswork"], "unknown rival 'guesswork'"),
        (["--algorithm", "guesswork"], "unknown algorithm 'guesswork'"),
        (["--kind", "poem"], "no page of kind poem"),
        (["--json", "/"], "Error"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, options: list[str], message: str) -> None:
    result = CliRunner().invoke(evaluate, ["--data", str(write_both(tmp_path / "own")), *options])
    assert result.exit_code != 0
    assert message in result.output
    assert "Traceback" not in result.output


@pytest.mark.slow
def test_a_broken_file_is_named_and_the_rest_is_measured(tmp_path: Path) -> None:
    data = write_both(tmp_path / "own")
    (data / "html" / "float.html.gz").write_bytes(b"<p>no gzip")
    result = CliRunner().invoke(evaluate, ["--data", str(data), "--html", str(tmp_path / "out")])
    assert result.exit_code == 0
    assert "own/float: newsloom: BadGold" in result.output
    assert "own  article  newsloom      1  100.0" in result.output


def test_a_folder_without_sets_is_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(evaluate, ["--data", str(tmp_path)])
    assert (result.exit_code, result.output.count("\n")) == (1, 1)


def test_words_in_runs_and_whole_lines_are_common() -> None:
    gold = Runs.of(["Short head", "one two three four five six", "seven"])
    (head, longer, last) = common(["Short head", "zero one two three four nine", "five six"], gold)
    assert head == [True, True]
    assert longer == [False, True, True, True, True, False]
    assert last == [False, False]


def test_stretches_that_are_not_common_are_marked_and_escaped() -> None:
    line = "a <b> & two words, end"
    assert marked_line(line, [True, False, False, False, True], "wrong") == (
        'a &lt;<mark class="wrong">b&gt; &amp; two words</mark>, end'
    )


class TextParser(HTMLParser):
    """Keeps the texts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@given(st.lists(st.text(max_size=40), max_size=5), st.lists(st.text(max_size=40), max_size=5))
def test_marking_loses_no_text(lines: list[str], other: list[str]) -> None:
    for line, marks in zip(lines, common(lines, Runs.of(other)), strict=True):
        parser = TextParser()
        parser.feed(marked_line(line, marks, "x"))
        parser.close()
        assert "".join(parser.texts).split() == line.split()
