"""``newsloom extract --algorithm``: the names that it lists, accepts and rejects."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.commands.extract import extract
from evaluation.algorithms import BODIES, POSTS
from tests.unit.extractor.samples import POSTS as SHOWN
from tests.unit.extractor.samples import article_page, thread_page


def test_the_help_lists_every_name_once() -> None:
    said = CliRunner().invoke(extract, ["--help"]).output
    listed = said[
        said.index("[", said.index("--algorithm")) + 1 : said.index("]", said.index("--algorithm"))
    ]
    assert sorted(listed.split("|")) == sorted({*BODIES, *POSTS})


@pytest.mark.parametrize(
    ("name", "kind", "page"),
    [("two-layer", "article", article_page()), ("mibat", "thread", thread_page(SHOWN))],
)
def test_a_page_is_read_by_the_named_algorithm(
    tmp_path: Path, name: str, kind: str, page: str
) -> None:
    file = tmp_path / "page.html"
    file.write_text(page, "utf-8")
    done = CliRunner().invoke(extract, ["--algorithm", name, "--kind", kind, str(file)])
    assert (done.exit_code, json.loads(done.output)["algorithm"]) == (0, name)


def test_an_unknown_name_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    done = CliRunner().invoke(extract, ["--algorithm", "magic", str(tmp_path)])
    assert done.exit_code != 0
    assert "'magic'" in done.output
    assert "cepf-s" in done.output
