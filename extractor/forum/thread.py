"""Read a page of a thread: its posts, found by an algorithm and completed, and its position."""

from collections.abc import Sequence
from dataclasses import dataclass

from extractor.fields.language import find_language
from extractor.forum.candidates import agreement
from extractor.forum.gate import MIN_CONFIDENCE, MIN_UNLIKELY, ThreadEvidence
from extractor.forum.glance import MIN_GLANCE, is_ruled_out, may_show_posts
from extractor.forum.layout import KnownReading, with_layout
from extractor.forum.marked import MarkedPage, PostAlgorithm
from extractor.forum.pages import ThreadPosition, page_urls, thread_position
from extractor.forum.records import Record
from extractor.forum.reply_reading import posts_of_thread, read_with_replies
from extractor.forum.scripted import with_scripted_times
from extractor.forum.titles import thread_title, title_of_words
from extractor.forum.topics import page_after
from extractor.forum.weights import Facts
from extractor.lists.anchors import as_list_page
from extractor.lists.paging import next_pages
from extractor.lists.threads import engine_of
from extractor.page.page import Page
from extractor.results import Kind, Post, Rejection, RejectionReason, Thread


def read_thread(page: Page, name: str, find_posts: PostAlgorithm) -> Thread | Rejection:
    """Read the page as one of a thread, even if it has a single post or no title."""
    marked = MarkedPage(page)
    known = with_layout(marked, find_posts(marked))
    reading = _read(page, marked, known, evidence_of(marked, known.records))
    return _complete(reading, name, known)


def read_if_thread(page: Page, name: str, find_posts: PostAlgorithm) -> Thread | None:
    """Read the page as one of a thread if it looks like one.

    Readers' comments on an article are not a thread.
    """
    marked = MarkedPage(page, is_told=False)
    if is_ruled_out(page):
        return None
    is_likely = marked.promise >= MIN_GLANCE
    if not is_likely and not may_show_posts(marked.glance):
        return None
    known = with_layout(marked, find_posts(marked))
    reading = _read(page, marked, known, evidence_of(marked, known.records))
    least = MIN_CONFIDENCE if is_likely else MIN_UNLIKELY
    thread = _complete(reading, name, known) if reading.probability >= least else None
    return thread if isinstance(thread, Thread) else None


def evidence_of(marked: MarkedPage, records: Sequence[Record]) -> ThreadEvidence:
    """Return the evidence that these records are the posts of a thread."""
    facts: Facts = {}
    score = 0.0
    if records:
        facts = marked.record_facts.features(records)
        score = marked.judge.score(records, facts)
    return ThreadEvidence(
        marked.page,
        marked.outline,
        records,
        marked.glance,
        facts,
        score=score,
        agreement=agreement(marked.outline, records, marked.rated),
        weights=marked.weights,
    )


@dataclass(frozen=True)
class _Reading:
    """The posts of a page, its position in the thread, and the probability that it is part of a
    thread.
    """

    page: Page
    title: str
    posts: tuple[Post, ...]
    place: ThreadPosition
    next_url: str
    page_urls: tuple[str, ...]
    probability: float
    confidence: float


def _read(
    page: Page, marked: MarkedPage, known: KnownReading, evidence: ThreadEvidence
) -> _Reading:
    around = as_list_page(page.root, page.url, page.encoding)
    links = [anchor.url for anchor in around.anchors]
    here = page.metadata.canonical_url
    # A canonical link that tells no topic may be that of the whole board.
    own = here if engine_of(here) else page.url
    place = thread_position(here, links, len(known.records))
    title = thread_title(page, marked.outline, known.records)
    read = read_with_replies(marked, known.records, place.page, title)
    posts = with_scripted_times(read, page.scripts, marked.date_context)
    thread_posts = posts_of_thread(posts)
    return _Reading(
        page=page,
        title=title or title_of_words(posts),
        posts=posts,
        place=place,
        next_url=page_after(next_pages(around), own, links),
        page_urls=page_urls(place, here, links),
        probability=evidence.probability(thread_posts),
        confidence=evidence.confidence(thread_posts, by_layout=known.by_layout),
    )


def _complete(reading: _Reading, name: str, known: KnownReading) -> Thread | Rejection:
    page = reading.page
    if not reading.posts:
        return _rejected(RejectionReason.NO_POSTS, "no part of the page looks like a post", reading)
    if not reading.title:
        return _rejected(RejectionReason.NO_TITLE, "the thread has no title", reading)
    content = "\n".join(post.body for post in reading.posts)
    return Thread(
        url=page.url,
        canonical_url=page.metadata.canonical_url,
        title=reading.title,
        posts=reading.posts,
        thread_url=reading.place.first_url,
        page=reading.place.page,
        next_url=reading.next_url,
        lang=find_language(content or reading.title, page.metadata.lang),
        site_name=page.metadata.site_name,
        algorithm=name,
        encoding=page.encoding,
        page_urls=reading.page_urls,
        kind_confidence=reading.probability,
        confidence=reading.confidence,
        layout=known.layout,
        overrules_layout=known.overrules,
    )


def _rejected(reason: RejectionReason, detail: str, reading: _Reading) -> Rejection:
    return Rejection(
        reason=reason, detail=detail, kind=Kind.THREAD, kind_confidence=reading.probability
    )
