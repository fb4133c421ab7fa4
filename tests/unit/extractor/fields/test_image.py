"""The lead image: what the page names, else its first large picture; never a logo."""

import pytest

from extractor.fields.image import is_logo
from tests.unit.extractor.samples import article_page, read_article

_LARGE = '<figure><img src="/pictures/hall.jpg" width="900" height="600"></figure>'


def _image(
    head: str = "", body: str = "", url: str = "http://news.example.org/story/17.html"
) -> str:
    page = article_page(head=head).replace('<div class="text">', f'<div class="text">{body}')
    return read_article(page, url, kind="article").image


def _json_ld(image: str) -> str:
    return f'<script type="application/ld+json">{{"@type":"NewsArticle","image":{image}}}</script>'


@pytest.mark.parametrize(
    ("head", "image"),
    [
        ('<meta property="og:image" content="https://cdn.example/a.jpg">', "https://cdn.example/a.jpg"),
        ('<meta property="og:image" content="/a.jpg">', "http://news.example.org/a.jpg"),
        ('<meta property="og:image" content="//cdn.example/a.jpg 800w, //cdn.example/b.jpg 1600w">', "http://cdn.example/a.jpg"),
        ('<meta name="twitter:image" content="https://cdn.example/t.png">', "https://cdn.example/t.png"),
        (_json_ld('"https://cdn.example/l.jpg"'), "https://cdn.example/l.jpg"),
        (_json_ld('{"@type":"ImageObject","url":"https://cdn.example/l.jpg"}'), "https://cdn.example/l.jpg"),
        (_json_ld('[{"contentUrl":"https://cdn.example/l.jpg"},"https://cdn.example/m.jpg"]'), "https://cdn.example/l.jpg"),
        ('<base href="http://other.example/x/"><meta property="og:image" content="a.jpg">', "http://other.example/x/a.jpg"),
    ],
)  # fmt: skip
def test_what_the_page_names(head: str, image: str) -> None:
    assert _image(head, _LARGE) == image


@pytest.mark.parametrize(
    "named",
    [
        "https://cdn.example/site-logo.png",
        "https://cdn.example/static/logo.jpg?v=2",
        "https://cdn.example/sign.svg",
        "https://cdn.example/default-share.jpg",
        "data:image/gif;base64,R0lGOD",
        "javascript:alert(1)",
        "http://[::1",
        "",
    ],
)
def test_a_logo_and_an_address_that_is_none_give_way_to_the_picture_in_the_text(named: str) -> None:
    assert (
        _image(f'<meta property="og:image" content="{named}">', _LARGE)
        == "http://news.example.org/pictures/hall.jpg"
    )


def test_the_publishers_own_logo_is_none_whatever_its_address() -> None:
    sign = "https://cdn.example/7f3a.png"
    ld = f'<script type="application/ld+json">{{"@type":"NewsMediaOrganization","logo":{{"url":"{sign}"}}}}</script>'
    assert _image(f'{ld}<meta property="og:image" content="{sign}">', _LARGE).endswith(
        "/pictures/hall.jpg"
    )


@pytest.mark.parametrize(
    ("picture", "found"),
    [
        ('<img src="/a.jpg" width="900">', "/a.jpg"),
        ('<figure><img data-src="/late.jpg" src="data:image/gif;base64,R0"></figure>', "/late.jpg"),
        ('<img srcset="/a.jpg 1x, /b.jpg 2x" src="/a.jpg">', "/a.jpg"),
        ('<img src="/tiny.jpg" width="60" height="60">', ""),
        ('<img src="/unknown.jpg">', ""),
        ('<aside><img src="/advert.jpg" width="900"></aside>', ""),
        ('<img src="/avatar.jpg" width="400">', ""),
        ('<img src="/a.jpg" width="90%">', ""),
    ],
)
def test_pictures_in_the_text(picture: str, found: str) -> None:
    assert _image(body=picture) == (f"http://news.example.org{found}" if found else "")


@pytest.mark.parametrize(
    "path", ["/a/analogous.jpg", "/logos-day/parade.jpg", "/iconic-building.jpg", "/catalogo.jpg"]
)
def test_words_that_only_contain_such_a_name_are_none(path: str) -> None:
    assert not is_logo(path)
