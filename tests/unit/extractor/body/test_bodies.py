"""The bodies of articles: CEVC as published, Newsloom's own algorithm, and what it leaves out."""

import pytest

from evaluation.algorithms import POSTS
from evaluation.errors import UnknownAlgorithm
from evaluation.published import cevc
from extractor.page import dom
from tests.unit.extractor import samples
from tests.unit.extractor.samples import article_page, read, read_article

BODY = "\n".join(samples.ENGLISH)


def _block(html: str, alpha: float = cevc.ALPHA) -> dom.Element:
    body = dom.body_of(dom.parse(html))
    return cevc.descend(body, cevc.valid_counts(dom.steps(body)), alpha)


def test_cevc_counts_leaves_with_a_stop_word_outside_links() -> None:
    body = dom.body_of(
        dom.parse("<div><p>this is it</p><p>menu</p><a>the link is not</a> of it</div>")
    )
    counts = cevc.valid_counts(dom.steps(body))
    assert counts[body] == len("thisisit") + len("ofit")


def test_cevc_steps_into_the_largest_child_until_none_has_half() -> None:
    side = "<div id=s><p>the side</p></div>"
    block = _block(
        f"<div id=all>{side}<div id=art><p>the one is here</p><p>the two is there</p><p>and the three</p></div></div>"
    )
    assert block.get("id") == "art"


def test_cevc_a_page_of_one_paragraph_gives_the_parent_of_the_leaf() -> None:
    assert _block("<div><p id=one>it is the only paragraph</p></div>").get("id") == "one"


def test_cevc_threshold_is_strict() -> None:
    halves = "<div id=top><p id=a>the aaaa</p><p id=b>the bbbb</p></div>"
    assert _block(halves, 0.5).get("id") == "a"
    assert _block(halves, 0.51).get("id") == "top"


def test_cevc_without_valid_text_stays_at_the_body() -> None:
    assert _block("<div>menu</div>").tag == "body"


def test_cevc_drops_form_fields_and_links() -> None:
    texts = "".join(f"<p>{text}</p>" for text in samples.ENGLISH)
    page = f"<div>{texts}<textarea>the field of it</textarea><a>the link of it</a></div>"
    assert cevc.valid_lines(_block(page)) == list(samples.ENGLISH)


@pytest.mark.parametrize("algorithm", ["newsloom", "cevc"])
@pytest.mark.parametrize(
    "texts",
    [
        samples.ENGLISH,
        samples.CHINESE,
        samples.TRADITIONAL,
        samples.JAPANESE,
        samples.KOREAN,
        samples.RUSSIAN,
    ],
)
def test_every_algorithm_finds_the_body(algorithm: str, texts: tuple[str, ...]) -> None:
    article = read_article(article_page(paragraphs=texts), algorithm=algorithm)
    assert article.content == "\n".join(texts)
    assert article.algorithm == algorithm


def test_newsloom_is_the_default() -> None:
    assert read_article(article_page()).algorithm == "newsloom"


def test_an_unknown_algorithm_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownAlgorithm, match=r"magic.*cevc.*newsloom.*pean"):
        read(article_page(), algorithm="magic")


def test_the_name_of_a_forum_algorithm_leaves_articles_to_the_default() -> None:
    assert (
        read_article(article_page(), algorithm=next(iter(POSTS)), kind="article").algorithm
        == "newsloom"
    )


@pytest.mark.parametrize(
    "added",
    [
        f"<p>{samples.ENGLISH[0]}</p>",
        '<ul><li><a href="/a">Another story of the week</a></li><li><a href="/b">And one more</a></li></ul>',
        "<figure><img><figcaption>The house in the morning light</figcaption></figure>",
        '<div class="related"><p>More about the town in our other pages</p></div>',
        '<div id="comments"><p>' + "I do not think that this is so. " * 60 + "</p></div>",
        "<form><label>Your name for the letter</label><select><option>of the day</option></select></form>",
        '<div class="share-buttons">Share this with all of the others</div>',
    ],
)
def test_newsloom_leaves_out_what_is_not_the_authors(added: str) -> None:
    page = article_page().replace(
        '</div></div>\n<div class="more">', f'{added}</div></div>\n<div class="more">'
    )
    assert added in page
    assert read_article(page).content == BODY


def test_newsloom_leaves_out_headline_byline_and_date_in_front() -> None:
    front = "<h1>Town library opens again</h1><p>By Mary Lee</p><p>5 March 2024, 10:30</p>"
    body = "".join(f"<p>{text}</p>" for text in samples.ENGLISH)
    page = f"<title>Town library opens again</title><div>{front}{body}</div>"
    assert read_article(page).content == BODY


def test_newsloom_keeps_text_between_line_breaks_and_short_subheadings() -> None:
    text = "<br><br>".join([samples.ENGLISH[0], "Why now", *samples.ENGLISH[1:]])
    page = f"<title>Town library opens again</title><p>2024-03-05</p><div><div>{text}</div></div>"
    lines = read_article(page).content.split("\n")
    assert lines == [samples.ENGLISH[0], "Why now", *samples.ENGLISH[1:]]


def test_a_page_inside_an_unclosed_button_is_read() -> None:
    page = article_page().replace('<div class="main">', '<button>Menu<div class="main">')
    assert set(samples.ENGLISH) <= set(read_article(page).content.split("\n"))


def test_a_page_called_comments_as_a_whole_is_read() -> None:
    page = (
        article_page()
        .replace("<body>", '<body><div class="comments">')
        .replace("</body>", "</div></body>")
    )
    assert read_article(page).content == BODY


def test_a_short_article_under_long_comments() -> None:
    comments = "".join(
        f"<div><b>reader</b><p>{'This is what I think of it. ' * 9}{number}</p></div>"
        for number in range(20)
    )
    page = article_page().replace(
        '<div class="more">', f'<div class="comments">{comments}</div><div class="more">'
    )
    assert read_article(page).content == BODY


@pytest.mark.parametrize("attributes", ['role="dialog"', 'role="alertdialog"', 'aria-modal="true"'])
def test_a_dialog_longer_than_the_article_is_left_out(attributes: str) -> None:
    consent = "".join(
        f"<p>We and our {number} partners keep what we learn about you, as the law allows.</p>"
        for number in range(40)
    )
    page = article_page().replace("<body>", f"<body><div {attributes}>{consent}</div>")
    assert "partners" in page
    assert read_article(page).content == BODY


def test_a_page_that_is_all_dialog_keeps_its_text() -> None:
    page = (
        article_page()
        .replace("<body>", '<body><div role="dialog">')
        .replace("</body>", "</div></body>")
    )
    assert 'role="dialog"' in page
    assert read_article(page).content == BODY


def test_an_article_below_the_article_is_another_one() -> None:
    below = "".join(
        f"<article><h2>{text[:20]}</h2><p>{text}</p></article>" for text in samples.FRENCH
    )
    page = article_page().replace('<div class="main">', '<article class="main">')
    page = page.replace(
        '</div></div>\n<div class="more">', f'</div></article>{below}<div class="more">'
    )
    assert page.count("<article") == 1 + len(samples.FRENCH)
    assert read_article(page).content == BODY
