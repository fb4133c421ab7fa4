"""Collect every date of a page with its source, its role and its rank.

Lower ranks are better: first what the page states about itself, then the feed, then dates marked or
written near the headline, then the list that led here, the address, and last dates elsewhere.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import chain, islice

from lxml import etree

from extractor.compiled import walk as compiled
from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch, parse_date_text, url_date
from extractor.dates.labels import role_of
from extractor.fields.date_lists import is_mostly_linked, listed_lines
from extractor.fields.date_scripts import script_dates
from extractor.fields.headline import lines_of
from extractor.fields.jsonld import readable_text
from extractor.fields.metadata import Metadata
from extractor.page.blocks import Blocks
from extractor.page.dom import Element, squeeze
from extractor.results import DateEvidence, Hints

(
    JSON_LD,
    META,
    META_UNLABELLED,
    FEED,
    TIME,
    TEXT,
    DATELINE,
    RELATIVE,
    LIST,
    URL,
    SCRIPT,
    RELATIVE_DAY,
    FAR_LABELLED,
    FAR_TIME,
    FAR_TEXT,
) = range(15)
_META_FIRST = (
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "parsely-pub-date",
    "pubdate",
)
_META_PUBLISHED = re.compile(
    r"publi|pub-?date|pub_?time|issued|create|online_?date|posted|release|display_?date|apub:time|weibo:article",
    re.I,
)
_META_MODIFIED = re.compile(r"modif|updat|revis|last-?mod|lastchange", re.I)
_PLAIN_NAMES = (
    "date dc.date dcterms.date dc:date sailthru.date citation_date article.date timestamp"
)
_META_PLAIN = frozenset(_PLAIN_NAMES.split())
_META_NO_DATE = re.compile(
    r"publisher|publication$|publishing|unpub|expir|valid|image|video|event|id$|name$|url|by$|image:|type$",
    re.I,
)
_MAX_META_LENGTH = 60
"""Longer contents of a meta element are sentences and no dates."""
_MAX_META = 300
"""Meta elements that are looked at: bounds what one page costs."""
NEAR_LINES = 12
"""Lines around the headline in which a date is taken for the article's."""
_BELOW = 6
"""Lines after the text that may contain its date."""
_MAX_TIMES = 40
"""Elements with times that are read. Later ones belong to comments and other articles."""
_MICRODATA = frozenset(("datepublished", "datemodified"))
_MAX_TIME = 60
"""Characters of such an element. Longer ones hold more than a time."""
_MAX_LABEL_LENGTH = 40
"""Characters before a time that may say what it is of."""
_MAX_CLASSES_LENGTH = 300
"""Characters of class names that are searched: bounds the cost of generated names."""
_POST_DATE = re.compile(r"(?:post|entry|article|story)-?_?date(?![a-z])", re.IGNORECASE)
"""A class for the date of the page's own entry, not of comments or teasers."""
_MARKED_BONUS = 4
"""Half lines by which a marked date counts as nearer to the headline. From 3 to 16 no day
of 726 labelled articles changes; from 0 to 2 a day in a line above the headline is lost.
"""


@dataclass(frozen=True)
class DateCandidate:
    """A date with its source and role.

    ``rank`` and ``distance`` order candidates, the least first.
    """

    moment: DateMatch
    source: str
    rank: int
    role: str = "published"
    distance: int = 0

    @property
    def order(self) -> tuple[int, int]:
        """The sort key of candidates.

        A marked date and a written one near the headline differ by their distance: the marked one
        may be that of a comment, a quotation or the next story.
        """
        return TIME if self.rank == TEXT else self.rank, self.distance

    @property
    def as_evidence(self) -> DateEvidence:
        """Return the candidate in the form that other packages use."""
        moment = self.moment
        return DateEvidence(
            value=moment.value,
            source=self.source,
            raw=moment.raw,
            role=self.role,
            exact=moment.exact,
            ambiguous=moment.other is not None,
        )


