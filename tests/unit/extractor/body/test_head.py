"""Date, source, author and editor in a line or box above the text are fields, and no part of it."""

from collections.abc import Iterator

import pytest

from tests.unit.extractor.samples import CHINESE, ENGLISH, read_article

ENGLISH_LINES = [
    "2024-03-05 Source: The Elmsworth Courier Author: Nadia Rowe Editor: Ilse Okafor",
    "Published: 5 March 2024 Source: Elmsworth Courier Author: Nadia Rowe Editor: Ilse Okafor Views: 1204",
    "5 March 2024 | Source: The Elmsworth Courier | Author: Nadia Rowe | Editor: Ilse Okafor",
    "Author: Nadia Rowe Source: The Elmsworth Courier Date: March 5, 2024, 2:05 PM",
    "By Nadia Rowe, The Elmsworth Courier | March 5, 2024 | Updated March 6, 2024",
    "The Elmsworth Courier | March 5, 2024 | Nadia Rowe",
    "March 5, 2024 · The Elmsworth Courier · By Nadia Rowe · Edited by Ilse Okafor",
    "Nadia Rowe • The Elmsworth Courier • 5 March 2024 • 5 min read",
    "Author: Nadia Rowe Editor: Ilse Okafor",
    "Source: The Elmsworth Courier",
    "Editor: Ilse Okafor",
    "Source : Le Courrier d'Elmsworth",
    "Sources: The Elmsworth Courier, Radio Saltmere and Nadia Rowe",
    "5. März 2024, 14:05 Uhr Quelle: Elmsworther Anzeiger Autor: Nadia Rohwer Redaktion: Ilse Okafor",
    "Stand: 05.03.2024, 14:05 Uhr | Quelle: Elmsworther Anzeiger | Redaktion: Ilse Okafor",
    "Publié le 5 mars 2024 - Source : Le Courrier d'Elmsworth - Auteur : Nadia Roux",
    "Fuente: El Correo de Elmsworth Autor: Nadia Ruiz Fecha: 05/03/2024 14:05",
    "5 марта 2024 Источник: Вестник Эльмсворта Автор: Надежда Рогова Редактор: Илья Окаров",
]
CHINESE_LINES = [
    "2024-03-05 来源：北嶼新区晚报客户端 作者：沈启禾 编辑：韩松林",
    "2024-03-05来源：北嶼新区晚报客户端作者：沈启禾编辑：韩松林",
    "发布时间：2024-03-05 来源：北嶼新区晚报客户端 编辑：韩松林 浏览次数：1204次",
    "稿件来源：北嶼新区晚报客户端 发布日期：2024年3月5日 14:05 责任编辑：韩松林 审核：沈启禾",
    "2024-03-05 14:05:10 来源: 北嶼新区晚报客户端 字号：大 中 小 打印",
    "2024年3月5日 北嶼新区晚报客户端 记者 沈启禾 编辑 韩松林",
    "来源：北嶼生活周刊",
    "文章来源：北嶼新区晚报 记者：沈启禾、韩松林 点击数：17",
    "2024/03/05 北嶼新区晚报客户端 我要评论 分享到 微信 微博",
    "2024-03-05 记者：沈启禾 来源：北嶼新区晚报客户端 字体：【大】【中】【小】",
]


def _boxes(line: str) -> Iterator[str]:
    """Yield the ways in which pages write a line: as one element, in pieces, with links."""
    words = line.split(" ")
    yield f"<p>{line}</p>"
    yield f'<div class="x7">{line}</div>'
    yield "<p>" + " ".join(f"<span>{word}</span>" for word in words) + "</p>"
    yield f'<div>{" ".join(words[:-1])} <a href="/people/1">{words[-1]}</a></div>'


@pytest.mark.parametrize(
    ("title", "line", "text"),
    [
        *(("The library is open", line, ENGLISH) for line in ENGLISH_LINES),
        *(("市图书馆重新开放", line, CHINESE) for line in CHINESE_LINES),
    ],
)
def test_a_line_of_facts_is_no_paragraph(title: str, line: str, text: tuple[str, ...]) -> None:
    for box in _boxes(line):
        told = "".join(f"<p>{each}</p>" for each in text)
        page = f"<title>{title}</title><div><h1>{title}</h1>{box}{told}</div>"
        assert read_article(page, kind="article").content.split("\n") == list(text), box


def test_a_box_of_facts_is_no_part_of_the_text() -> None:
    facts = ("The Elmsworth Courier", "Nadia Rowe", "5 March 2024", "5 min read", "Views: 1204")
    told = "".join(f"<p>{each}</p>" for each in ENGLISH)
    for box in ("div", "ul"):
        tag = {"div": "p", "ul": "li"}[box]
        listed = "".join(f"<{tag}>{each}</{tag}>" for each in facts)
        page = f"<title>The library is open</title><div><h1>The library is open</h1><{box}>{listed}</{box}>{told}</div>"
        assert read_article(page, kind="article").content.split("\n") == list(ENGLISH)


