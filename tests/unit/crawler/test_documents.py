"""Which document a page becomes."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from crawler.documents import document, identity, minute_of_publication
from extractor.results import Article, DateEvidence, Kind, Link, Paragraph, Post, Thread
from scheduler.jobs import PageJob, SourceSpec
from storage.documents.port import Citation
from storage.keys import url_key

NOW = datetime(2026, 3, 1, 8, tzinfo=UTC)
SPEC = SourceSpec(id=4, name="Daily", channel="feed", tags=("politics",))
JOB = PageJob(
    run_id="r",
    source=SPEC,
    url="http://www.d.example/a",
    key="k",
    collected=NOW.timestamp(),
    kind="article",
)
ARTICLE = Article(
    url="http://www.d.example/a",
    canonical_url="",
    title="A title",
    content="First.\nSecond.",
    published=NOW,
    date_evidence=(
        DateEvidence(value=NOW, source="meta", raw="2026-03-01T08:00Z"),
        DateEvidence(value=NOW, source="time", raw="8:00", role="modified"),
    ),
    tags=("rain", "politics"),
)
THREAD = Thread(
    url="http://f.example/t/1?page=2",
    canonical_url="http://f.example/t/1",
    title="A thread",
    posts=(Post(body="One", author="ann", published=NOW, floor=11), Post(body="Two", floor=12)),
    thread_url="http://f.example/t/1",
    page=2,
)


@pytest.mark.parametrize(
    ("named", "taken"),
    [
        ("", "http://m.d.example/a?id=1"),
        ("http://www.d.example/a", "http://www.d.example/a"),
        ("http://d.example/a", "http://d.example/a"),
        ("http://elsewhere.example/a", "http://m.d.example/a?id=1"),
        ("nonsense", "http://m.d.example/a?id=1"),
    ],
)
def test_a_page_may_name_its_canonical_url_within_its_site(named: str, taken: str) -> None:
    assert (
        identity(replace(ARTICLE, canonical_url=named), "http://m.d.example/a?id=1&utm_source=x")
        == taken
    )


def test_an_article_becomes_a_document() -> None:
    made = document(ARTICLE, JOB, "http://www.d.example/a", "http://www.d.example/a?utm_source=x")
    assert made.id == url_key("http://www.d.example/a")
    assert (made.kind, made.site, made.channel, made.source) == (
        "article",
        "d.example",
        "feed",
        "Daily",
    )
    assert made.tags == ("politics", "rain")
    assert made.collected == NOW
    assert made.date_evidence == (
        "meta: 2026-03-01T08:00Z -> 2026-03-01T08:00:00+00:00",
        "time, modified: 8:00 -> 2026-03-01T08:00:00+00:00",
    )


def test_a_document_knows_what_each_line_of_its_article_was() -> None:
    kinds = ("heading", "paragraph", "item", "quote", "row", "code")
    paragraphs = tuple(Paragraph(text=f"{kind}.", kind=kind) for kind in kinds)
    article = replace(
        ARTICLE, content="\n".join(each.text for each in paragraphs), paragraphs=paragraphs
    )
    assert document(article, JOB, ARTICLE.url, ARTICLE.url).line_kinds == "hpiqrc"
    plain = replace(ARTICLE, paragraphs=(Paragraph(text="First."), Paragraph(text="Second.")))
    assert document(plain, JOB, ARTICLE.url, ARTICLE.url).line_kinds == ""
    other_text = replace(article, content="The text of the feed.")
    assert document(other_text, JOB, ARTICLE.url, ARTICLE.url).line_kinds == ""


@pytest.mark.parametrize(
    ("lang", "text", "stored"),
    [
        ("zh", "香港發展局", "zh-hant"),
        ("zh", "深圳发展局", "zh-hans"),
        ("ja", "東京發展", "ja"),
        ("", "发展", ""),
    ],
)
def test_a_chinese_document_names_its_script(lang: str, text: str, stored: str) -> None:
    article = replace(ARTICLE, lang=lang, content=text)
    thread = replace(THREAD, lang=lang, posts=(Post(body=text, floor=1),))
    for result in (article, thread):
        assert document(result, JOB, "http://d.example/a", "http://d.example/a").lang == stored


def test_an_article_without_a_date_says_when_it_was_first_seen() -> None:
    undated = replace(ARTICLE, published=None, date_evidence=())
    made = document(
        undated, replace(JOB, list_url="http://d.example/feed"), ARTICLE.url, ARTICLE.url
    )
    assert (made.published, made.date_known, made.collected) == (None, False, NOW)
    assert made.date_evidence == ("first seen: http://d.example/feed -> 2026-03-01T08:00:00+00:00",)
    assert minute_of_publication(undated) is None


def test_what_is_known_of_the_extraction_goes_with_the_document() -> None:
    known = replace(
        ARTICLE,
        modified=NOW,
        image="http://d.example/a.jpg",
        next_url="http://d.example/a?page=2",
        kind=Kind.OTHER,
        kind_confidence=0.6,
        confidence=0.91,
    )
    made = document(known, JOB, "http://www.d.example/a", "http://www.d.example/a")
    assert (made.modified, made.image, made.next_url) == (
        NOW,
        "http://d.example/a.jpg",
        "http://d.example/a?page=2",
    )
    assert (made.kind, made.page_kind, made.kind_confidence, made.confidence) == (
        "article",
        "other",
        0.6,
        0.91,
    )
    thread = document(
        replace(THREAD, kind_confidence=0.8), replace(JOB, kind="thread"), THREAD.url, THREAD.url
    )
    assert (thread.kind, thread.page_kind, thread.kind_confidence, thread.confidence) == (
        "thread",
        "thread",
        0.8,
        None,
    )


def test_pages_of_a_thread_keep_their_own_ids_and_share_the_first_pages() -> None:
    second = replace(JOB, page=2, thread_url="http://f.example/t/1", kind="thread")
    made = document(THREAD, second, THREAD.url, THREAD.url)
    assert made.id == url_key("http://f.example/t/1?page=2")
    assert (made.thread, made.thread_page) == (url_key("http://f.example/t/1"), 2)
    assert made.content == "One\nTwo"
    assert [post.floor for post in made.posts] == [11, 12]


def test_replies_keep_the_post_that_they_answer_and_are_part_of_the_text() -> None:
    opening, second = THREAD.posts
    answer = Post(body="Why?", author="bob", parent=0)
    thread = replace(THREAD, posts=(opening, answer, second))
    made = document(thread, JOB, THREAD.url, THREAD.url)
    assert [(post.author, post.parent) for post in made.posts] == [
        ("ann", None),
        ("bob", 0),
        ("", None),
    ]
    assert made.content == "One\nWhy?\nTwo"
    assert (made.author, made.published) == ("ann", NOW)


def test_texts_of_a_document_are_as_a_store_gives_them_back() -> None:
    """Else a page with control characters would differ from its document at each visit."""
    article = replace(
        ARTICLE, title="A \x1b[2Jtitle", content="First\x9b.\nS\ud800.", tags=("\x07a",)
    )
    made = document(article, JOB, ARTICLE.url, ARTICLE.url)
    assert (made.title, made.content, made.tags) == (
        "A [2Jtitle",
        "First.\nS\ufffd.",
        ("politics", "a"),
    )
    posts = (Post(body="One\x1b", author="\x7fann", quoted="\x00q", reply_to="b\x85"),)
    [post] = document(replace(THREAD, posts=posts), JOB, THREAD.url, THREAD.url).posts
    assert (post.body, post.author, post.quoted, post.reply_to) == ("One", "ann", "q", "b")


def test_a_time_of_publication_that_is_known_to_the_minute() -> None:
    assert minute_of_publication(ARTICLE) == NOW.timestamp()


@pytest.mark.parametrize(
    "chosen",
    [
        DateEvidence(value=NOW, source="url", raw="2026/03/01", exact=False),
        DateEvidence(value=NOW, source="time", raw="8:00", role="modified"),
    ],
)
def test_a_day_or_a_later_change_tells_no_minute_of_publication(chosen: DateEvidence) -> None:
    assert (
        minute_of_publication(replace(ARTICLE, date_evidence=(chosen, *ARTICLE.date_evidence)))
        is None
    )
    assert minute_of_publication(replace(ARTICLE, date_evidence=())) is None
    assert minute_of_publication(THREAD) is None


def test_a_document_cites_what_its_text_links_to() -> None:
    links = (
        Link(url="http://w.example/1", title="one"),
        Link(url="http://d.example/", title="own"),
    )
    article = document(replace(ARTICLE, links=links), JOB, ARTICLE.url, ARTICLE.url)
    posts = tuple(replace(post, links=links) for post in THREAD.posts)
    thread = document(replace(THREAD, posts=posts), JOB, THREAD.url, THREAD.url)
    assert article.citations == (Citation(url="http://w.example/1", text="one"),)
    assert [each.url for each in thread.citations] == ["http://w.example/1", "http://d.example/"]
