"""The documentation: the site builds, no link in it or in the files beside it is dead, and every
picture is shown.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pymdownx.slugs import slugify

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BESIDE = sorted(path.name for path in ROOT.glob("*.md"))
MAX_PICTURES = 24

_FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
_LOADED = re.compile(
    r"""<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)"""
)


def build(configuration: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(configuration),
        "-d",
        str(target),
    ]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    built = build(ROOT / "mkdocs.yml", target)
    assert built.returncode == 0, built.stderr
    return target


def test_every_page_is_on_the_site(site: Path) -> None:
    pages = {path.relative_to(DOCS).with_suffix("") for path in DOCS.rglob("*.md")}
    built = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    folders = {
        path.parent / "README" for path in built if path.name == "index" and path.parent != Path()
    }
    assert pages - built - folders == set()


def test_pages_load_nothing_from_the_web(site: Path) -> None:
    loaded = {
        (path.name, url)
        for path in site.rglob("*.html")
        for url in _LOADED.findall(path.read_text())
    }
    assert loaded == set()


def test_the_search_knows_english_and_chinese(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text())
    assert index["config"]["lang"] == ["en", "zh"]
    # Chinese text is cut into words when the site is built; the cuts are zero-width spaces.
    assert any("\u200b" in entry["text"] for entry in index["docs"])


def test_the_build_refuses_dead_links_dead_anchors_and_pages_out_of_the_navigation(
    tmp_path: Path,
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.md").write_text("# Start\n\n[page](gone.md) [anchor](#gone)\n")
    (pages / "orphan.md").write_text("# Orphan\n")
    configuration = tmp_path / "mkdocs.yml"
    configuration.write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {pages}\nnav: [index.md]\n"
    )
    built = build(configuration, tmp_path / "site")
    assert built.returncode != 0
    assert "gone.md" in built.stderr
    assert "#gone" in built.stderr
    assert "orphan.md" in built.stderr


@pytest.mark.parametrize("name", BESIDE)
def test_links_of_the_files_beside_the_site_lead_somewhere(name: str) -> None:
    assert list(dead_links(ROOT / name)) == []


def test_a_dead_link_beside_the_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# A `heading`, with signs\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](there.md#a-heading-with-signs) [b](there.md#none) "
        "[c](gone.md)\n```\n[d](code.md)\n```\n"
    )
    assert list(dead_links(page)) == ["there.md#none", "gone.md"]


def test_every_picture_is_shown_and_there_are_few() -> None:
    pictures = {path.name for path in (DOCS / "images").iterdir()}
    text = "".join(path.read_text() for path in (*DOCS.rglob("*.md"), ROOT / "README.md"))
    assert {name for name in pictures if f"images/{name})" not in text} == set()
    assert len(pictures) <= MAX_PICTURES


def dead_links(page: Path) -> Iterator[str]:
    """Yield the links of a page to a file that is not there, or to a heading that its file does not
    have.
    """
    for link in _LINK.findall(_FENCED.sub("", page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


def anchors(page: Path) -> set[str]:
    """Return the anchors that the site and GitHub make of a page's headings."""
    slug = slugify(case="lower")
    return {
        slug(heading.replace("`", ""), "-")
        for heading in _HEADING.findall(_FENCED.sub("", page.read_text()))
    }
