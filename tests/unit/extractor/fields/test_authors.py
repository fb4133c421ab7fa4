"""The names of a page's authors from statements, bylines and markup, without anything that is not a
name.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.fields.names import names_in, stated_names
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld, page

URL = "http://news.example.org/2024/03/05/a"


def _author(markup: str, **hints: Any) -> str:
    return samples.read_article(markup, URL, kind="article", **hints).author


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Mary Lee", ("Mary Lee",)),
        ("ByMary Lee", ("Mary Lee",)),
        ("Written by Mary Lee and John Roe", ("Mary Lee", "John Roe")),
        ("Text: Mary Lee, Fotos: John Roe", ("Mary Lee",)),
        ("oprac. Mary Lee 15 października 2026, 14:08", ("Mary Lee",)),
        ("By Mary Lee, John Roe & Ann O'Hara", ("Mary Lee", "John Roe", "Ann O'Hara")),
        ("By MARY LEE", ("MARY LEE",)),
        ("Mary Lee, Senior Writer", ("Mary Lee",)),
        ("Mary Lee Senior Staff Reporter", ("Mary Lee",)),
        ("By Mary Lee, Oldtown", ("Mary Lee",)),
        ("Mary Lee, MD, PhD", ("Mary Lee",)),
        ("By Mary Lee | 5 March 2024", ("Mary Lee",)),
        ("5 March 2024 • Mary Lee", ("Mary Lee",)),
        ("By Mary Lee March 5, 2024", ("Mary Lee",)),
        ("By April May", ("April May",)),
        ("By Mary Lee Updated on Tuesday", ("Mary Lee",)),
        ("Mary Lee (Courier)", ("Mary Lee",)),
        ("Mary Lee @marylee", ("Mary Lee",)),
        ("mary.lee@news.example.org", ()),
        ("Par Mary Lee (Denain (Nord), envoyée spéciale)", ("Mary Lee",)),
        ("di MARY LEE", ("MARY LEE",)),
        ("Di Leo Marco", ("Di Leo Marco",)),
        ("Szerző: Lee Mária", ("Lee Mária",)),
        ("Por Mary Lee e John Roe, gz1 Vale do Rio", ("Mary Lee", "John Roe")),
        ("Фото: Мария Ли", ()),
        ("Photo: Mary Lee", ()),
        ("某某网专栏作者 沈怀瑾", ("沈怀瑾",)),
        ("城市晚报 周立群", ("周立群",)),
        ("Text: Mary Lee, Foto: John Roe", ("Mary Lee",)),
        ("https://social.example/mary", ()),
        ("By Mary Lee mary.lee@news.example.org", ("Mary Lee",)),
        ("Staff", ()),
        ("admin", ()),
        ("by our newsroom team", ()),
        ("By", ()),
        ("View profile", ()),
        ("Von Anna Müller und Jörg Weiß", ("Anna Müller", "Jörg Weiß")),
        ("Von Ludwig van der Berg", ("Ludwig van der Berg",)),
        ("Par Élise Morel et Jean Roy", ("Élise Morel", "Jean Roy")),
        ("Por María José García", ("María José García",)),
        ("Автор: Анна Иванова", ("Анна Иванова",)),
        ("लेखिका: मीरा जोशी", ("मीरा जोशी",)),
        ("Текст: Анна Иванова, Пётр Сидоров", ("Анна Иванова", "Пётр Сидоров")),
        ("Oleh Siti Rahma", ("Siti Rahma",)),
        ("بقلم أحمد حسن", ("أحمد حسن",)),
        ("作者：王小明", ("王小明",)),
        ("作者： 王 芳", ("王芳",)),
        ("晨报记者 王小明 李芳", ("王小明", "李芳")),
        ("文/王小明、李芳", ("王小明", "李芳")),
        ("記者 田中太郎", ("田中太郎",)),
        ("김민수 기자", ("김민수",)),
        ("[page.author]", ()),
        ("This post was written by Mary Lee", ("Mary Lee",)),
        ("recommended by Mary Lee", ("Mary Lee",)),
        ("By Mary Lee In Town , Town Hall , Travel Tips", ("Mary Lee",)),
        ("By Mary Lee, Executive Editor, The Example Courier", ("Mary Lee",)),
        ("By Mary Lee, Executive Editor & John Roe", ("Mary Lee", "John Roe")),
        ("Anita Das in Town Life", ("Anita Das",)),
        ("Rui Ma, Kim Do and Mary Lee", ("Rui Ma", "Kim Do", "Mary Lee")),
        ("Words: Mary Lee", ("Mary Lee",)),
        ("Posted by Mary Lee March 5, 2024 Posted in Town & Garden Tags: books", ("Mary Lee",)),
    ],
)
def test_names_in_a_byline(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Courier Staff", ("Courier Staff",)),
        ("anna lee", ("anna lee",)),
        ("By Mary Lee, Senior Editor", ("Mary Lee",)),
        ("Mary Lee, PhD", ("Mary Lee",)),
        ("Mary Lee, John Roe", ("Mary Lee", "John Roe")),
        ("https://social.example/mary", ()),
        ("undefined", ()),
        ("{{author}}", ()),
        ("Mary Lee - Courier Staff", ("Mary Lee",)),
        ("Center for Water and Soil", ("Center for Water and Soil",)),
        ("Mary Lee and Ministry Dodd", ("Mary Lee", "Ministry Dodd")),
    ],
)
def test_names_that_a_page_states_stay_whole(text: str, names: tuple[str, ...]) -> None:
    assert stated_names(text) == names


@given(st.text(max_size=500))
def test_whatever_stands_in_a_byline_names_are_short_and_few(text: str) -> None:
    for names in (names_in(text), stated_names(text)):
        assert len(names) <= 12
        assert all(2 <= len(name) <= 60 and name == name.strip() for name in names)


@pytest.mark.parametrize(
    "text",
    [
        "Find a Provider",
        "In This Article",
        "On this page",
        "Table of Contents",
        "Share This Story",
        "What to Read Next",
        "How We Test",
        "Contributors to the Guide",
    ],
)
def test_a_label_of_the_page_is_not_a_name(text: str) -> None:
    assert not any(" " in name for name in names_in(text))
    assert _author(page(beside=f'<div class="author">{text}</div>')) == ""
    assert _author(page(beside=f"<p>5 March 2024</p><p>{text}</p>")) == ""


def test_a_section_or_the_headline_beside_the_date_is_not_a_name() -> None:
    assert _author(page(beside="<p>Garden Strategy</p><p>5 March 2024</p>")) == ""
    assert (
        _author(page(title="Vibe Gardening", beside="<p>5 March 2024</p><p>Vibe Gardening</p>"))
        == ""
    )


@pytest.mark.parametrize("label", ["Bus Stop Alert", "Notice Board", "Nearby Readers"])
def test_words_that_the_text_writes_small_are_not_a_name(label: str) -> None:
    assert _author(page(beside=f"<p>{label}</p><p>5 March 2024</p>")) == ""
    assert _author(page(beside=f"<p>5 March 2024 | {label}</p>")) == ""


def test_a_name_may_have_a_particle_that_the_text_has_too() -> None:
    text = "<p>Her uncle came from the coast with a box of van tickets for all.</p>"
    line = "<p>Dr. Zora van Quill</p><p>5 March 2024</p>"
    assert _author(page(beside=line, after=text)).endswith("Zora van Quill")


def test_a_sentence_that_links_to_a_profile_names_somebody_else() -> None:
    link = '<a href="/people/zora-quill">Zora Quill</a>'
    told = f"<p>The guide for the hour before noon was {link}, who lives by the old harbour.</p>"
    biography = f"<p>{link} has written about libraries, schools and harbours for many years.</p>"
    assert _author(page(beside=told)) == ""
    assert _author(page(beside=biography)) == "Zora Quill"


@pytest.mark.parametrize(
    ("line", "author"),
    [("By opening hours", ""), ("By anna quill", "anna quill"), ("By Tilda Quill", "Tilda Quill")],
)
def test_words_in_small_letters_after_by_need_a_given_name(line: str, author: str) -> None:
    assert _author(page(after=f"{'<p>x</p>' * 20}<p>{line}</p>")) == author


@pytest.mark.parametrize("label", ["Erstellt von", "veröffentlicht von", "Von"])
def test_a_german_label_in_the_element_of_the_author_is_no_part_of_the_name(label: str) -> None:
    assert _author(page(beside=f'<div class="author">{label} Zora Quill</div>')) == "Zora Quill"


def test_a_list_that_begins_with_the_stated_author_names_them_all() -> None:
    stated = '<meta name="author" content="Mary Lee">'
    line = "<p>Mary Lee 1; John Roe 2; Ann O'Hara 1</p>"
    assert _author(page(head=stated, beside=line)) == "Mary Lee, John Roe, Ann O'Hara"
    assert (
        _author(page(head=stated, beside="<p>Mary Lee and her neighbour John Roe went out</p>"))
        == "Mary Lee"
    )


def test_a_profile_under_u() -> None:
    link = '<p>&amp; <a href="/u/zora-quill">Zora Quill</a> Writer</p>'
    assert _author(page(beside=link)) == "Zora Quill"
    assert _author(page(beside=link.replace("/u/", "/topic/"))) == ""


def test_the_site_is_not_an_author_beside_a_person() -> None:
    site = '<meta property="og:site_name" content="Example Courier">'
    assert _author(page(head=site + _ld({"name": "Mary Lee, Example Courier"}))) == "Mary Lee"


def test_the_site_in_the_place_of_an_author_is_the_author_if_no_other_is_named() -> None:
    site = '<meta property="og:site_name" content="Example Courier">'
    assert (
        _author(page(head=site, beside="<p>Example Courier | 5 March 2024</p>"))
        == "Example Courier"
    )
    assert _author(page(head=site, beside="<p>Example Courier</p>")) == ""
    beside = "<p>Example Courier | 5 March 2024</p><p>By Mary Lee</p>"
    assert _author(page(head=site, beside=beside)) == "Mary Lee"


def test_the_only_byline_of_a_page_is_that_of_its_article() -> None:
    far, one, other = "<p>x</p>" * 20, "<p>By: Maxa Quille</p>", "<p>By Oda Stern</p>"
    assert _author(page(after=far + one)) == "Maxa Quille"
    assert _author(page(after=far + one + other)) == ""
    assert _author(page(before=one + far)) == "Maxa Quille"


@pytest.mark.parametrize(
    "byline",
    [
        "By Anna Hill, a reporter with The Elmsworth Courier",
        "By Anna Hill is a biologist with Marlow University",
        "By Anna Hill lives in Elmsworth with Otto Kern and two cats",
        "By Anna Hill works with Doctors Without Borders",
        "Von Anna Hill arbeitet mit Otto Kern",
    ],
)
def test_what_a_biography_says_behind_with_is_no_second_author(byline: str) -> None:
    assert _author(page(beside=f"<p>{byline}</p>")) == "Anna Hill"


@pytest.mark.parametrize(
    "byline",
    [
        "By Anna Hill with Ben Miller",
        "By Anna Hill in Elmsworth with Ben Miller",
        "By Anna Hill and Ben Miller with Otto Kern",
    ],
)
def test_with_joins_the_names_of_a_byline(byline: str) -> None:
    assert _author(page(beside=f"<p>{byline}</p>")).startswith("Anna Hill, Ben Miller")


def test_a_work_introduced_with_by_in_running_text_is_not_the_authors() -> None:
    assert _author(page(beside="<p>We tried a reader for HTML5 by Maxa Quille</p>")) == ""


def test_a_button_in_brackets_after_a_chinese_text_is_not_a_name() -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.CHINESE)
    markup = f"<title>图书馆昨天重新开放</title><h1>图书馆昨天重新开放</h1>{text}"
    assert _author(f"{markup}<p>[复制地址]</p>") == ""
    assert _author(f"{markup}<p>[王小明]</p>") == "王小明"


def test_the_byline_of_a_page_with_a_garbled_headline_is_found_below_it() -> None:
    garbled = "The miller\u00e2\x80\x99s wife opens a library"
    menu = "<p>By Paul Stone</p>" + "<p>x</p>" * 20
    markup = page(title=garbled, before=menu, beside="<p>By Anna Miller</p>")
    assert (
        samples.read_article(markup, URL, kind="article").title
        == "The miller’s wife opens a library"
    )
    assert _author(markup) == "Anna Miller"


def test_a_team_with_the_time_to_read() -> None:
    assert _author(page(beside="<p>By the Oldtown Team 2–3 minutes</p>")) == "the Oldtown Team"


def test_a_team_after_the_word_for_authorship_keeps_its_whole_name() -> None:
    site = '<meta property="og:site_name" content="Oldtown">'
    line = "<p>By <a href='/author/oldtown'>Oldtown Staff</a></p>"
    assert _author(page(head=site, beside=line)) == "Oldtown Staff"


def test_a_link_to_a_profile_below_the_headline_beats_a_byline_further_down() -> None:
    linked = "<p><a href='/author/maxa-quille'>Maxa Quille</a></p>"
    code = "<p>Authors: Oda Stern and Carl Wood</p>"
    assert _author(page(beside=f"{linked}<p>5 March 2024</p>{code}")) == "Maxa Quille"
    assert _author(page(beside=f"{code}<p>5 March 2024</p>{linked}")) == "Oda Stern, Carl Wood"
    sentence = "<p>As <a href='/author/maxa-quille'>Maxa Quille</a> of the clinic explains,</p>"
    assert _author(page(beside=f"{sentence}<p>By Oda Stern</p>")) == "Oda Stern"
    desk = "<p><a href='/author/courier'>Example Courier</a></p>"
    site = '<meta property="og:site_name" content="Example Courier">'
    assert _author(page(head=site, beside=f"{desk}<p>By Oda Stern</p>")) == "Oda Stern"


def test_what_follows_a_linked_name_in_a_byline_is_no_part_of_it() -> None:
    link = "<a href='/author/maxa-quille'>Maxa Quille</a>"
    assert _author(page(beside=f"<p>Von {link} Landespolitische Stimme</p>")) == "Maxa Quille"
    both = f"<p>By {link} and Oda Stern</p>"
    assert _author(page(beside=both)) == "Maxa Quille, Oda Stern"


def test_a_word_for_the_kind_of_text_before_a_german_byline() -> None:
    assert _author(page(beside="<p>Kommentar von Maxa Quille</p>")) == "Maxa Quille"
    assert _author(page(beside="<p>Ein Gastbeitrag von Maxa Quille</p>")) == "Maxa Quille"


def test_a_comma_before_the_last_name_of_a_list() -> None:
    names = ("Anna Hill", "Bob Stone", "Carl Wood")
    assert names_in("By Anna Hill, Bob Stone, and Carl Wood") == names
    assert names_in("Von Anna Hill , Bob Stone , und Carl Wood") == names
    assert stated_names("Anna Hill, Bob Stone, and Carl Wood") == names
    assert names_in("By Anna Hill, Andrew Stone") == ("Anna Hill", "Andrew Stone")


@pytest.mark.parametrize("line", ["Forgot Password?", "Copyright © Oldtown"])
def test_a_question_or_a_copyright_notice_is_no_name(line: str) -> None:
    assert names_in(line) == ()


def test_one_letter_joins_names_only_if_both_are_whole() -> None:
    assert names_in("Jan Novák a Petr Malý") == ("Jan Novák", "Petr Malý")
    assert names_in("Rosa Vidal i Jordi Puig") == ("Rosa Vidal", "Jordi Puig")


@pytest.mark.parametrize("label", ["Written by", "Verfasst von", "Écrit par", "作者"])
def test_the_card_of_a_page_names_its_author(label: str) -> None:
    card = f'<meta name="twitter:label1" content="{label}"><meta name="twitter:data1" content="Mary Lee">'
    assert _author(page(head=card)) == "Mary Lee"


def test_other_facts_on_the_card_of_a_page_are_not_authors() -> None:
    card = '<meta name="twitter:label1" content="Filed under"><meta name="twitter:data1" content="Town Life">'
    assert _author(page(head=card)) == ""


def _ld(author: object, *others: object) -> str:
    return json_ld({"@type": "NewsArticle", "author": author}, *others)


@pytest.mark.parametrize(
    ("head", "beside", "expected"),
    [
        (_ld({"@type": "Person", "name": "Mary Lee"}), "By Someone Else", "Mary Lee"),
        (
            _ld({"@id": "#mary"}, {"@type": "Person", "@id": "#mary", "name": "Mary Lee"}),
            "",
            "Mary Lee",
        ),
        (_ld({"@type": "Organization", "name": "Example Courier"}), "", "Example Courier"),
        (_ld({"@type": "Organization", "name": "Example Courier"}), "By Mary Lee", "Mary Lee"),
        (
            _ld([{"@type": "Organization", "name": "Press Agency"}, {"name": "Mary Lee"}]),
            "",
            "Mary Lee",
        ),
        (_ld({"name": "mlee7"}), '<a href="/author/mary-lee">Mary Lee</a>', "Mary Lee"),
        (_ld({"name": "mlee7"}), "", "mlee7"),
        (_ld({"name": "Mary Lee"}), "By Mary Lee and John Roe", "Mary Lee, John Roe"),
        ('<meta name="author" content="Mary Lee">', "", "Mary Lee"),
        (
            '<meta name="citation_author" content="Mary Lee"><meta name="citation_author" content="Jo Roe">',
            "",
            "Mary Lee, Jo Roe",
        ),
        ("", '<span class="post-author__name">Mary Lee</span>', "Mary Lee"),
        ("", '<div class="byline">By <b>Mary Lee</b>, <b>John Roe</b></div>', "Mary Lee, John Roe"),
        ("", '<span itemprop="author">Mary Lee</span>', "Mary Lee"),
        ("", "<p>Mary Lee</p><p>5 March 2024</p>", "Mary Lee"),
        ("", "<p>Mary Lee • 5 March 2024</p>", "Mary Lee"),
        ("", "<p>Mary Lee, @marylee</p>", "Mary Lee"),
        ("", "<p>Opening Hours</p>", ""),
        (
            '<meta name="author" content="Anna Press"><meta name="article:author" content="Mary Lee">',
            "<p>By Mary Lee</p>",
            "Mary Lee",
        ),
        (
            '<meta name="author" content="Mary Lee"><meta name="author" content="Jo Roe">',
            "",
            "Mary Lee, Jo Roe",
        ),
        (
            '<meta property="article:author" content="https://a.example/editors/mary-lee">',
            "",
            "Mary Lee",
        ),
        ('<meta property="article:author" content="https://a.example/2024/mary-lee">', "", ""),
        (_ld({"name": "Mlee"}), '<span class="author">Mary Lee</span>', "Mary Lee"),
        (
            '<meta property="og:site_name" content="Example Courier">',
            "<p>By Example Courier</p>",
            "Example Courier",
        ),
        (
            _ld({"@type": "Organization", "name": "Far Agency"})
            + '<meta property="og:site_name" content="Example Courier"><meta name="author" content="Example Courier">',
            "",
            "Far Agency",
        ),
        ("", '<span class="author">Insights from the town</span>', ""),
        ("", '<span class="author">Mlee</span>', "Mlee"),
        ("", "<p>5 March 2024 • Mary Lee in Town Life</p>", "Mary Lee"),
        (
            "",
            "<p>Mary Lee</p><p>Mary Lee</p><p>Writes of the town</p><p>Published 5 March 2024</p>",
            "Mary Lee",
        ),
        ("", "<p>Opening Hours</p><p>Opening Hours</p>", ""),
        ("", "<p>Autorin/Autor Anna Müller</p>", "Anna Müller"),
        ("", "<p>Author names are not shown</p>", ""),
        ("", "<p>晨报记者王小明/文</p>", "王小明"),
        ("", "<p>来源：晨报 记者：王小明 责任编辑：李芳</p>", "王小明"),
        ("", "<p>来源：晨报 责任编辑：李芳</p>", ""),
        ("", "<p>作者：王小明　日期：2024-03-05</p>", "王小明"),
        ("", "<p>作者：王小明　来源：晨报　时间：2024-03-05</p>", "王小明"),
    ],
)
def test_author_by_source(head: str, beside: str, expected: str) -> None:
    assert _author(page(head=head, beside=f"<div>{beside}</div>")) == expected


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("<p>Written by Mary Lee</p>", "Mary Lee"),
        ("<p>（记者 王小明 李芳）</p>", "王小明, 李芳"),
        ("<p>（王小明）</p>", "王小明"),
        ("<p>图书馆今天重新开放，大家都很高兴。（王小明 李芳）</p>", "王小明, 李芳"),
        ("<p>图书馆今天重新开放，大家都很高兴。（完）</p>", ""),
        ("<p>图书馆今天重新开放，大家都很高兴。（江苏）</p>", ""),
        ("<p>By Another Writer</p>", ""),
        ('<div class="comments"><span class="author">Some Reader</span></div>', ""),
    ],
)
def test_the_end_of_the_article(after: str, expected: str) -> None:
    assert _author(page(after="<p>x</p>" * 20 + after)) == expected


def test_the_feeds_word_stands_in() -> None:
    assert _author(page(), author="Mary Lee") == "Mary Lee"
    assert _author(page(beside="<p>By John Roe</p>"), author="Mary Lee") == "John Roe"


@pytest.mark.parametrize(
    "markup",
    [
        page(before='<a href="/author/x-y">read more</a> ' * 20_000),
        page(before='<span class="author">By the way 3</span>' * 20_000),
        page(after="<p>written by our team of experts</p>" * 20_000),
        page(head=_ld([{"name": f"Mary Lee {number}"} for number in range(10_000)])),
        page(head=_ld({"name": ["x"] * 100_000})),
        page(beside=f"<p>By {'Mary ' * 50_000}</p>"),
    ],
)
def test_hostile_authors_are_bounded(markup: str) -> None:
    assert len(_author(markup)) < 1_000


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("5 March 2024, 11:45 Source: Example Courier By: Mary Lee", "Mary Lee"),
        ("2024-03-05 11:45 Author: Mary Lee", "Mary Lee"),
        ("Author: Mary Lee Published: 5 March 2024", "Mary Lee"),
        ("2024-03-05 Text: Mary Lee Photos: John Roe", "Mary Lee"),
        ("5 de marzo de 2024, 12:52 Fuente: Costa Nueva Por: Inés Molina", "Inés Molina"),
        ("5. März 2024, 14:05 Uhr\u3000Von Anna Müller", "Anna Müller"),
        ("5 March 2024 2:05 pm EST By Mary Lee", "Mary Lee"),
        ("5 марта 2024, 11:40\u3000Автор: Анна Иванова", "Анна Иванова"),
        ("5 मार्च 2024\u3000लेखक: मीरा जोशी", "मीरा जोशी"),
        ("2024-03-05 08:20\u3000기자 김민수", "김민수"),
        ("5 March 2024 Photo by: John Roe", ""),
        ("5 March 2024 Edited by: John Roe", ""),
        ("The committee gave its report a new Author: Mary Lee", ""),
        ("5 March 2024 was the day on which the committee gave its report, and the town was full of people "
         "who had come from far. Text: Mary Lee", ""),
    ],
)  # fmt: skip
def test_a_label_with_a_colon_names_the_author_in_a_short_line_with_a_date(
    line: str, expected: str
) -> None:
    assert _author(page(beside=f"<div>{line}</div>")) == expected


@pytest.mark.parametrize(
    "date",
    [
        "Nov 16, 2023",
        "November 16, 2023",
        "Thursday, November 16, 2023",
        "16. September 2023",
        "2023-11-16 09:30",
    ],
)
@pytest.mark.parametrize("sign", ["·", "|", "-", ""])
def test_a_name_after_its_date(date: str, sign: str) -> None:
    assert _author(page(beside=f"<div>{date} {sign} Mary Ann Lee</div>")) == "Mary Ann Lee"


def test_the_unit_of_a_time_is_not_a_name() -> None:
    assert (
        _author(page(beside="<div>16. November 2023, 09:30 Uhr Lesedauer: 3 Minuten</div>")) == ""
    )


_BESIDE_DATE = [
    ("November 16, 2023 · Mary Lee", "Mary Lee"),
    ("Nov 16, 2023 | Mary Lee in Projects", "Mary Lee"),
    ("2023年11月16日 王小明", "王小明"),
    ("2023-11-16 10:20 王小明 某某网", "王小明"),
    ("王小明 2023-11-16", "王小明"),
    ("来源：某某网 2023-11-16 王小明", "王小明"),
    ("2023年11月16日 石家庄", ""),
    ("2023-11-16 王府频道", ""),
    ("2023/11/16 山田太郎", "山田太郎"),
    ("2023年11月16日(木) 10時20分 高橋 美咲", "高橋美咲"),
    ("2023年11月16日 森 大輔", "森大輔"),
    ("原千尋 2023年11月16日", "原千尋"),
    ("2023年11月16日 原子力", ""),
    ("2023年11月16日 森林保護", ""),
    ("<span>Anna Miller</span><span>November 16, 2023</span>", "Anna Miller"),
    ("<span>Anna Miller</span><span>16 Nov 2023 10:20 GMT-5</span>", "Anna Miller"),
    ("<span>Old Harbour</span><span>November 16, 2023</span>", ""),
    ("<span>Last Updated</span><span>November 16, 2023</span>", ""),
    ("Source：Valley Agency November 16, 2023 Anna Miller", "Anna Miller"),
    ("Source：Valley Agency 2023-11-16 10:20 Anna Miller", "Anna Miller"),
]


@pytest.mark.parametrize(("line", "expected"), _BESIDE_DATE)
def test_a_name_beside_its_date_needs_no_label(line: str, expected: str) -> None:
    assert _author(page(beside=f"<div>{line}</div>")) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("<div>Anna Miller</div>", "Anna Miller"),
        ("<div>Anna Miller, Travel</div>", "Anna Miller"),
        ("<div>Frequently Asked Questions</div>", ""),
        ("<div><a href='/x'>Anna Miller</a></div>", ""),
        ("<div>胡小平</div>", "胡小平"),
        ("<div>堀 千尋</div>", "堀千尋"),
        ("<div>森千尋</div>", "森千尋"),
        ("<div>原発</div>", ""),
        ("<div>高清图库</div>", ""),
        ("<div>By the Oldtown Team</div>", "the Oldtown Team"),
        ("<div>Our Team</div><div>Anna Miller</div>", "Anna Miller"),
    ],
)
def test_a_line_alone_is_a_name_if_it_begins_like_one(line: str, expected: str) -> None:
    assert _author(page(beside=line)) == expected


def test_a_byline_at_the_headline_corrects_a_statement_that_the_page_shows_nowhere() -> None:
    head = '<meta name="author" content="Paul Stone">'
    assert _author(page(head=head, beside="<p>By Anna Miller</p>")) == "Anna Miller"
    assert (
        _author(page(head=head, beside="<p>By Anna Miller</p><p>Paul Stone has checked it</p>"))
        == "Paul Stone"
    )


def test_the_owner_of_a_personal_site_is_its_author() -> None:
    markup = page(after="<footer>© 2023 Anna Miller. All rights reserved.</footer>")
    assert (
        samples.read_article(markup, "http://annamiller.example/a", kind="article").author
        == "Anna Miller"
    )
    assert _author(markup) == ""


@pytest.mark.parametrize("count", [1, 2])
def test_a_byline_right_below_the_text_is_that_of_the_article(count: int) -> None:
    told = "".join(f"<p>{text}</p>" for text in samples.ENGLISH[:3])
    others = "".join(
        f'<a href="/{name}">Another story by the river</a><p>By Anna {name}</p>'
        for name in ("Berg", "Holm")[:count]
    )
    title = "The library is open again"
    markup = (
        f"<title>{title}</title><body><div><h1>{title}</h1>{told}<p>By Jan Smith</p></div>"
        f"<aside>{others}</aside>"
    )
    assert samples.read_article(markup, kind="article").author == "Jan Smith"
