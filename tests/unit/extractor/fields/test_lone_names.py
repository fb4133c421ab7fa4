"""Names that no word for authorship introduces on their line: with credentials, or below a
label.
"""

import pytest

from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page


def _author(markup: str) -> str:
    return samples.read_article(
        markup, "http://news.example.org/2024/03/05/a", kind="article"
    ).author


def test_names_that_each_have_their_label_complete_the_statement() -> None:
    lines = "".join(f"<div>{role}</div><div>{name}</div>" for role, name in
                    (("Текст", "Maxa Quille"), ("Текст", "Anna Stane"), ("Ілюстрація", "Tilda Bourne")))  # fmt: skip
    head = '<meta name="author" content="Maxa Quille">'
    assert _author(page(head=head, beside=lines)) == "Maxa Quille, Anna Stane"


def test_names_below_a_label_that_fills_its_line() -> None:
    assert _author(
        page(
            beside="<div>Written by</div><div>MX</div><div>Maxa Quille</div><div>Reader services</div>"
        )
    ) == ("Maxa Quille")
    box = (
        "<div>Author(s)</div><div>Anna Miller</div><div>Paul Stone</div><div>Related stories</div>"
    )
    assert _author(page(after=box)) == "Anna Miller, Paul Stone"
    assert _author(page(beside="<div>Written by</div><div>Maxa - Reader services</div>")) == "Maxa"
    assert _author(page(beside="<div>Written by</div><div>Sections</div>")) == ""
    other = "<div>By</div><div>Peter Gray</div>"
    assert _author(page(after=f"{'<p>x</p>' * 20}{box}{other}")) == ""


@pytest.mark.parametrize("zone", ["", " GMT-5", " UTC+05:30"])
def test_the_author_shares_a_line_with_source_and_date(zone: str) -> None:
    line = f"Source: The Courier October 09, 2023 03:53{zone} {{}}"
    assert _author(page(beside=f"<div>{line.format('Amara Marchetti')}</div>")) == "Amara Marchetti"
    assert _author(page(beside=f"<div>{line.format('updated every hour')}</div>")) == ""


def test_the_poster_of_an_entry_is_its_author() -> None:
    assert (
        _author(page(beside='<div class="poster entry-poster"><b>marshhen</b></div>')) == "marshhen"
    )


def test_a_visiting_card_is_not_a_teaser() -> None:
    card = (
        '<footer><p><span class="author vcard"><span class="fn">marshhen</span></span></p></footer>'
    )
    assert _author(page(after=f"{'<p>x</p>' * 20}{card}")) == "marshhen"


OTHERS = ("Petra Novak", "Otto Kern", "Ilse Marsh")
SIDES = {
    "several": "".join(
        f"<div><a href=/s/{name[0]}>Another story of the day</a><p>By {name}</p></div>"
        for name in OTHERS
    ),
    "one": "<div><a href=/s/1>Another story of the day</a><p>By Petra Novak</p></div>",
    "lines": "".join(
        f"<p><a href=/s/{name[0]}>Another story</a><br>By {name}<br></p>" for name in OTHERS
    ),
}


@pytest.mark.parametrize("side", SIDES.values(), ids=SIDES)
@pytest.mark.parametrize(
    "byline",
    [
        "<div>Nadia Rowe</div><div>March 5, 2024</div>",
        "<p>Nadia Rowe | March 5, 2024</p>",
        "<p><span>Nadia Rowe</span> <span>5 March 2024</span></p>",
    ],
)
def test_a_byline_without_a_word_for_by_wins_over_those_of_other_stories(
    side: str, byline: str
) -> None:
    assert _author(page(beside=byline, after=side)) == "Nadia Rowe"
    assert _author(page(beside=byline, before=side)) == "Nadia Rowe"


def test_bylines_of_several_other_stories_name_no_author() -> None:
    assert _author(page(after=SIDES["several"])) == ""
    assert _author(page(after=SIDES["one"])) == "Petra Novak"


def test_a_chinese_byline_without_a_label_wins_over_those_of_other_stories() -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.CHINESE)
    side = "".join(
        f"<li><a href=/s/{name}>别的新闻</a> <span>作者：{name}</span></li>"
        for name in ("韩松林", "王小明", "李静")
    )
    byline = "<div>沈启禾</div><div>2024-03-05 10:00</div>"
    markup = f"<title>市图书馆重新开放</title><h1>市图书馆重新开放</h1>{byline}<div>{text}</div>"
    assert _author(f"{markup}<ul>{side}</ul>") == "沈启禾"


@pytest.mark.parametrize(
    "quoted", ["Anna Miller", "Anna Miller, captain", "<b>Anna Miller</b>", "— Anna Miller"]
)
def test_somebody_quoted_in_the_text_is_not_its_author(quoted: str) -> None:
    told = [f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH]
    for place in (1, 2, 3):
        text = "".join([*told[:place], f"<p>{quoted}</p>", *told[place:]])
        markup = f"<title>Town library opens again</title><h1>Town library opens again</h1>{text}"
        assert _author(markup) == "", place


def test_a_dated_name_below_the_lead_is_the_author() -> None:
    told = [f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH]
    told.insert(1, "<p>Anna Miller</p><p>5 March 2024</p>")
    title = "Town library opens again"
    assert _author(f"<title>{title}</title><h1>{title}</h1>{''.join(told)}") == "Anna Miller"
