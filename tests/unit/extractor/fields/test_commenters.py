"""A reader who comments on an article is not its author."""

import pytest

from tests.unit.extractor.samples import CHINESE, ENGLISH, read_article

COMMENTS = [
    "<h3>Comments</h3><div><b>Petra Novak</b> 2024-03-05<p>I like it a lot.</p></div>",
    "<div><b>Petra Novak</b> <i>March 5, 2024 10:11</i><p>I have lived here for long.</p></div>",
    "<p>2 comments</p><div>Petra Novak said on March 5, 2024:<p>I like it a lot.</p></div>",
    "<div><p>Posted by Petra Novak on March 5, 2024</p><p>I like it a lot.</p></div>",
    "<div><p>by Petra Novak, March 5, 2024</p><p>I like it a lot.</p></div>",
    "<div><p><a href='/user/petra' class=author>Petra Novak</a></p><p>I like it.</p></div>",
]


def _author(text: tuple[str, ...], below: str) -> str:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in text)
    page = f"""<html><head><title>Town library opens again - North notes</title></head><body>
<div><a href="/">North notes</a></div><h1>Town library opens again</h1><div>2024-03-04</div>
<div class="text">{body}</div>{below}<div class="foot">About | Contact</div></body></html>"""
    return read_article(page, kind="article").author


@pytest.mark.parametrize("comment", COMMENTS)
@pytest.mark.parametrize("name", ["comments", "post-comments", "reply-list", "cmts"])
@pytest.mark.parametrize("count", [1, 4])
def test_names_in_elements_for_comments_are_not_the_authors(
    comment: str, name: str, count: int
) -> None:
    assert not _author(ENGLISH[:count], f'<div class="{name}">{comment}</div>')


@pytest.mark.parametrize(
    "head", ["Comments", "12 comments", "Leave a reply", "评论", "已有 3 条评论", "2件のコメント"]
)
def test_names_below_a_line_that_heads_comments_are_not_the_authors(head: str) -> None:
    below = f"<div><p>{head}</p>{COMMENTS[1]}</div>"
    assert not _author(ENGLISH[:1], below)
    assert not _author(ENGLISH, below)


def test_a_name_beside_its_date_below_the_text_is_a_commenters() -> None:
    below = "<div>網友<div><b>沈啟禾</b>：我沒見過這種書<i>2024-03-05 23:50</i></div></div>"
    assert not _author(CHINESE, below)


def test_the_author_after_the_comments_and_the_byline_above_them_are_found() -> None:
    comments = f'<div class="comments">{COMMENTS[0]}</div>'
    assert _author(ENGLISH, f"<p>By Ellen Marsh</p>{comments}") == "Ellen Marsh"
    assert _author(ENGLISH, f'{comments}<p class="author">Ellen Marsh</p>') == "Ellen Marsh"


def test_an_element_around_the_text_is_no_comment() -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in ENGLISH)
    page = f"""<html><head><title>Town library opens again</title></head><body><div class="comment">
<h1>Town library opens again</h1><p>2024-03-04</p>{text}<p>By Ellen Marsh</p></div></body></html>"""
    assert read_article(page, kind="article").author == "Ellen Marsh"


@pytest.mark.parametrize(
    "below",
    [
        '<div class="post-footer has-comments"><p>Written by Ellen Marsh</p></div>',
        '<div class="post-footer has-comments"><p>Written by Ellen Marsh</p>'
        '<a href="#c">3 comments</a></div>',
        '<div class="meta comments">By Ellen Marsh · 3 comments</div>',
        '<p>3 comments</p><p class="byline">By Ellen Marsh</p>',
    ],
)
def test_a_byline_beside_a_link_to_the_comments_is_the_authors(below: str) -> None:
    assert _author(ENGLISH, f"<section>{below}</section>") == "Ellen Marsh"


def test_a_byline_after_the_lead_is_the_authors_whatever_its_element_is_named() -> None:
    lead, *rest = ENGLISH
    text = "".join(f"<p>{paragraph}</p>" for paragraph in rest)
    page = f"""<html><head><title>Town library opens again</title></head><body><article>
<h1>Town library opens again</h1><p>{lead}</p>
<div class="meta comments">By Ellen Marsh · 3 comments</div>{text}</article></body></html>"""
    assert read_article(page, kind="article").author == "Ellen Marsh"
