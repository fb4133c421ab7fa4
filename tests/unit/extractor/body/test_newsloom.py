"""Newsloom's article body: kinds of paragraphs, links, copies, confidence, hostile pages; and its
parts.
"""

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.body.characters import DIGIT, END, LETTER, OTHER, count_characters
from extractor.body.cues import CUES, cue_of
from extractor.body.features import FEATURES, features, title_place
from extractor.body.marks import MARKS, NONE, in_boxes, read_marks
from extractor.body.names import MEANINGS, meanings
from extractor.body.newsloom import MAX_BLOCKS, find_body
from extractor.body.outline import outline
from extractor.body.selection import select
from extractor.body.view import view
from extractor.extraction import open_page
from extractor.page import dom
from extractor.page.blocks import first_blocks, read_blocks
from extractor.page.page import Page
from extractor.results import Body, Hints
from tests.unit.extractor import samples
from tests.unit.extractor.samples import ENGLISH, article_page


def _page(html: str) -> Page:
    hints = Hints(collected=datetime(2024, 3, 6, tzinfo=UTC), kind="article")
    return open_page(html.encode(), "http://news.example.org/story/17.html", {}, hints)


def _body(added: str = "", **options: Any) -> Body:
    """Return the body of the sample article with ``added`` after its second paragraph."""
    html = article_page(**options)
    return find_body(_page(html.replace(f"<p>{ENGLISH[2]}</p>", f"{added}<p>{ENGLISH[2]}</p>")))


def _kinds(body: Body) -> dict[str, str]:
    return {paragraph.text: paragraph.kind for paragraph in body.paragraphs}


@pytest.mark.parametrize(
    ("markup", "text", "kind"),
    [
        ("<h2>What will change this year</h2>", "What will change this year", "heading"),
        (
            f"<ul><li>{ENGLISH[0]} One.</li><li>{ENGLISH[1]} Two.</li></ul>",
            f"{ENGLISH[0]} One.",
            "item",
        ),
        (
            f"<blockquote><p>{ENGLISH[0]} So they say.</p></blockquote>",
            f"{ENGLISH[0]} So they say.",
            "quote",
        ),
        (f"<div>{ENGLISH[0]} Again.</div>", f"{ENGLISH[0]} Again.", "paragraph"),
    ],
)
def test_kinds_of_paragraphs(markup: str, text: str, kind: str) -> None:
    assert _kinds(_body(markup))[text] == kind


def test_listings_keep_their_lines_and_indents() -> None:
    code = "def read(book):\n    for page in book.pages:\n        print(page.text, page.number)\n\n    return None"
    body = _body(f"<pre>{code}</pre>")
    lines = [paragraph.text for paragraph in body.paragraphs if paragraph.kind == "code"]
    assert lines == [line for line in code.split("\n") if line]


def test_the_cells_of_a_row_are_one_paragraph() -> None:
    rows = [
        ("Year", "Books lent", "Readers"),
        ("2022", "31,000", "4,100"),
        ("2023", "36,500", "4,900"),
    ]
    table = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    text = f"<p>{ENGLISH[0]} As the table shows:</p><table>{table}</table>"
    found = [paragraph.text for paragraph in _body(text).paragraphs if paragraph.kind == "row"]
    assert set(found) <= {" | ".join(row) for row in rows}


def test_links_of_the_body_are_absolute_and_single() -> None:
    linked = (
        f'<p>{ENGLISH[0]} See <a href="/a">it</a>, <a href="/a">the old report</a>, <a href="#note">1</a>, '
        f'<a href="mailto:x@example.org">write</a> and <a href="http://[bad">this</a>. {ENGLISH[1]}</p>'
    )
    found = {link.url: link.title for link in _body(linked).links}
    assert found == {"http://news.example.org/a": "the old report"}


def test_soft_hyphens_are_not_part_of_a_word() -> None:
    body = _body(f"<p>{ENGLISH[0]} The read&shy;ing room is open.</p>")
    assert f"{ENGLISH[0]} The reading room is open." in _kinds(body)


def test_of_a_text_for_phones_and_one_for_desktops_one_is_kept() -> None:
    copies = "".join(f"<p>{text}</p>" for text in ENGLISH)
    html = article_page().replace(
        '<div class="main">', f'<div class="mobile">{copies}</div><div class="main">'
    )
    assert sorted(paragraph.text for paragraph in find_body(_page(html)).paragraphs) == sorted(
        ENGLISH
    )


