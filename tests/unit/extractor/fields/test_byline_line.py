"""The line below the headline that only names the author is no paragraph of the text."""

import pytest

from extractor.fields.byline_line import without_byline
from extractor.results import Body, Paragraph
from tests.unit.extractor.samples import CHINESE, ENGLISH, read_article


def _lines(author: str, *lines: str) -> list[str]:
    body = Body(paragraphs=tuple(Paragraph(text=line) for line in lines))
    return [one.text for one in without_byline(body, author).paragraphs]


@pytest.mark.parametrize(
    ("author", "line"),
    [
        ("Nadia Rowe", "Nadia Rowe"),
        ("Nadia Rowe", "By Nadia Rowe | Night desk"),
        ("Nadia Rowe", "Written By: Nadia Rowe - Nov• 05•12"),
        ("Nadia Rowe, Otto Kern", "Nadia Rowe and Otto Kern"),
        ("Nadia Rowe", "Nadia Rowe, staff writer | 25 November 2026"),
        ("Nadia Rowe", "Nadia Rowe (Saltmere)"),
        ("王建宏, 张文攀", "光明日报记者 王建宏 张文攀"),
        ("王小明", "文/王小明"),
        ("王小明", "王小明 光明网"),
    ],
)
def test_a_line_of_names_is_left_out(author: str, line: str) -> None:
    assert _lines(author, line, *ENGLISH) == list(ENGLISH)
    assert _lines(author, line, line, *ENGLISH) == list(ENGLISH)


@pytest.mark.parametrize(
    "line",
    [
        "Nadia Rowe has written this for us.",
        "Nadia Rowe:",
        "An afternoon in the new reading room with Nadia Rowe",
        "Otto Kern",
    ],
)
def test_other_lines_stay(line: str) -> None:
    assert _lines("Nadia Rowe", line, *ENGLISH) == [line, *ENGLISH]
    assert _lines("", line, *ENGLISH) == [line, *ENGLISH]


@pytest.mark.parametrize(
    ("author", "line"),
    [
        ("AP", "APPLE SHARES FALL"),
        ("Ed", "Edinburgh protest"),
        ("Reuters", "Reuters cuts 200 jobs"),
        ("Mary Miller", "Mary Miller is dead"),
        ("Mary Miller", "Mary Miller, 84, dies"),
        ("Mary Miller", "Mary Miller asks"),
        ("Mary Miller", "Mary Miller in Paris"),
        ("王小明", "王小明获得冠军并刷新世界纪录"),
        ("王小明", "王小明 获得冠军并刷新世界纪录"),
        ("新华社", "新华社记者被拘留"),
    ],
)
def test_a_line_that_tells_something_of_the_author_stays(author: str, line: str) -> None:
    assert _lines(author, line, *ENGLISH) == [line, *ENGLISH]


def test_a_name_inside_the_text_and_a_text_of_a_name_stay() -> None:
    assert _lines("Nadia Rowe", ENGLISH[0], "Nadia Rowe") == [ENGLISH[0], "Nadia Rowe"]
    assert _lines("Nadia Rowe", "Nadia Rowe") == ["Nadia Rowe"]


@pytest.mark.parametrize("teasers", range(0, 12, 2))
@pytest.mark.parametrize(("text", "author"), [(ENGLISH, "Nadia Rowe"), (CHINESE, "王小明")])
def test_the_text_is_the_same_whatever_is_beside_it(
    text: tuple[str, ...], author: str, teasers: int
) -> None:
    blocks = "".join(f'<div class="block"><p>{paragraph}</p></div>' for paragraph in text)
    beside = "".join(
        f'<div class="teaser"><a href="/{number}">Why ridership dropped by {number} percent</a>'
        "<p>2024-01-01</p></div>"
        for number in range(teasers)
    )
    page = f"""<html><head><title>Town library opens again</title></head><body><div class="col-8">
<h1>Town library opens again</h1><div class="standfirst-by">{author}</div>{blocks}
<div class="tools">Share by mail</div></div>
<div class="col-4"><h3>Most read</h3>{beside}</div></body></html>"""
    article = read_article(page, kind="article")
    assert article.content == "\n".join(text)
    assert article.author == author
