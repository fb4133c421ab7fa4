"""List pages: links, titles, next pages."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.anchors import absolute
from extractor.lists.links import read_list_page
from extractor.results import Listing

URL = "http://www.example.org/news/"


def read(html: str, *patterns: str, url: str = URL, **headers: str) -> Listing:
    return read_list_page(
        html.encode(), url, {"content-type": "text/html; charset=utf-8"}, patterns=patterns
    )


def urls(listing: Listing) -> list[str]:
    return [link.url for link in listing.links]


def test_relative_and_absolute_links_by_patterns() -> None:
    listing = read(
        """<a href="/news/world/story1-1">One</a> <a href="world/story2-1#top">Two</a>
        <a href=" HTTP://WWW.example.org/news/x/story3-2 ">Three</a>
        <a href="//www.example.org/news/y/story4-1">Four</a>
        <a href="/about">About</a> <a href="javascript:go('/news/a/story9-9')">x</a> <a href="mailto:a@b">m</a>""",
        r"/news/\w+/story\d+-\d+",
    )
    assert urls(listing) == [
        "http://www.example.org/news/world/story1-1",
        "http://www.example.org/news/world/story2-1",
        "http://WWW.example.org/news/x/story3-2",
        "http://www.example.org/news/y/story4-1",
    ]


def test_the_base_element_is_respected() -> None:
    html = '<head><base href="/archive/2024/"></head><a href="story1-1">Title</a>'
    assert urls(read(html, r"story\d+-\d+")) == ["http://www.example.org/archive/2024/story1-1"]


@given(
    base=st.sampled_from(
        (
            "http://a.example/b/c?d",
            "https://h:8080/",
            "http://u@h/x/../y",
            "ftp://x/",
            "http://h:99999/",
        )
    ),
    href=st.text(alphabet="/.?=&%:#ab1-~+;, 中", max_size=12),
)
def test_absolute_is_what_joining_gives(base: str, href: str) -> None:
    joined = urljoin(base, href.strip()).partition("#")[0] if href.strip() else ""
    found = absolute(base, href)
    if found and joined.isascii() and " " not in joined:
        # urljoin drops a question mark with nothing after it; so does the canonical form.
        assert found.rstrip("?") == joined.rstrip("?")
    assert found == "" or base.startswith("http")


@pytest.mark.parametrize("base", ["http://[", "", "javascript:x", "::"])
def test_a_broken_base_element_does_no_harm(base: str) -> None:
    assert (
        len(
            read(
                f'<base href="{base}"><a href="http://example.org/news/a/story1-1">T</a>', "story"
            ).links
        )
        == 1
    )


def test_one_link_for_each_address_with_its_longest_text() -> None:
    listing = read(
        """<a href="/s/1.html"><img src=a.jpg alt="A picture"></a><a href="/s/1.html">A long title of it</a>
        <a href="/s/1.html#comments">12</a><a href="/s/2.html"><img alt=" Only  a picture "></a>
        <a href="/s/3.html"><h3>Heading</h3><p>and a long summary that is no title</p></a>
        <a href="/s/4.html" title="Of the title attribute"></a>""",
        r"/s/\d+\.html",
    )
    assert [(link.url[-6:], link.title) for link in listing.links] == [
        ("1.html", "A long title of it"),
        ("2.html", "Only a picture"),
        ("3.html", "Heading"),
        ("4.html", "Of the title attribute"),
    ]


@pytest.mark.parametrize(
    ("links", "title"),
    [
        (
            '<a href="/s/1.html" aria-label="Harbour reopens"><svg><title>Icon</title></svg></a>',
            "Harbour reopens",
        ),
        ('<a href="/s/1.html" aria-label="Read it">Harbour reopens</a>', "Harbour reopens"),
        (
            '<a href="/s/1.html" aria-label="Harbour reopens"><img alt="Boats"></a>',
            "Harbour reopens",
        ),
        (
            '<a href="/s/1.html"><script>document.write("x")</script>Harbour reopens</a>',
            "Harbour reopens",
        ),
        (
            '<a href="/s/1.html">Harbour <style>a{}</style>reopens<i></i> today</a> and more',
            "Harbour reopens today",
        ),
        (
            '<a href="/s/1.html"><img alt="Boats in the harbour on a grey day in autumn"></a>'
            '<a href="/s/1.html">Harbour reopens</a>',
            "Harbour reopens",
        ),
        (
            '<h3><a href="/s/1.html">Harbour reopens</a></h3>'
            '<p><a href="/s/1.html">After eight weeks the first ferries left.</a></p>',
            "Harbour reopens",
        ),
        ('<a href="/s/1.html">Tie</a><a href="/s/1.html">1,204</a>', "Tie"),
        ('<a href="/s/1.html">2026-11-26</a>', "2026-11-26"),
        ('<a href="/s/1.html"></a>', ""),
    ],
)
def test_a_link_is_titled_by_heading_text_label_or_picture(links: str, title: str) -> None:
    assert [link.title for link in read(links, r"/s/").links] == [title]


def test_a_text_that_leads_to_many_pages_titles_none_of_them() -> None:
    devblogs = "".join(
        f'<p><a href="/s/{number}.html">Devblog {number}</a> '
        f'<a href="/s/{number}.html">Continue reading</a></p>'
        for number in range(88, 91)
    )
    listing = read(f'{devblogs}<a href="/s/91.html">Continue reading</a>', r"/s/\d+\.html")
    assert [link.title for link in listing.links] == [
        "Devblog 88",
        "Devblog 89",
        "Devblog 90",
        "Continue reading",
    ]


@pytest.mark.parametrize(
    "path",
    ["/files/report-of-the-year-2026-{}.PDF", "/img/the-new-harbour-at-night-{}.jpg",
     "/author/jane-maria-of-the-docks-{}", "/tag/harbour-and-ferries-and-more-{}",
     "/en/category/news/from-the-old-town-{}/"],
)  # fmt: skip
def test_files_people_and_sections_are_no_articles(path: str) -> None:
    title = "The harbour reopens after eight weeks of work number"
    page = "".join(f'<li><a href="{path.format(n)}">{title} {n}</a></li>' for n in range(8))
    assert urls(read(page)) == []


def test_a_pattern_takes_files_and_sections_too() -> None:
    page = '<a href="/tag/a">Harbour</a><a href="/x/report.pdf">Report</a>'
    assert len(urls(read(page, r"/tag/|/x/"))) == 2


@pytest.mark.parametrize("last", ["tag.html", "author-jane-of-the-old-town", "profile.html"])
def test_a_name_of_a_section_in_the_last_part_excludes_nothing(last: str) -> None:
    links = "".join(
        f'<a href="/2026/11/{day}/{last}">Harbour reopens after eight weeks {day}</a>'
        for day in range(10, 16)
    )
    assert len(urls(read(links))) == 6


def test_letters_outside_ascii_are_encoded_as_browsers_do() -> None:
    html = '<meta charset="gb2312"><a href="/新闻/1.html?k=中国">国家大事一二三四五六七八九十这里有足够多的文字</a>'
    listing = read_list_page(html.encode("gbk"), URL, {}, patterns=("新闻",))
    assert urls(listing) == ["http://www.example.org/%E6%96%B0%E9%97%BB/1.html?k=%D6%D0%B9%FA"]


MENU = "".join(
    f'<li><a href="/{name}/">{name}</a></li>' for name in ("world", "sport", "culture", "about-us")
)
FOOT = '<a href="/about/contact">Contact the editors</a><a href="/tag/very-long-tag-of-many-words">A tag of many words</a>'


@pytest.mark.parametrize(
    "template",
    [
        "/2024/03/05/n{n}.html",
        "/content/2024-03/05/content_{n}.htm",
        "/world/20240305/t20240305_{n}.shtml",
        "/article.php?id={n}",
        "/news/world/story{n}-1",
        "/a-long-slug-about-the-thing-{n}/",
        "https://sport.example.org/{n}123456.html",
    ],
)
@pytest.mark.parametrize(
    "title", ["Council weighs a new bridge over the river", "市政府公布新桥梁建设方案"]
)
def test_articles_are_found_without_patterns(template: str, title: str) -> None:
    rows = "".join(
        f'<li><a href="{template.format(n=n)}">{title} {n}</a></li>' for n in range(1, 9)
    )
    others = (
        '<a href="http://elsewhere.com/2024/03/05/n1.html">An article of quite another site</a>'
    )
    paging = '<a href="?page=2">2</a> <a href="?page=3">3</a>'
    listing = read(f"<ul>{MENU}</ul><ul>{rows}</ul>{paging}{others}{FOOT}")
    assert len(listing.links) == 8
    assert all(title in link.title for link in listing.links)


def test_menus_alone_give_nothing() -> None:
    assert (
        read(
            f"<ul>{MENU}</ul>{FOOT}<a href='/2024/03/'>March</a><a href='/2024/03/05/'>5</a>"
        ).links
        == ()
    )


def test_addresses_that_say_nothing_need_long_texts() -> None:
    rows = "".join(
        f'<a href="/{word}/">The {word} of the town has been opened again</a>' for word in "abcdef"
    )
    assert len(read(f"{MENU}{rows}").links) == 6


@pytest.mark.parametrize(
    "pager",
    [
        '<link rel="next" href="?page=2">',
        '<a rel="nofollow next" href="?page=2">x</a>',
        '<a href="?page=1">上一页</a><a href="?page=2">下一页</a><a href="?page=9">尾页</a>',
        '<a href="?page=2">下一页&gt;</a>',
        '<a href="?page=2">下頁</a>',
        '<a href="?page=2">次へ »</a>',
        '<a href="?page=2">Next &rarr;</a>',
        '<a href="?page=2">&larr; Older posts</a>',
        '<a href="?page=2">Nächste Seite</a>',
        '<a href="?page=2">Página siguiente ›</a>',
        '<a href="?page=9">»</a><a href="?page=2">›</a>',
        '<a href="?page=2">&raquo;</a>',
        '<a href="?page=2" title="Next page"><i></i></a>',
        '<a href="?page=2" class="btn pager-next">&nbsp;</a>',
        '<li class="next"><a href="?page=2">&#xe6;</a></li>',
        '<div><b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a></div>',
        '<div><a href="/news/">1</a> <a href="?page=2">[2]</a> <a href="?page=3">[3]</a></div>',
        '<ul><li>1</li><li><a href="?page=2">2</a></li><li><a href="?page=3">3</a></li></ul>',
        '<p>第1页 <a href="?page=2">第2页</a></p>',
        '<a href="?page=2">Load more</a>',
        '<a href="/news/world/">More news</a><a href="?page=2">More stories</a>',
        '<a href="?page=2">More</a>',
        '<a href="?page=2">Další stránka</a>',
        '<a href="?page=2">Načíst další články</a>',
        '<a href="?page=2">加载更多</a>',
        '<a href="?page=2">Ältere Beiträge</a>',
        # In German, "Weiter" ends teasers too.
        '<a href="/a">weiter</a><a href="/b">weiter</a><a href="?page=2">Weiter</a>',
        '<a href="/news/2026/12/">Dec »</a><a href="/weather/">»</a><a href="?page=2">»</a>',
    ],
)
def test_next_page(pager: str) -> None:
    assert read(pager).next_url == "http://www.example.org/news/?page=2"


TITLE = "The council approved the new budget for schools on Monday"


@pytest.mark.parametrize("more", ["More", "mehr", "Weiter", "もっと見る", "更多", "Далее"])
@pytest.mark.parametrize("here", ["", "?id=7", "news-1.html"])
@pytest.mark.parametrize("pager", ["", '<b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a>'])
def test_what_ends_a_teaser_is_no_next_page(more: str, here: str, pager: str) -> None:
    form = {"": "/news/{}", "?id=7": "?id={}", "news-1.html": "/news/news-{}.html"}[here]
    rows = "".join(
        f"<h2><a href={address}>{TITLE}</a></h2><a href={address}>{more}</a>"
        for address in map(form.format, range(1_000, 1_008))
    )
    expected = f"{URL}{here.partition('?')[0]}?page=2" if pager else ""
    assert read(rows + pager, url=URL + here).next_url == expected


@pytest.mark.parametrize(
    ("here", "following"),
    [
        ("?year=2026", "?year=2026&page=2"),
        ("?date=2026-11-26", "?date=2026-11-26&page=2"),
        ("?month=11&year=2026", "?month=11&year=2026&p=2"),
        ("?day=all", "?day=all&page=2"),
        ("2026/", "2026/2"),
        ("2026/11/", "2026/11/page/2/"),
        ("2026/11/26/", "2026/11/25/"),
    ],
)
@pytest.mark.parametrize("mark", ["rel=next", ""])
def test_lists_of_a_day_a_month_or_a_year_go_on(here: str, following: str, mark: str) -> None:
    pager = f'<a {mark} href="/news/{following}">Next</a>'
    assert read(pager, url=URL + here).next_url == URL + following


@pytest.mark.parametrize("target", ["/?cat=5", "/news/?sort=popular", "/news/all"])
def test_more_of_something_else_is_no_next_page(target: str) -> None:
    pager = '<b>1</b> <a href="?paged=2">2</a> <a href="?paged=3">3</a>'
    assert read(f'<a href="{target}">More</a>{pager}').next_url == f"{URL}?paged=2"
    assert read(f'<a href="{target}">More</a>').next_url == ""


def test_an_arrow_that_is_marked_as_next_needs_no_number() -> None:
    pager = '<a class="next" href="older-than/abc">→</a>'
    assert read(pager).next_url == f"{URL}older-than/abc"


def test_next_page_by_number_in_the_middle() -> None:
    pager = '<p><a href="?p=1">1</a> <a href="?p=2">2</a> 3 <a href="?p=4">4</a> <a href="?p=9">9</a></p>'
    assert read(pager, url=f"{URL}?p=3").next_url == f"{URL}?p=4"
    linked = "".join(f'<a href="?p={n}">{n}</a>' for n in range(1, 6))
    assert read(linked, url=f"{URL}?p=3").next_url == f"{URL}?p=4"


@pytest.mark.parametrize(
    "html",
    [
        '<p><a href="?p=1">1</a> <a href="?p=2">2</a> <b>3</b></p>',
        '<a href="http://elsewhere.com/2">Next</a>',
        '<a href="/news/">Next</a>',
        '<a href="javascript:more()">Next</a>',
        '<a href="/story/5">Next to the river a new bridge is being built, says the council</a>',
        "<table><tr>"
        + "".join(f'<td><a href="?day={n}">{n}</a></td>' for n in range(2, 9))
        + "<td>9</td></tr></table>",
        '<td class="num"><a href="/thread-10-1-1.html">2</a><em>97</em></td>',
        "<table id=calendar><tr><td class=next><a href='/news/2026/12/'>Dec »</a></table>",
        '<a href="/events/2026-11/?month=2026-12" class="next">›</a>',
        '<a rel="next" href="/2026/12/">December</a>',
        '<a href="/news/all/" class="next">View all</a>',
        '<a href="/news/a-bridge-opens#comments" class="next">3</a>',
        '<a href="/weather/riverton">»</a>',
        '<a href="/news/world/">More news</a><a href="/about/more">More</a>',
        '<a href="/a">weiter</a><a href="/b">weiter</a>',
        '<a href="/a">далее</a><a href="/b">Далее</a>',
    ],
)
def test_no_next_page(html: str) -> None:
    assert read(html).next_url == ""