@pytest.mark.parametrize(
    "box",
    [
        "<div hidden><p>{}</p></div>",
        '<div style="display: none"><p>{}</p></div>',
        '<p aria-hidden="true">{}</p>',
        "<textarea>{}</textarea>",
    ],
)
def test_hidden_boxes_are_not_part_of_a_text(box: str) -> None:
    note = "The editors checked the names and figures of this story twice before it was printed on Tuesday."
    copy = "".join(f"<p>{text}</p>" for text in ENGLISH)
    body = _body(box.format(note) + f'<div style="display:none">{copy}</div>')
    assert [paragraph.text for paragraph in body.paragraphs] == list(ENGLISH)


def test_a_text_that_a_script_shows_is_read_though_it_is_hidden() -> None:
    html = article_page().replace('<div class="main">', '<div class="main" style="display:none">')
    assert [paragraph.text for paragraph in find_body(_page(html)).paragraphs] == list(ENGLISH)


def test_confidence_tells_a_text_from_a_page_without_one() -> None:
    links = "".join(f'<li><a href="/{n}">Story of the day number {n}</a></li>' for n in range(60))
    listing = find_body(_page(f"<title>All stories</title><body><ul>{links}</ul></body>"))
    article = find_body(_page(article_page(paragraphs=ENGLISH * 3)))
    assert article.confidence is not None
    assert listing.confidence is not None
    assert article.confidence > 0.8 > 0.5 > listing.confidence


def test_a_page_without_text_has_an_empty_body() -> None:
    body = find_body(_page("<title>x</title><body><img src=a></body>"))
    assert (body.paragraphs, body.links, body.confidence) == ((), (), 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "html",
    [
        "<p>word and word.</p>" * 100_000,
        "<div class='comment article main'>" * 1_900 + "text of it, " * 1_000,
        "<div class='" + "article-body " * 80_000 + "'><p>It is the text, and so on.</p></div>",
        "<p>" + "x" * 2_000_000 + "</p>",
        "<p>" + "the and of, " * 150_000 + "</p>",
        "<table>" + "<tr><td>a<td>b" * 70_000 + "</table>",
        "<p>It is here.<a href=/x>link</a></p>" * 40_000,
        "<div id=a title='" + "A" * 1_000_000 + "'>" + "<h1>Title</h1>" * 50_000,
        "".join(f"<div class='c{n} related'>text {n}, and more.</div>" for n in range(40_000)),
        "<pre>" + "a\n" * 500_000 + "</pre>",
    ],
    ids=[
        "siblings",
        "depth",
        "names",
        "word",
        "text",
        "cells",
        "links",
        "headings",
        "classes",
        "listing",
    ],
)
@pytest.mark.timeout(60)  # each takes about a second; quadratic work would take an hour
def test_hostile_pages_are_read(html: str) -> None:
    body = find_body(_page(f"<title>Title</title><body>{html}</body>"))
    assert body.confidence is not None
    assert 0 <= body.confidence <= 1
    assert all(paragraph.text for paragraph in body.paragraphs)


def test_only_the_beginning_of_an_endless_page_is_read() -> None:
    blocks = read_blocks(
        dom.body_of(dom.parse("<div><p>one</p><p>two</p></div><div><p>three<a>x</a></p></div>"))
    )
    cut = first_blocks(blocks, 2)
    assert cut.texts == ["one", "two"]
    assert cut.ends[0] == 2
    assert max(cut.starts) < 2
    assert cut.anchors == []
    assert first_blocks(blocks, MAX_BLOCKS) is blocks


def test_characters_are_counted_by_kind() -> None:
    found = count_characters(["Ab, 12!", "图书馆。", "→"])
    assert found.widths.tolist() == [4, 9, 0]
    assert (found.ends.tolist(), found.pauses.tolist()) == ([1, 1, 0], [1, 0, 0])
    assert (found.digits.tolist(), found.capitals.tolist(), found.symbols.tolist()) == (
        [2, 0, 0],
        [1, 0, 0],
        [0, 0, 1],
    )
    assert found.first.tolist()[1:] == [LETTER, OTHER]
    assert found.last.tolist() == [END, END, OTHER]
    assert count_characters(["7"]).last.tolist() == [DIGIT]


@given(st.lists(st.text(min_size=1), min_size=1))
def test_counts_do_not_depend_on_neighbours(texts: list[str]) -> None:
    together = count_characters(texts)
    for index, text in enumerate(texts):
        alone = count_characters([text])
        for name in (
            "lengths",
            "widths",
            "ends",
            "pauses",
            "digits",
            "capitals",
            "symbols",
            "first",
            "last",
        ):
            assert getattr(together, name)[index] == getattr(alone, name)[0]


