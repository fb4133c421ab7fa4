"""Perturbed pages keep their text and lose only what the change removes; so does their gold."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from console.commands.evaluate import evaluate
from evaluation.datasets import load
from evaluation.errors import UnknownPerturbation
from evaluation.perturb import PERTURBATIONS, cut_posts, hash_names, perturbed
from tests.html_trees import html_tree
from tests.unit.evaluation.samples import (
    ARTICLE,
    GOLD_ARTICLE,
    GOLD_THREAD,
    POSTS,
    THREAD,
    write_both,
    write_set,
)

PLACED: dict[str, Any] = {
    **GOLD_THREAD,
    "text": "\n".join(body for _, _, body in POSTS),
    "posts": [
        {**post, "xpath": f"/html/body/div[{place}]"}
        for place, post in enumerate(GOLD_THREAD["posts"], 1)
    ],
}


def _placed(folder: Path, **more: Any) -> Path:
    return write_set(folder / "own", [(GOLD_ARTICLE, ARTICLE), ({**PLACED, **more}, THREAD)])


def test_names_are_replaced_and_text_is_not() -> None:
    page = (
        "<html><body><div id='post_1' class='post first'>Ä<p class='post'>b</p></div></body></html>"
    ).encode()
    root = html_tree(hash_names(page).decode("utf-8-sig"))
    (outer,), (inner,) = root.xpath("//div"), root.xpath("//p")
    assert root.text_content() == "Äb"
    assert outer.get("class").split()[0] == inner.get("class")
    assert not {"post", "first", "post_1"} & {*outer.get("class").split(), outer.get("id")}
    assert not any(map(str.isdigit, outer.get("id")))


def test_posts_after_the_first_are_cut_out() -> None:
    page = (
        b"<html><body><ul><li>one</li> <li>two</li>, <li>three</li>!</ul><p>after</p></body></html>"
    )
    xpaths = [f"/html/body/ul/li[{n}]" for n in (1, 2, 3)]
    root = html_tree(cut_posts(page, xpaths, 1).decode("utf-8-sig"))
    assert root.text_content() == "one , !after"


def test_a_cut_takes_posts_from_the_page_and_from_the_gold(tmp_path: Path) -> None:
    (page,) = perturbed(load(_placed(tmp_path)), "cut-2")
    assert (page.set, page.id) == ("own:cut-2", "float")
    assert [post.author for post in page.gold.posts or ()] == ["marlow", "Quince"]
    assert page.gold.text is None
    text = html_tree(page.read().decode("utf-8-sig")).text_content()
    assert [body in text for _, _, body in POSTS] == [True, True, False]


def test_comments_go_with_the_post_that_holds_them(tmp_path: Path) -> None:
    remarks = [
        {"kind": "comment", "body": f"remark {place}", "xpath": f"/html/body/div[{place}]/div"}
        for place in (1, 3)
    ]
    (page,) = perturbed(load(_placed(tmp_path, posts=[*PLACED["posts"], *remarks])), "cut-1")
    assert [post.kind for post in page.gold.posts or ()] == ["reply", "comment"]
    assert [post.body for post in page.gold.posts or ()][1] == "remark 1"


def test_posts_whose_place_is_not_labelled_are_not_cut(tmp_path: Path) -> None:
    assert perturbed(load(write_both(tmp_path / "own")), "cut-1") == []


def test_hashing_keeps_all_pages_and_their_gold(tmp_path: Path) -> None:
    pages = load(_placed(tmp_path))
    hashed = perturbed(pages, "hash-names")
    assert [(page.set, page.gold) for page in hashed] == [
        ("own:hash-names", page.gold) for page in pages
    ]
    assert b'class="username"' in pages[1].read()
    assert b'class="username"' not in hashed[1].read()


def test_a_bare_page_keeps_what_readers_see_and_follow(tmp_path: Path) -> None:
    pages = load(_placed(tmp_path))
    (bare,) = (page for page in perturbed(pages, "bare") if page.id == "float")
    tree = html_tree(bare.read().decode("utf-8-sig"))
    assert (bare.set, bare.gold) == ("own:bare", pages[1].gold)
    assert {name for element in tree.iter() for name in element.attrib} <= {
        "href", "src", "datetime",
    }  # fmt: skip
    assert all(body in tree.text_content() for _, _, body in POSTS)


def test_an_address_can_be_hidden(tmp_path: Path) -> None:
    pages = load(_placed(tmp_path))
    hidden = perturbed(pages, "no-address")
    assert len({page.url for page in hidden}) == 1
    assert [(page.site, page.read()) for page in hidden] == [
        (page.site, page.read()) for page in pages
    ]


@pytest.mark.slow
def test_the_command_measures_each_change_as_a_set(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    names = ["--perturb", "cut-1", "--perturb", "hash-names,cut-3"]
    files = ["--json", str(out), "--html", str(tmp_path / "out")]
    result = CliRunner().invoke(
        evaluate, ["--data", str(_placed(tmp_path)), *names, *files], catch_exceptions=False
    )
    assert result.exit_code == 0
    record = json.loads(out.read_text("utf-8"))
    rows = {(row["set"], row["kind"]): row for row in record["rows"]}
    assert set(rows) == {
        ("own:cut-1", "forum"),
        ("own:cut-3", "forum"),
        ("own:hash-names", "article"),
        ("own:hash-names", "forum"),
    }
    assert rows["own:cut-3", "forum"]["figures"]["post_f1"] == 1
    assert rows["own:cut-1", "forum"]["figures"]["bag_f1"] is None
    report = (tmp_path / "out" / "index.html").read_text("utf-8")
    for name in ("own:cut-1", "own:cut-3", "own:hash-names"):
        assert name in result.output
        assert name in report


def test_an_unknown_change_is_one_line_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownPerturbation):
        perturbed([], "guesswork")
    result = CliRunner().invoke(
        evaluate, ["--data", str(_placed(tmp_path)), "--perturb", "guesswork"]
    )
    assert result.exit_code == 1
    assert (
        result.output
        == f"Error: unknown perturbation 'guesswork'; choose one of {', '.join(PERTURBATIONS)}\n"
    )


def test_nothing_to_cut_is_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        evaluate, ["--data", str(write_both(tmp_path / "own")), "--perturb", "cut-1"]
    )
    assert result.exit_code == 1
    assert "labelled with their places" in result.output
    assert result.output.count("\n") == 1


def test_headers_beside_removed_posts_go_with_them() -> None:
    rows = "".join(
        f"<li class='head p{n}'>by author{n}</li><li class='post'>the words of post number {n}</li>"
        for n in (1, 2, 3)
    )
    page = f"<html><body><ul>{rows}</ul></body></html>".encode()
    root = html_tree(
        cut_posts(page, [f"/html/body/ul/li[{n}]" for n in (2, 4, 6)], 1).decode("utf-8-sig")
    )
    assert root.text_content() == "by author1the words of post number 1"


def test_wrappers_with_the_headers_of_removed_posts_go_with_them() -> None:
    rows = "".join(
        f"<tbody><tr><td>by author{n}</td></tr><tr><td>words {n}</td></tr></tbody>"
        for n in (1, 2, 3)
    )
    page = f"<html><body><table>{rows}</table></body></html>".encode()
    xpaths = [f"/html/body/table/tbody[{n}]/tr[2]/td" for n in (1, 2, 3)]
    root = html_tree(cut_posts(page, xpaths, 1).decode("utf-8-sig"))
    assert root.text_content() == "by author1words 1"


def test_second_copies_of_removed_posts_go_with_them() -> None:
    words = [
        f"A post of enough words that nobody would write twice, number {n} of three"
        for n in (1, 2, 3)
    ]
    copies = "".join(f"<div><p>{text}</p></div>" for text in words)
    posts = "".join(f"<li>{text}</li>" for text in words)
    page = f"<html><body><ul>{posts}</ul><noscript>{copies}</noscript></body></html>".encode()
    root = html_tree(
        cut_posts(page, [f"/html/body/ul/li[{n}]" for n in (1, 2, 3)], 1).decode("utf-8-sig")
    )
    assert root.text_content() == 2 * words[0]


def test_the_reader_of_a_known_site_has_seen_the_whole_thread(tmp_path: Path) -> None:
    pages = load(_placed(tmp_path))
    (known,), (cut,) = perturbed(pages, "known-1"), perturbed(pages, "cut-1")
    assert known.set == "own:known-1"
    assert known.read() == cut.read()
    assert (known.gold, cut.read_longer()) == (cut.gold, None)
    longer = html_tree(known.read_longer() or b"").text_content()
    assert all(body in longer for _, _, body in POSTS)
