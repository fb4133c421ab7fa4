"""Lines of the words of a post, with the blanks between their elements."""

import pytest
from lxml import html

from extractor.forum.lines import lines_in
from extractor.forum.outline import outline_of
from tests.unit.extractor.forum.boards import all_posts, post_of, thread_of


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("<b>Bleed</b> <i>it</i>", ["Bleed it"]),
        ("<b>Bleed</b>\n<a href='/x'>it</a>.", ["Bleed it."]),
        ("<b>Bl</b><i>eed</i> it", ["Bleed it"]),
        ("<b> <i>Bleed</i></b><i> <b>it</b></i>", ["Bleed it"]),
        ("Bleed<label>Copy</label> <b>it</b>", ["Bleed it"]),
        ("<pre><i>int</i> <b>main</b>\n  <i>void</i></pre>", ["int main", "void"]),
        ("<i>锅炉</i><b>响</b>", ["锅炉响"]),
        ("<p>Bleed</p> <p>it</p>", ["Bleed", "it"]),
    ],
)
def test_blanks_between_elements(words: str, lines: list[str]) -> None:
    outline = outline_of(html.fromstring(f"<div>{words}</div>"))
    assert lines_in(outline, [(0, outline.ends[0])]) == lines


def test_skipped_text_between_blanks() -> None:
    outline = outline_of(html.fromstring("<div>Bleed <b>it</b> <i>now</i></div>"))
    leaf = outline.texts.index("it")
    assert lines_in(outline, [(0, outline.ends[0])], {leaf}) == ["Bleed now"]


@pytest.mark.parametrize(
    "code",
    [
        "use = load(\n------\n) + load(\n------\n)",
        "Before\n==========\n" + "It hums at night. " * 30,
    ],
)
def test_rules_of_the_author_do_not_end_a_post(code: str) -> None:
    posts = all_posts()
    posts[1] = post_of("ben", f"<pre>{code}</pre>", "2024-03-02 10:10")
    body = thread_of(posts).posts[1].body
    assert body.split("\n") == [line.strip() for line in code.split("\n")]


def test_a_signature_below_a_rule_is_left_out() -> None:
    posts = all_posts()
    posts[1] = post_of("ben", "Bleed it.<br>______<br>Old stoves never die", "2024-03-02 10:10")
    assert thread_of(posts).posts[1].body == "Bleed it."