@dataclass(frozen=True)
class DateSources:
    """Where a page's date is searched for.

    ``root`` is its pruned tree, ``blocks`` are those without readers' comments, ``headlines`` the
    lines of its title, ``text`` those of its text (empty if unknown), and ``scripts`` are no longer
    in the tree.
    """

    url: str
    root: Element
    metadata: Metadata
    blocks: Blocks
    headlines: list[int]
    title: str
    hints: Hints
    scripts: tuple[Element, ...] = ()
    text: range = range(0)

    def own_among(self, dated: Sequence[tuple[int, date]]) -> frozenset[int]:
        """Return the indices of the lines right above or below the text, where its date is if it is
        not at the headline; of all lines if they have only one day, and none of other stories is
        beside them.

        Args:
            dated: The number and the day of each line that has a date.
        """
        above = range(self.text.start - NEAR_LINES, self.text.start + 1)
        below = range(self.text.stop, self.text.stop + _BELOW)
        is_one = not self.listed and len({day for _, day in dated}) == 1
        lines = frozenset(index for index, _ in dated)
        if is_one or not self.text:
            return lines
        return lines & {*above, *below}

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The lines of readers' comments, which are empty."""
        return frozenset(index for index, line in enumerate(self.blocks.lines) if not line)

    @cached_property
    def listed(self) -> frozenset[int]:
        """The lines that are entries of lists of dated links."""
        return listed_lines(self.blocks, self.headlines)


def stated(metadata: Metadata, context: DateContext) -> Iterator[DateCandidate]:
    """Yield the dates that the page states about itself in JSON-LD and meta elements."""
    for role, key in (("published", "datePublished"), ("modified", "dateModified")):
        values = [one.get(key) for one in (metadata.article, *metadata.page)]
        if role == "published":
            values.append(metadata.stated("uploadDate", "dateCreated"))
        firsts = (one[0] if isinstance(one, list) and one else one for one in values)
        yield from _parsed(map(readable_text, firsts), "json-ld", JSON_LD, role, context)
    published, unlabelled, modified = _meta_dates(metadata)
    yield from _parsed(published, "meta", META, "published", context)
    yield from _parsed(unlabelled, "meta", META_UNLABELLED, "published", context)
    yield from _parsed(modified, "meta", META, "modified", context)


def _meta_dates(metadata: Metadata) -> tuple[list[str], list[str], list[str]]:
    published = [metadata.first(name) for name in _META_FIRST]
    offered: dict[str, list[str]] = {"published": published, "": [], "modified": [], "other": []}
    for name, contents in islice(metadata.meta.items(), _MAX_META):
        if len(contents[0]) <= _MAX_META_LENGTH:
            offered[_role_of_meta(name)].append(contents[0])
    return published, offered[""], offered["modified"]


@lru_cache(maxsize=2048)
def _role_of_meta(name: str) -> str:
    """Return the role of a meta element by its name, or "" for a date without a stated role."""
    if _META_NO_DATE.search(name):
        return "other"
    if _META_MODIFIED.search(name):
        return "modified"
    if _META_PUBLISHED.search(name):
        return "published"
    return "" if name in _META_PLAIN else "other"


def _parsed(
    texts: Iterable[str], source: str, rank: int, role: str, context: DateContext
) -> Iterator[DateCandidate]:
    for index, text in enumerate(texts):
        moment = parse_date_text(text, context) if text else None
        if moment:
            yield DateCandidate(moment, source, rank, role, index)


def led_here(hints: Hints, url: str, context: DateContext) -> Iterator[DateCandidate]:
    """Yield the dates that the list that led here and the address itself contain."""
    if hints.published and (value := context.settle(hints.published)):
        moment = DateMatch(value, hints.published.isoformat(), 0, True, zoned=True)
        if hints.published_rough:
            yield DateCandidate(moment, "list", LIST)
        else:
            yield DateCandidate(moment, "feed", FEED)
    address = url_date(url, context)
    if address:
        yield DateCandidate(address, "url", URL)


def rank_of_relative(moment: DateMatch) -> int:
    """Return the rank of a time such as "5 hours ago"; that of "1 day ago", which may be off by a
    day, is lower.
    """
    return RELATIVE if moment.exact else RELATIVE_DAY


def scripted(scripts: Iterable[Element], context: DateContext) -> list[DateCandidate]:
    """Return the dates that only scripts of the page state; none if they are of several days, as
    those of a list.
    """
    found = list(_parsed(script_dates(scripts), "script", SCRIPT, "published", context))
    days = {one.moment.value.astimezone(context.zone).date() for one in found}
    return found if len(days) == 1 else []


