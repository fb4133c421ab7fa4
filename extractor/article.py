"""Read an article: its body, its other fields, and the reason if it is not one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from extractor.barriers.barrier import find_barrier
from extractor.barriers.consent import without_consent
from extractor.barriers.paywall import without_offer
from extractor.embedded import read_embedded
from extractor.fields.article_pages import ArticlePages, find_pages
from extractor.fields.author import Surroundings, find_author
from extractor.fields.byline_line import without_byline
from extractor.fields.comments import without_comments
from extractor.fields.date import Dates, find_dates
from extractor.fields.date_candidates import DateSources
from extractor.fields.headline import headline_lines
from extractor.fields.image import find_image
from extractor.fields.language import find_language
from extractor.fields.site import SiteNames, letters
from extractor.fields.untitled import (
    HEADINGS,
    find_title_above,
    heads,
    is_headline,
    is_rather,
    is_topical,
)
from extractor.fields.whole_article import find_whole
from extractor.kind import KindPrediction, find_kind
from extractor.kind_declared import is_video
from extractor.kind_facts import OUTSIDE
from extractor.kind_marks import marked_kind
from extractor.page.dom import join
from extractor.page.page import Page
from extractor.results import (
    Article,
    Body,
    DateEvidence,
    Hints,
    Kind,
    Post,
    Rejection,
    RejectionReason,
)
from extractor.validity import (
    MIN_ARTICLE,
    check_article,
    check_declared,
    check_doubtful,
    check_form,
    check_listing,
    check_marked,
    check_told,
    check_undated,
    check_unsigned,
    is_signed,
    is_worth_keeping,
)

_RUNNING = 60
"""Least number of characters of a running paragraph."""


@dataclass(frozen=True, kw_only=True)
class ArticleDraft:
    """What a page says when it is read as an article, whether or not it is one.

    The names are those of ``Article``.

    ``verdict`` is the kind that the page is taken for. ``kind_is_told`` is true if the operator
    says that the page is an article; ``kind_is_declared`` if its JSON does, whose elements show
    nothing, or the marks of the site's software do. ``date_required`` is true if the operator wants
    no article without a date.
    """

    page: Page
    body: Body
    date_evidence: tuple[DateEvidence, ...]
    modified: datetime | None
    author: str
    lang: str
    image: str
    pages: ArticlePages
    whole_url: str
    algorithm: str
    verdict: KindPrediction
    kind_is_told: bool
    kind_is_declared: bool
    date_required: bool
    comments: tuple[Post, ...] = ()
    comments_url: str = ""

    @property
    def title(self) -> str:
        """The headline, or "" if none was found."""
        return self.page.title

    @property
    def kind_is_known(self) -> bool:
        """Return whether the page need not look like an article to be one."""
        return self.kind_is_told or self.kind_is_declared


def read_draft(
    page: Page,
    hints: Hints,
    name: str,
    find_body: Callable[[Page], Body],
    *,
    is_later: bool = False,
) -> ArticleDraft:
    """Return everything that an article of this page would say; ``is_later`` if its first page has
    led to this one.
    """
    page, shown = _read_shown(page, find_body)
    body = shown
    # The text that scripts of a video's page carry is its description.
    if hints.kind or not is_video(page.metadata):
        page, body = read_embedded(page, shown, hints.title)
    is_embedded = body is not shown

    lang = find_language(body.text or page.title, page.metadata.lang)
    headlines = headline_lines(page.blocks, page.title)
    text = _lines_of_text(page, shown)
    around = _surroundings(page, text, headlines)
    dates = _read_dates(page, hints, lang, around, text)
    author = find_author(around, page.metadata, hints.author)
    body = without_byline(body, author)

    links = [element for _, element in page.blocks.anchors]
    pages = find_pages(links, page.base, page.url, page.metadata.canonical_url, is_later=is_later)
    return ArticleDraft(
        page=page,
        body=body,
        date_evidence=dates.evidence,
        modified=dates.modified,
        author=author,
        lang=lang,
        image=find_image((element for _, element in page.blocks.images), page.metadata, page.base),
        pages=pages,
        whole_url=find_whole(links, page.base, page.url) if pages.next_url else "",
        algorithm=name,
        verdict=find_kind(page, body, dates.evidence),
        kind_is_told=hints.kind == "article",
        kind_is_declared=is_embedded or marked_kind(page) is Kind.ARTICLE,
        date_required=hints.require_date,
        **(hints.read_comments(page, text, hints) if hints.read_comments else {}),
    )


def _read_shown(page: Page, find_body: Callable[[Page], Body]) -> tuple[Page, Body]:
    """Return the page with its headline and without a box that asks for consent, and the text that
    its elements show.
    """
    body = find_body(page)
    title = _title_above(page, body)
    if title:
        page = replace(page, title=title)
        body = find_body(page)  # it is searched for below the headline
    return without_consent(page, body, find_body)


def _read_dates(page: Page, hints: Hints, lang: str, around: Surroundings, text: range) -> Dates:
    sources = DateSources(
        page.url,
        page.root,
        page.metadata,
        around.blocks,
        around.headlines,
        page.title,
        hints,
        page.scripts,
        text,
    )
    region = _with_region(lang, page.metadata.lang)
    return find_dates(sources, replace(page.date_context, lang=region))


def _lines_of_text(page: Page, body: Body) -> range:
    """Return the lines from the first paragraph of a text to its last running one, or an empty
    range.
    """
    told = [one.text for one in body.paragraphs]
    last = next((text for text in reversed(told) if len(text) >= _RUNNING), "".join(told[-1:]))
    texts = page.blocks.texts
    end = next((number for number in range(len(texts) - 1, -1, -1) if texts[number] == last), -1)
    if end < 0:
        return range(0)
    if told[0] in texts[: end + 1]:
        start = texts.index(told[0])
    else:
        start = end
    return range(start, end + 1)


def _surroundings(page: Page, text: range, headlines: list[int]) -> Surroundings:
    """Return where the author and the date of a text are searched for: the page without its
    comments.
    """
    if not text:
        return Surroundings(page.root, page.blocks, headlines)
    end = text.stop - 1
    blocks = without_comments(page.blocks, end)
    return Surroundings(page.root, blocks, headlines, end, text.start)


def judge(draft: ArticleDraft) -> Article | Rejection:
    """Return the draft as an article, or the reason why it is not one.

    The beginning of a text before a paywall is an article, marked as such, if it says enough.

    A page that declares its kind is never rejected as a list or as doubtful. One that only the
    operator calls an article is rejected if it is hardly ever one.
    """
    barrier = find_barrier(draft.page, draft.body.text, is_dated=_shows_date(draft))
    if barrier and barrier.reason is RejectionReason.PAYWALL:
        teaser = replace(draft, body=without_offer(draft.body))
        # The beginning tells that the article exists and what it is about; too little of it tells
        # nothing.
        if is_worth_keeping(teaser.body.text) and not _refusal(teaser):
            return _partial_article(teaser, barrier.detail)
    if refused := barrier or _refusal(draft):
        verdict = draft.verdict
        return replace(refused, kind=verdict.kind, kind_confidence=verdict.confidence)
    return _article(draft)


def _partial_article(draft: ArticleDraft, why: str) -> Article:
    """Return the beginning of an article; its further pages are behind the paywall, too."""
    article = replace(_article(draft), next_url="", whole_url="")
    return replace(article, text_source="teaser", text_reason=why)


def _refusal(draft: ArticleDraft) -> Rejection | None:
    """Return why the text of a page is no article, or None if it is one."""
    page, verdict = draft.page, draft.verdict
    refused = None if draft.kind_is_known else check_marked(page) or check_listing(verdict, page)
    refused = refused or check_article(draft.title, draft.body.text)
    if not draft.kind_is_declared:
        refused = refused or _check_doubts(draft)
    if not draft.date_evidence:
        refused = refused or check_undated(
            verdict, required=draft.date_required, kind_is_known=draft.kind_is_known
        )
    return refused


def _check_doubts(draft: ArticleDraft) -> Rejection | None:
    """Return a rejection if a page with all that an article needs is probably something else."""
    page, body, verdict, dates = draft.page, draft.body, draft.verdict, draft.date_evidence
    signed = is_signed(draft.author, dates)
    if draft.kind_is_told:
        # What a feed lists with a date is an article, however short: a feed has no landing pages.
        is_listed = any(one.source == "feed" for one in dates)
        return None if is_listed else check_told(verdict, page, is_signed=signed)
    refused = (
        check_doubtful(verdict, page, MIN_ARTICLE)
        or check_declared(page)
        or check_form(page, body, is_signed=signed)
    )
    return refused or (None if signed else check_unsigned(verdict, body, dates))


def judge_later(draft: ArticleDraft) -> Article | Rejection:
    """Return the draft as a later page of an article.

    It may be short, and need neither title nor date: the first page has passed the rules.
    """
    if not draft.body.text:
        return Rejection(reason=RejectionReason.EMPTY, detail="the page contains no running text")
    return find_barrier(draft.page, draft.body.text, is_dated=_shows_date(draft)) or _article(draft)


def _shows_date(draft: ArticleDraft) -> bool:
    """Return whether the page itself says when it was published.

    Its address and the feed say so of any answer.
    """
    return any(one.source not in OUTSIDE for one in draft.date_evidence)


def _article(draft: ArticleDraft) -> Article:
    page, verdict = draft.page, draft.verdict
    return Article(
        url=page.url,
        canonical_url=page.metadata.canonical_url,
        title=draft.title,
        content=draft.body.text,
        published=draft.date_evidence[0].value if draft.date_evidence else None,
        date_evidence=draft.date_evidence,
        modified=draft.modified,
        author=draft.author,
        lang=draft.lang,
        site_name=page.metadata.site_name,
        tags=page.metadata.tags,
        algorithm=draft.algorithm,
        encoding=page.encoding,
        paragraphs=draft.body.paragraphs,
        image=draft.image,
        next_url=draft.pages.next_url,
        first_url=draft.pages.first_url,
        whole_url=draft.whole_url,
        page_count=draft.pages.count,
        links=draft.body.links,
        comments=draft.comments,
        comments_url=draft.comments_url,
        kind=Kind.ARTICLE if draft.kind_is_known else verdict.kind,
        kind_confidence=verdict.article if draft.kind_is_known else verdict.confidence,
        confidence=draft.body.confidence,
    )


def _title_above(page: Page, body: Body) -> str:
    """Return the line that heads the text, if the title that was found is no headline or is about
    something else, or "".
    """
    title, blocks = page.title, page.blocks
    is_known = is_headline(title, blocks) and not SiteNames(page.metadata).is_named(title)
    is_confirmed = title in page.metadata.title and heads(title, blocks)
    if is_known and is_confirmed:
        return ""
    start = body.paragraphs[0].text if body.paragraphs else ""
    above = find_title_above(blocks, start, page.date_context, "" if is_known else title)
    is_needed = not is_known or (not is_topical(title, body.text) and is_topical(above, body.text))
    is_better = (
        bool(above)
        and heads(above, blocks)
        and is_rather(above, title, body.text)
        and not _shows_title(page, above)
    )
    return above if is_needed or is_better else ""


def _shows_title(page: Page, above: str) -> bool:
    """Return whether the title stands before another line, or is the text of a picture that is a
    heading; but not in a link to another page: that of a logo is the site's name.
    """
    blocks, own = page.blocks, letters(page.title)
    here = (page.url, page.metadata.canonical_url)
    leading_here = {
        index
        for index, link in blocks.anchors
        if join(page.base, link.get("href") or "").partition("#")[0] in here
    }
    before = "".join(
        letters(text)
        for index, text in enumerate(blocks.texts[: blocks.texts.index(above) + 1])
        if 2 * blocks.linked[index] <= len(text) or index in leading_here
    )
    pictures = (
        image.get("alt") or ""
        for _, image in blocks.images
        if (around := image.getparent()) is not None and around.tag in HEADINGS
    )
    return own in before or own in map(letters, pictures)


def _with_region(lang: str, declared: str) -> str:
    """Return the language with the region that the page declares, if both are the same language."""
    return declared if declared.startswith(lang) else lang
