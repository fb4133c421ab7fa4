"""Marks that the software of a site writes on a page decide what the page is."""

import pytest

from extractor.extraction import open_page
from extractor.kind_marks import marked_kind
from extractor.results import Article, Hints, Kind, Rejection, RejectionReason, Thread
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page

ENTRY = 'class="post-template-default single single-post postid-17 single-format-standard"'
ARCHIVE = 'class="archive category category-town"'
DATE = "<div>5 March 2024</div>"


def _kind(body: str, html: str = "", head: str = "", url: str = samples.URL) -> Kind | None:
    markup = (
        page(head=head)
        .replace("<body>", f"<body {body}>", 1)
        .replace("<html>", f"<html {html}>", 1)
    )
    return marked_kind(open_page(markup.encode(), url, {}, Hints(collected=samples.COLLECTED)))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (ENTRY, Kind.ARTICLE),
        ('class="single single-topic postid-17 bbpress"', None),
        ('class="single-post"', None),
        ('class="page page-id-4"', None),
        (ARCHIVE, Kind.LISTING),
        ('class="archive author"', Kind.LISTING),
        ('class="archive post-type-archive-book"', None),
        ('class="site com_content view-article"', Kind.ARTICLE),
        ('class="site com_content view-category"', Kind.LISTING),
        ('class="item-view"', Kind.ARTICLE),
        ('class="index-view"', Kind.LISTING),
        ('class="page-node-type-news-item"', Kind.ARTICLE),
        ('class="node-type-blog-post"', Kind.ARTICLE),
        ('class="page-node-type-product"', None),
        ('id="nv_forum" class="pg_viewthread"', Kind.THREAD),
        ('id="nv_forum" class="pg_forumdisplay"', Kind.LISTING),
        ('class="pg_forumdisplay"', None),
        ('id="nv_portal" class="pg_view"', Kind.ARTICLE),
        ('id="nv_portal" class="pg_index"', None),
        ('id="phpbb" class="section-viewtopic ltr"', Kind.THREAD),
        ('id="phpbb" class="section-viewforum ltr"', Kind.LISTING),
        ("", None),
    ],
)
def test_what_the_body_says(body: str, kind: Kind | None) -> None:
    assert _kind(body) is kind


@pytest.mark.parametrize(
    ("generator", "path", "kind"),
    [
        ("vBulletin 3.8.7", "index.php", Kind.LISTING),
        ("vBulletin 4.2.5", "forum/forumdisplay.php?f=17", Kind.LISTING),
        ("MyBB", "showthread.php?tid=17", Kind.THREAD),
        ("vBulletin 3.8.7", "members/ann.html", None),
        ("WordPress 6.4", "index.php", None),
    ],
)
def test_what_the_script_in_the_address_says(generator: str, path: str, kind: Kind | None) -> None:
    head = f'<meta name="generator" content="{generator}">'
    assert _kind("", head=head, url=f"http://forum.example.org/{path}") is kind


@pytest.mark.parametrize(
    ("template", "kind"),
    [("thread_view", Kind.THREAD), ("forum_view", Kind.LISTING), ("account_details", None)],
)
def test_what_the_template_says(template: str, kind: Kind | None) -> None:
    assert _kind("", f'data-template="{template}"') is kind
    assert _kind(f'data-template="{template}"') is kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("2024/03/opens-again.html", Kind.ARTICLE),
        ("2024/03/", Kind.LISTING),
        ("search/label/town", Kind.LISTING),
        ("", None),
        ("p/about.html", None),
    ],
)
def test_an_entry_of_blogger_by_its_address(path: str, kind: Kind | None) -> None:
    head = '<meta content="blogger" name="generator">'
    assert _kind("", head=head, url=f"http://town.blog.example/{path}") is kind
    assert _kind("", url=f"http://town.blog.example/{path}") is None


def test_an_entry_with_many_comments_is_stored_as_an_article() -> None:
    thread = samples.thread_page(samples.POSTS * 3)
    assert isinstance(samples.read(thread), Thread)
    entry = thread.replace("<body>", f"<body {ENTRY}>", 1)
    assert not isinstance(samples.read(entry), Thread)


def test_an_archive_is_a_list_unless_the_operator_says_otherwise() -> None:
    archive = page(beside=DATE).replace("<body>", f"<body {ARCHIVE}>", 1)
    result = samples.read(archive)
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.LISTING
    assert isinstance(samples.read(archive, kind="article"), Article)