def marked(sources: DateSources, context: DateContext) -> Iterator[DateCandidate]:
    """Yield the dates of ``time`` elements: near the headline they beat text, elsewhere the address
    beats them. One without a label in a line of links above the headline, as in a ticker, may be
    that of another story, and written dates at the headline beat it.
    """
    return _marked(list(islice(_times(sources.root, sources.blocks), _MAX_TIMES)), sources, context)


def _times(root: Element, blocks: Blocks) -> Iterator[Element]:
    """Yield the ``time`` elements of a page.

    Its blocks know those in the body, unless it is very large.
    """
    parts = list(root)
    if not blocks.is_whole or blocks.top not in parts:
        return root.iter("time")
    return chain.from_iterable(
        blocks.times if part is blocks.top else part.iter("time") for part in parts
    )


def microdata(sources: DateSources, context: DateContext) -> Iterator[DateCandidate]:
    """Yield the same for elements of any other tag that schema.org attributes mark as dates."""
    named = ((one, (one.get("itemprop") or "").lower()) for one in _properties(sources.root))
    dates = (one for one, name in named if name in _MICRODATA and one.tag not in ("time", "meta"))
    return _marked(list(islice(dates, _MAX_TIMES)), sources, context)


_find_properties = etree.XPath("//@itemprop/..")


def _properties(root: Element) -> list[Element]:
    return compiled.having(root, "itemprop") if compiled else _find_properties(root)  # type: ignore[return-value]


def _marked(
    elements: list[Element], sources: DateSources, context: DateContext
) -> Iterator[DateCandidate]:
    headline = next(iter(sources.headlines), 0)
    far: list[tuple[int, DateCandidate]] = []
    for element, index in zip(elements, lines_of(sources.blocks, elements), strict=True):
        written = element.get("datetime") or element.get("content") or _text_of(element)
        moment = parse_date_text(written, context)
        if moment is None or index in sources.listed or index in sources.hidden:
            continue
        role = _role_of_element(element)
        # The element says of itself that it is about something else, such as an event or a comment.
        if role == "other":
            continue
        if -NEAR_LINES // 2 < index - headline < NEAR_LINES:
            rank = TIME
        elif role == "published":
            rank = FAR_LABELLED
        else:
            rank = FAR_TIME
        if not moment.dated:
            rank = max(rank, rank_of_relative(moment))
        distance = distance_of(index - headline)
        is_own = bool(role) or index >= headline or not is_mostly_linked(sources.blocks, index)
        if rank == TIME and is_own:
            distance -= _MARKED_BONUS
        candidate = DateCandidate(moment, "time", rank, role or "published", distance)
        if rank == FAR_TIME:
            far.append((index, candidate))
        else:
            yield candidate
    # Far from the headline, times are mostly those of lists of other articles.
    own = sources.own_among([(index, one.moment.value.date()) for index, one in far])
    yield from (candidate for index, candidate in far if index in own)


def _text_of(element: Element) -> str:
    return squeeze("".join(islice(element.itertext(), _MAX_TIME)))  # type: ignore[arg-type]


def distance_of(lines: int) -> int:
    """Return the distance from the headline in half lines; a line before it is as far as two after
    it.
    """
    if lines >= 0:
        return 2 * lines
    return -4 * lines


def _role_of_element(element: Element) -> str:
    if next(element.iterancestors("blockquote"), None) is not None:  # a quoted post's
        return "other"
    mark = f"{element.get('itemprop', '')} {element.get('class', '')}".lower()
    if "modified" in mark or "updated" in mark.split():
        return "modified"
    if "publi" in mark or element.get("pubdate") is not None:
        return "published"
    before, parent = element.getprevious(), element.getparent()
    if parent is None:
        around = ""
    else:
        around = f"{parent.get('class') or ''} {mark}"[:_MAX_CLASSES_LENGTH]
    if _POST_DATE.search(around):
        return "published"
    label = ""
    if before is not None:
        label = before.tail or before.text or ""
    elif parent is not None:
        label = parent.text or ""
    return role_of(label[-_MAX_LABEL_LENGTH:])