@pytest.mark.parametrize(
    ("line", "cue"),
    [
        ("Leave a Reply", "comments"),
        ("12 Comments", "comments"),
        ("相关新闻", "related"),
        ("Lire aussi : la bibliothèque", "related"),
        ("Подписывайтесь на нас", "share"),
        ("© Example Courier", "legal"),
        ("图", "credit"),
        ("Von Anna Beispiel", "byline"),
        ("ANZEIGE", "advert"),
    ],
)
def test_cues_of_many_languages(line: str, cue: str) -> None:
    assert CUES[cue_of(line)] == cue


@pytest.mark.parametrize(
    "line", ["Bygone days", "Diary of a reader", "The library opens", "", "７"]
)
def test_a_word_that_only_begins_like_a_cue_is_none(line: str) -> None:
    assert cue_of(line) == -1


def test_names_are_cut_into_words() -> None:
    found = {MEANINGS[number] for number in meanings("relatedStories post-content__body")}
    assert found == {"related", "article", "body"}
    assert meanings("xyzzy q7") == ()


def test_a_mark_tells_how_much_the_innermost_element_so_called_holds() -> None:
    text = "It is the text, and it goes on for some time. "
    html = f"<div class=comments><p>{text}</p><div class=comment><p>{text}</p></div></div><p>{text}</p><p>{text}</p>"
    seen = view(_page(html).blocks)
    row = read_marks(seen, -1)[0][MARKS.index("named comment")]
    assert row[0] == pytest.approx(0.5)
    assert row[1] == pytest.approx(0.25)
    assert row[2] == row[3] == NONE


def test_comments_after_the_headline_are_a_box_however_long() -> None:
    text = "It is the text, and it goes on for some time. " * 4
    body = f"<h1>Title</h1>{f'<p>{text}</p>' * 4}"
    seen = view(_page(f"{body}<div class=comments>{f'<p>{text}</p>' * 30}</div>").blocks)
    boxed = in_boxes(seen, read_marks(seen, 0)[0])
    assert boxed[:5].tolist() == [0] * 5
    assert set(boxed[5:].tolist()) == {1}
    wrapped = view(_page(f"<div class=comments>{body}</div>").blocks)
    assert set(in_boxes(wrapped, read_marks(wrapped, 0)[0]).tolist()) == {0}


def test_the_way_down_ends_where_no_child_has_the_share() -> None:
    blocks = _page("<div><div><p>aaaa</p><p>bbbb</p></div><p>cc</p></div>").blocks
    lines = outline(blocks)
    totals = lines.sums(np.array([4.0, 4.0, 2.0]))
    tags = [blocks.tags[node] for node in lines.descend(totals, 0.4, 0.7, 0.9)]
    assert tags == ["p", "div", "div"]
    assert lines.descend(totals, 0.7)[0] != lines.descend(totals, 0.9)[0]


def test_the_headline_in_a_heading_goes_before_one_in_a_menu() -> None:
    blocks = _page(
        "<p>A long title</p><h1>A long title</h1><p>A long title, and a text that goes on</p>"
    ).blocks
    assert title_place(blocks, "A long title") == 1
    assert title_place(blocks, "Another") == title_place(blocks, "") == -1


def test_all_likely_blocks_are_taken_and_of_copies_the_first() -> None:
    texts = ["menu", "a" * 60, "a" * 60, "b" * 50, "c"]
    widths = np.array([4.0, 60, 60, 50, 1])
    chosen, expected = select(texts, widths, np.array([0.01, 0.9, 0.95, 0.8, 0.6]))
    assert chosen.tolist() == [1, 3, 4]
    assert 0.8 < expected < 1


def test_a_model_that_hesitates_over_everything_still_finds_a_text() -> None:
    chosen, expected = select(list("abcd"), np.full(4, 30.0), np.array([0.2, 0.2, 0.2, 0.001]))
    assert chosen.tolist() == [0, 1, 2]
    assert expected < 0.5


@given(
    st.lists(
        st.tuples(st.sampled_from(["a" * 50, "b" * 50, "c"]), st.floats(0, 1)),
        min_size=1,
        max_size=12,
    )
)
def test_a_selection_never_holds_a_long_text_twice(blocks: list[tuple[str, float]]) -> None:
    texts = [text for text, _ in blocks]
    widths = np.array([len(text) for text in texts], float)
    chances = np.array([chance for _, chance in blocks])
    chosen, expected = select(texts, widths, chances)
    long = [texts[place] for place in chosen if widths[place] > 1]
    assert len(long) == len(set(long))
    assert 0 <= expected <= 1
    for text, chance in blocks:
        assert chance < 0.5 or text in [texts[place] for place in chosen]


