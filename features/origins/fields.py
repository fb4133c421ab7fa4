"""Where title, author and day of an article are on its page, in its head, and elsewhere.

Each says first what the extractor takes first: a heading before declared titles
(``extractor.fields.title``), declared authors before bylines (``extractor.fields.author``), and of
the dates the one that it chose (``extractor.results.Article.date_evidence``).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice

from lxml.etree import XPath

from extractor.fields.headline import headline_lines, lines_of
from extractor.fields.jsonld import names_of, readable_text
from extractor.fields.metadata import Metadata
from extractor.fields.site import letters
from extractor.page.dom import Element, squeeze
from extractor.page.page import Page
from extractor.results import Article, DateEvidence, Hints
from features.origins.sheet import Sheet
from features.origins.view import Origin

_HEADINGS = ("h1", "h2", "h3")
_AUTHOR_NAMES = (
    "author article:author dc.creator byl parsely-author sailthru.author dcterms.creator "
    "citation_author"
)
_AUTHORS = tuple(_AUTHOR_NAMES.split())
"""The names of meta elements with authors."""
_BEFORE, _AFTER = 5, 12
"""Lines around the headline in which a byline is the article's: a lead, shares and a caption may
stand between.
"""
_BELOW = 6
"""Lines below the text that may have it. Further down, other articles begin."""
_MAX_BYLINE = 300
"""Longer lines are paragraphs."""
_MAX_ALSO = 3
"""Places that are marked beside the first: the name of an author may be on every page of a site."""
_MAX_NAMES = 10
"""Names that are looked for: each of them is searched for in all lines near."""
_MAX_ELEMENTS = 200
"""Elements with a time that are looked at: those of the article are among the first."""
_MAX_MARKUP = 2_000
"""Characters that are read of such an element, with the blanks of its markup."""
_BEGINNING = XPath(f"substring(string(), 1, {_MAX_MARKUP})", smart_strings=False)
"""Costs far less than the texts in it: all of a page may be in each of thousands."""
_MINUTE = timedelta(minutes=1)
"""Pages show no seconds."""
_DAY = timedelta(hours=24)


def title_origins(sheet: Sheet, page: Page, title: str, hints: Hints) -> Iterator[Origin]:
    """Mark the title; yield what says it. ``hints`` are what was known before."""
    wanted = letters(title)
    if not wanted:
        return
    headings = [
        (index, tag)
        for index in headline_lines(page.blocks, title)[: 1 + _MAX_ALSO]
        if (tag := _heading(sheet, index)) and wanted in letters(sheet.lines[index])
    ]
    alike = [place for place in headings if letters(sheet.lines[place[0]]) == wanted]
    metadata = page.metadata
    stated = (
        ("meta", "og:title", metadata.first("og:title")),
        ("json-ld", "headline", readable_text(metadata.article.get("headline"))),
        ("meta", "twitter:title", metadata.first("twitter:title")),
        ("list", "", hints.title),
        ("title", "", metadata.title),
    )
    same = [(source, name, -1) for source, name, said in stated if letters(said) == wanted]
    # A heading with more words, such as a badge, or the name of the site behind the title.
    longer = [(source, name, -1) for source, name, said in stated if wanted in letters(said)]
    lines = _with_words(sheet, range(len(sheet.lines)), [title])[:_MAX_ALSO]
    found = [
        *(("heading", tag, index) for index, tag in alike),
        *same,
        *(("heading", tag, index) for index, tag in headings if (index, tag) not in alike),
        *(() if same else longer),
        *(() if headings else (("line", "", index) for index in lines)),
    ]
    for number, (source, detail, index) in enumerate(found):
        is_also = number > 0
        anchor = sheet.mark(index, title, "title", is_also=is_also) if index >= 0 else ""
        yield Origin(field="title", source=source, detail=detail, anchor=anchor, is_also=is_also)


def _heading(sheet: Sheet, index: int) -> str:
    """Return the tag of the heading that a line is in, "" if it is in none."""
    blocks = sheet.blocks
    holder = blocks.holders[index]
    tags = blocks.tags[holder], blocks.tags[max(blocks.parents[holder], 0)]
    return next((tag for tag in tags if tag in _HEADINGS), "")


def author_origins(
    sheet: Sheet, page: Page, article: Article, hints: Hints, text: Collection[int]
) -> Iterator[Origin]:
    """Mark the names of the authors; yield what names them. ``text`` are the lines of the text."""
    names = [name for name in article.author.split(", ") if letters(name)][:_MAX_NAMES]
    if not names:
        return
    wanted = [letters(name) for name in names]
    stated = [("json-ld", "author", " ".join(_declared_authors(page.metadata)))]
    stated += [("meta", name, " ".join(page.metadata.meta.get(name, ()))) for name in _AUTHORS]
    is_also = False
    for code, name, said in stated:
        if all(one in letters(said) for one in wanted):
            yield Origin(field="author", source=code, detail=name, is_also=is_also)
            is_also = True
    for index in _bylines(sheet, page, names, article.title, text):
        anchors = [
            sheet.mark(index, name, "author", is_also=is_also)
            for name in names
            if sheet.has(index, name)
        ]
        yield Origin(field="author", source="byline", anchor=anchors[0], is_also=is_also)
        is_also = True
    # Last, as the text of the page says more than a feed about who wrote it.
    if all(one in letters(hints.author) for one in wanted):
        yield Origin(field="author", source="list", is_also=is_also)


def _declared_authors(metadata: Metadata) -> list[str]:
    """Return the names of the authors in JSON-LD, also of those that are described elsewhere."""
    value = metadata.article.get("author")
    authors = value if isinstance(value, list) else [value]
    ids = [one.get("@id") for one in authors if isinstance(one, dict) and one.get("@id")]
    elsewhere = [entity for entity in metadata.entities if entity.get("@id") in ids]
    return names_of([*authors, *elsewhere])


def _bylines(
    sheet: Sheet, page: Page, names: list[str], title: str, text: Collection[int]
) -> list[int]:
    """Return the lines that name the authors: those at the headline, else below the text, else
    anywhere; within the text only if no other line does.
    """
    headline = next(iter(headline_lines(page.blocks, title)), 0)
    end = len(sheet.lines)
    near = range(max(headline - _BEFORE, 0), min(headline + _AFTER, end))
    last = max(text, default=0)
    below = range(last, min(last + 1 + _BELOW, end))
    for places in (near, below, range(end)):
        found = _with_words(sheet, places, names)
        if found:
            beside = [index for index in found if index not in text]
            return (beside or found)[: 1 + _MAX_ALSO]
    return []


def _with_words(sheet: Sheet, places: Iterable[int], words: list[str]) -> list[int]:
    return [
        index
        for index in places
        if len(sheet.lines[index]) <= _MAX_BYLINE and any(sheet.has(index, one) for one in words)
    ]


def day_origins(sheet: Sheet, page: Page, article: Article) -> Iterator[Origin]:
    """Mark the date of publication; yield what says the same."""
    dates = article.date_evidence
    headline = next(iter(headline_lines(page.blocks, article.title)), 0)
    timed = _timed(page)
    told: set[tuple[object, str]] = set()
    for one in dates:
        if not _says_same(one, dates[0]):
            continue
        index, words = _shown(sheet, one, timed, headline)
        # The text of the page has what a marked time shows, too.
        said = (index, words) if words else (one.source, one.raw)
        if said in told:
            continue
        told.add(said)
        is_also = len(told) > 1
        anchor = sheet.mark(index, words, "day", is_also=is_also) if words else ""
        yield Origin(
            field="day",
            source=_source_of(one, page.metadata),
            detail=_name_of(one, page.metadata),
            anchor=anchor,
            is_also=is_also,
        )


def _source_of(date: DateEvidence, metadata: Metadata) -> str:
    """Return the code of what says a date: data of a script is read as JSON-LD is
    (``extractor.embedded``).
    """
    is_script = date.source == "json-ld" and not metadata.entities
    return "script" if is_script else date.source


def _name_of(date: DateEvidence, metadata: Metadata) -> str:
    """Return what the page calls a date that it states; a date in its address as it is."""
    if date.source == "meta":
        return next((name for name, said in metadata.meta.items() if date.raw in said), "")
    if date.source == "json-ld":
        entities = (metadata.article, *metadata.page)
        stated = (key for one in entities for key, value in one.items() if value == date.raw)
        return next(stated, "")
    return date.raw if date.source == "url" else ""


def _says_same(one: DateEvidence, chosen: DateEvidence) -> bool:
    """Return whether a date is the chosen one, as exactly as it is written."""
    if one.exact and chosen.exact:
        return abs(one.value - chosen.value) < _MINUTE
    # A day without a time begins at midnight in its own zone, which may be the evening before here.
    return one.value.date() == chosen.value.date() or (
        not one.exact and timedelta() <= chosen.value - one.value < _DAY
    )


def _timed(page: Page) -> list[tuple[int, str, str]]:
    """Return of the elements that software marks as times the line, the words, and what they say to
    software.
    """
    marked = (
        element
        for element in page.root.iter()
        if element.tag == "time" or (element.get("itemprop") or "").lower() == "datepublished"
    )
    elements = list(islice(marked, _MAX_ELEMENTS))
    lines = lines_of(page.blocks, elements)
    said = [(element, said_by(element)) for element in elements]
    return [
        (index, words, time_of(element, words))
        for index, (element, words) in zip(lines, said, strict=True)
    ]


def _shown(
    sheet: Sheet, date: DateEvidence, timed: Sequence[tuple[int, str, str]], headline: int
) -> tuple[int, str]:
    """Return the line nearest to the headline that shows a date, and its words there, "" if it is
    not shown.
    """
    if date.source == "time":
        places = [(index, words) for index, words, time in timed if words and date.raw in time]
        marked = [
            (line, words)
            for index, words in places
            for line in range(index, min(index + _AFTER, len(sheet.lines)))
            if sheet.has(line, words)
        ]
        return min(marked, key=lambda place: abs(place[0] - headline), default=(0, ""))
    if date.source == "text":
        nearest = sorted(range(len(sheet.lines)), key=lambda index: abs(index - headline))
        index = next((index for index in nearest if sheet.has(index, date.raw)), -1)
        if index >= 0:
            return (index, date.raw)
        return (0, "")
    return 0, ""


def said_by(element: Element) -> str:
    """Return the words of an element with a time."""
    return squeeze(str(_BEGINNING(element)))[:_MAX_BYLINE]


def time_of(element: Element, words: str) -> str:
    """Return what such an element says to software, else its words."""
    return squeeze(element.get("datetime") or element.get("content") or words)