def test_a_line_of_facts_below_the_lead_is_no_paragraph() -> None:
    told = [f"<p>{each}</p>" for each in ENGLISH]
    told.insert(1, f"<p>{ENGLISH_LINES[0]}</p>")
    page = (
        f"<title>The library is open</title><div><h1>The library is open</h1>{''.join(told)}</div>"
    )
    assert read_article(page, kind="article").content.split("\n") == list(ENGLISH)


@pytest.mark.parametrize(
    "line",
    [
        "On 5 March 2024 the council said: the library will open again, whatever it costs.",
        "Author: the word is older than the printing press and comes from Latin.",
        "Editor: Why did you stop in winter?",
        "Source: a government paper shows that the project is late",
        "Reporter: Tell me about the first days of the strike at the quay",
        "Quelle: ein Papier der Regierung zeigt, dass das Projekt zu teuer ist",
        "The ferry of 5 March 2024: late, cold and full of people from the islands",
        "Opening hours from 5 March 2024: Monday to Friday, 9 to 17",
        "Elmsworth, March 5, 2024 – The town council has voted for the new bridge.",
        "Where to go on 5 March 2024 and what to bring",
    ],
)
def test_what_tells_something_beside_a_date_or_label_stays(line: str) -> None:
    told = "".join(f"<p>{each}</p>" for each in (line, *ENGLISH))
    page = f"<title>The library is open</title><div><h1>The library is open</h1>{told}</div>"
    assert read_article(page, kind="article").content.startswith(line)


@pytest.mark.parametrize("line", ["记者：您怎么看这个问题", "来源: 一份政府文件显示该项目已超支"])
def test_what_tells_something_behind_a_label_in_chinese_stays(line: str) -> None:
    told = "".join(f"<p>{each}</p>" for each in (CHINESE[0], line, *CHINESE[1:]))
    page = f"<title>市图书馆重新开放</title><div><h1>市图书馆重新开放</h1>{told}</div>"
    assert line in read_article(page, kind="article").content.split("\n")


def test_a_source_below_a_short_text_stays() -> None:
    told = (*CHINESE[:3], "责任编辑：韩松林")
    page = "<title>市图书馆重新开放</title><div><h1>市图书馆重新开放</h1>" + "".join(
        f"<p>{each}</p>" for each in told
    )
    assert read_article(page, kind="article").content.split("\n") == list(told)


@pytest.mark.parametrize("date", ["<p>4 March 2024</p>", "<p>By Otto Kern</p><p>4 March 2024</p>"])
def test_another_story_with_headline_and_date_below_is_not_taken_in(date: str) -> None:
    title = "The library is open again"
    told = "".join(f"<p>{each}</p>" for each in ENGLISH[:2])
    other = f"<h1>The ferry has a new engine</h1>{date}<p>{ENGLISH[2]}</p><p>{ENGLISH[3]}</p>"
    page = f"<title>{title}</title><div><h1>{title}</h1><p>5 March 2024</p>{told}</div>{other}"
    assert read_article(page, kind="article").content.split("\n") == list(ENGLISH[:2])


def test_a_section_under_a_heading_of_the_first_level_stays() -> None:
    title = "The library is open again"
    told = "".join(f"<p>{each}</p>" for each in ENGLISH[:2])
    more = f"<h1>What comes next</h1><p>{ENGLISH[2]}</p><p>{ENGLISH[3]}</p>"
    page = f"<title>{title}</title><div><h1>{title}</h1><p>5 March 2024</p>{told}{more}</div>"
    assert ENGLISH[3] in read_article(page, kind="article").content


@pytest.mark.parametrize("least", [2, 6])
@pytest.mark.parametrize("lead", ["<div><h1>{title}</h1><p>{text}</p></div>", "<h1>{title}</h1>"])
def test_the_entries_of_a_live_blog_stay(lead: str, least: int) -> None:
    title = "The day of the flood as it happened"
    entries = "".join(
        f"<div><h1>Entry {n}</h1><span>27 November 2023, 1{n}:20</span><p>{text}</p></div>"
        for n, text in enumerate(ENGLISH[:least])
    )
    page = f"<title>{title}</title>{lead.format(title=title, text=ENGLISH[0])}{entries}"
    found = read_article(page, kind="article").content
    assert all(text in found for text in ENGLISH[:least])


@pytest.mark.parametrize("heading", ["January 2023", "Timeline of the work"])
def test_a_dated_section_inside_the_article_stays(heading: str) -> None:
    title = "The library is open again"
    told = "".join(f"<p>{each}</p>" for each in ENGLISH[:2])
    more = f"<h1>{heading}</h1><p>12 January 2023</p><p>{ENGLISH[2]}</p><p>{ENGLISH[3]}</p>"
    page = f"<title>{title}</title><body><article><h1>{title}</h1>{told}{more}</article>"
    found = read_article(page, kind="article").content
    assert ENGLISH[2] in found
    assert ENGLISH[3] in found