def test_features_are_finite_for_any_page() -> None:
    for html in (article_page(), "<p>x", "<table><tr><td>1<td>2</table>", "<h1>a</h1>" * 3):
        seen = view(_page(html).blocks)
        matrix = features(seen, "a")
        assert matrix.shape == (seen.asked.sum(), len(FEATURES))
        assert matrix.dtype == np.float32
        assert np.isfinite(matrix).all()


def test_signs_without_width_around_a_heading_are_not_part_of_it() -> None:
    body = _body('<h2>What will change<a href="#what" class="hash-link">\u200b</a></h2>')
    assert _kinds(body)["What will change"] == "heading"


VOICES = (
    "I live beside it and have waited for this for eleven years.",
    "Nobody has asked us, and that is a shame for the whole town.",
)


def test_a_folded_part_of_the_text_stays() -> None:
    told = "".join(f"<p>{text}</p>" for text in samples.ENGLISH[:3])
    folded = f"<details><summary>Discussion</summary><p>{samples.ENGLISH[3]}</p></details>"
    title = "The library is open again"
    page = f"<title>{title}</title><div><h1>{title}</h1>{told}{folded}</div>"
    assert samples.ENGLISH[3] in samples.read_article(page, kind="article").content


@pytest.mark.parametrize(
    "short", ["The ferry runs again at noon today, and yesterday's tickets are valid."]
)
@pytest.mark.parametrize(
    "entry",
    [
        "<div><b>reader {n}</b> <i>2024-03-0{n} 10:00</i><p>{voice}</p></div>",
        "<li>reader {n} <span>2024-03-0{n} 10:00</span><br>{voice}</li>",
    ],
)
def test_comments_under_a_heading_are_no_part_of_a_short_text(short: str, entry: str) -> None:
    entries = "".join(entry.format(n=n, voice=voice) for n, voice in enumerate(VOICES, 3))
    title = "The ferry runs again at noon"
    page = (
        f"<title>{title}</title><div><h1>{title}</h1><p>2024-03-05</p><p>{short}</p></div>"
        f"<div><h3>Comments</h3>{entries}</div>"
    )
    found = open_page(page.encode(), "http://s.example/a", {}, Hints(collected=datetime.now(UTC)))
    assert find_body(found).text == short


def test_a_discussion_in_a_paper_stays() -> None:
    told = "".join(f"<p>{text}</p>" for text in samples.ENGLISH)
    more = f"<h2>Discussion</h2><p>{samples.ENGLISH[0]} So it was in 2019 and in 2021, too.</p>"
    title = "The library is open again"
    page = f"<title>{title}</title><div><h1>{title}</h1>{told}{more}</div>"
    assert "So it was in 2019" in samples.read_article(page, kind="article").content


@pytest.mark.parametrize("heading", ["Discussion", "Comment", "Responses", "Replies"])
@pytest.mark.parametrize(
    "line", ["Fig. 3: Ships per day, 2019", "Score 2:10", "Table 2, 2019", "Taken on 5 March 2024"]
)
def test_a_section_of_that_name_with_numbers_below_it_stays(heading: str, line: str) -> None:
    told = "".join(f"<p>{text}</p>" for text in samples.ENGLISH[:2])
    more = "".join(f"<p>{text}</p>" for text in samples.ENGLISH[2:])
    section = f"<section><h2>{heading}</h2>{more}<figcaption>{line}</figcaption></section>"
    title = "The library is open again"
    page = f"<title>{title}</title><div><h1>{title}</h1>{told}</div>{section}"
    found = samples.read_article(page, kind="article").content
    assert all(text in found for text in samples.ENGLISH)


def test_a_section_of_that_name_inside_the_container_of_the_text_stays() -> None:
    told = "".join(f"<p>{text}</p>" for text in samples.ENGLISH[:2])
    more = "".join(f"<p>4 March 2024</p><p>{text}</p>" for text in samples.ENGLISH[2:])
    title = "The library is open again"
    page = f"<title>{title}</title><div><h1>{title}</h1>{told}<h2>Responses</h2>{more}</div>"
    found = samples.read_article(page, kind="article").content
    assert all(text in found for text in samples.ENGLISH)
