"""The title: the headline as the page shows it to readers, or of a news article as its publisher
states it.

The thesis (4.3.2) uses what the ``title`` element and the headline share. Pages today often word
the two differently, one for search engines and one for readers; we use the readers' wording. The
declared titles (``title``, Open Graph, JSON-LD, the feed's) tell which heading is the headline, and
replace it if there is none. A learned ranker of the same candidates was no better than these rules
in folds by site, and worse on sets of pages left out of its training.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from urllib.parse import urlsplit

from extractor.fields.common_title import common_line, common_title
from extractor.fields.jsonld import readable_text, type_of
from extractor.fields.metadata import Metadata
from extractor.fields.site import SiteNames, letters, lines_of, parted
from extractor.fields.title_text import is_garbled, unescaped, well_written
from extractor.languages.tables import alternatives
from extractor.page.dom import Element, body_of, join, squeeze, visible_text
from extractor.page.text import words

_MAX_TITLE_LENGTH = 300
"""Characters of a title that are read. Longer ones are texts in a broken element."""
_MAX_LINKS = 5
"""Most links of a heading that may be all of it."""
_MAX_HEADINGS = 20
"""Most headings of each rank. A page has one headline, and it is among the first."""
_RELATED = 0.4
"""Least mean share of words in common with a declared title for a first-rank heading to be the
headline.
"""
_SAME = 0.8
"""The same for headings of the second and third rank, which must say what a declared title says."""
_REPEATED = 0.6
"""Share of a heading's words in the ``title`` element that confirms it."""
_MIN_SHARE = 0.15
"""Least share of a declared title's words in a heading. One word of many is the heading of a part.
"""
_MIN_WORDS = 5
"""Least number of words for the only first-rank heading to be the headline, whatever the page
declares.
"""
_FEW_WORDS = 3
"""A headline of fewer words may be the name of a section."""
# Paragraphs before a heading, and their length, that show that it does not head the text.
_EARLIER = 3
_PARAGRAPH = 80
_MAX_PARAGRAPHS = 200
_BAR = " | "
# Shortest title, and largest share of it for the name of a section after a bar.
_MIN_TITLE_LENGTH = 10
_SECTION_SHARE = 0.5
_CUT = re.compile(r"…|\.\.\.")
"""Where a list cuts a long title, perhaps with its own words behind."""
_QUOTATION = re.compile(r"""["“„«「『]|(?<!\w)[”»]""")
"""The beginning of a quotation."""
_MAX_ELEMENTS = 2_000
"""Most elements of a page in which its title is searched for."""
_OTHER_SIGNS = 10
"""Most signs and blanks that a title in the head has and the line on the page has not."""
_SIGN = re.compile("[:：|–—-]")
_LABEL = re.compile(r"[^\W\d_]{1,20}\s?[:：]\s*")
_MIN_WITHOUT_KICKER = 1 / 3
"""Least share of a headline that is left without its kicker."""
_AGREEMENT = 3
"""Declared titles, of four, that must agree to decide whether the words before a headline belong to
it.
"""
_FOR_SUBSCRIBERS = re.compile(alternatives("titles.for_subscribers"), re.IGNORECASE)
"""Words before the headline of a story that not everybody may read."""
_BADGE = re.compile(
    r"(?:^|[\s_-])(?:label|prefix|badge|solved|threadprefix|topic-?prefix)(?:$|[\s_-])", re.I
)
_BRACKETED = re.compile(r"[\[【(（].*[\]】)）]")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_SOURCE = re.compile(r"\s*[（(][^（）()]{2,20}[）)]$")
"""What portals add to the headline of another publisher's article."""
_FRONT = re.compile(
    r"(?:https?://[^/?#]+)?(?:\.?/)?(?:(?:index|default|home|forum)\.\w{2,5})?(?:\?PHPSESSID=\w*)?",
    re.I,
)
"""The address of a front page."""
_ARCHIVE = re.compile(r"^.*[»|]\s*(?:blog archives?|archives?)\s*[»|]\s*(?=\S{3}|\S+\s\S)", re.I)
"""What old themes of WordPress put before the title of an entry."""
_VIEWED = re.compile(
    rf"(?:.{{0,80}}?\s[-:|»]{{1,2}}\s)?(?:{alternatives('titles.view_topic')})\s*[-–:：]\s*", re.I
)
"""What forum software puts before the title of a thread, perhaps with the name of the forum."""


_Headings = dict[str, list[Element]]
"""The first headings by rank, in page order."""


@dataclass(frozen=True)
class _Declared:
    """The declared titles without the names of site and section, or "".

    ``shared`` is for Open Graph and Twitter, ``stated`` the headline in JSON-LD, ``whole`` the
    ``title`` element, ``hint`` from the feed or list.
    """

    shared: tuple[str, str]
    stated: str
    hint: str
    whole: str

    @property
    def beside(self) -> list[str]:
        """All but the ``title`` element."""
        open_graph, twitter = self.shared
        return list(filter(None, (open_graph, self.stated, twitter, self.hint)))

    @property
    def all(self) -> list[str]:
        return [*self.beside, self.whole]


def find_title(root: Element, metadata: Metadata, hint: str = "") -> str:
    """Return the page's title, or "" if none is found; ``hint`` is the title in the feed or
    list.
    """
    headings = _headings(root)
    site = SiteNames(metadata, logos=_logos(headings, metadata, hint))
    declared = _declared(metadata, site, unescaped(hint))
    found = _without_label(_found(root, headings, metadata, site, declared))
    found = _shared(found, headings, declared, _whole(metadata), site, root)
    if not is_garbled(found):
        return found
    return well_written(found, [*declared.all, *_texts(headings["h1"])])


def _shared(
    found: str, headings: _Headings, declared: _Declared, whole: str, site: SiteNames, root: Element
) -> str:
    """Return the title that was found, or in Chinese, Japanese and Korean what a heading and the
    ``title`` element share, else a line of the page that is a part of that element.
    """
    texts = [text for text in _texts(chain(*headings.values())) if not site.is_named(text)]
    if found in texts and letters(found) in map(letters, declared.beside):
        return found
    if shared := common_title(whole, texts):
        return shared
    said, own = set(words(whole)), set(words(found))
    if found in texts and len(own & said) >= _REPEATED * len(own):
        return found
    return common_line(whole, lines_of(root)) or found


def _found(
    root: Element, headings: _Headings, metadata: Metadata, site: SiteNames, declared: _Declared
) -> str:
    whole = _whole(metadata)
    headline = _headline(root, headings, site, declared, whole)
    if headline:
        headline = _with_kicker(site.cut_off(headline), declared)
        if type_of(metadata.article).endswith("NewsArticle"):
            headline = _as_stated(headline, declared)
        else:
            headline = _without_facts(headline, declared.all)
        return _without_section(headline)
    if declared.beside == [declared.hint]:
        own = site.without_names(whole, root)
        return _without_section(_own_or_listed(declared.hint, own, site, root))
    if declared.beside:
        stated, _ = Counter(declared.all).most_common(1)[0]
        agreed = declared.whole if _is_cut(stated, declared.whole) else stated
        return _without_section(site.without_names(agreed, root))
    return site.without_names(whole, root) or next(_texts(headings["h1"]), "")


def _own_or_listed(listed: str, own: str, site: SiteNames, root: Element) -> str:
    """Return the ``title`` element of a page without headings, or the title in the feed or list.

    The list's tells where the headline ends in the element. It may also be older, cut or a wording
    of its own. So the page's title counts if the text shows it, if the list's is cut, or if both
    share words; else it may be the same on all pages of the site.

    Args:
        listed: The title in the feed or list.
        own: The element without names of the site.
        site: The names of the site.
        root: The page.
    """
    if not own or site.is_named(own) or letters(own) == letters(listed):
        return listed
    if _is_shown(own, root):
        return own
    if _CUT.search(listed):
        kept = letters(max(_CUT.split(listed), key=len))
        if kept and kept in letters(own):
            return own
        return listed
    if letters(listed) in letters(own):
        return listed
    if _support(listed, [set(words(own))]) >= _RELATED:
        return own
    return listed


def _is_shown(title: str, root: Element) -> bool:
    """Return whether a line of the page's text, no link as the site's name is, is this title."""
    wanted = letters(title)
    elements = (one for one in body_of(root).iter() if one.tag != "a")
    for element in islice(elements, _MAX_ELEMENTS):
        text = element.text or ""
        # Most texts are too short or too long to be the title: their letters need not be read.
        is_long = bool(text) and len(text.strip()) + _OTHER_SIGNS >= len(title)
        if is_long and len(text) < _MAX_TITLE_LENGTH and letters(text) == wanted:
            return True
    return False


def _offered(metadata: Metadata) -> tuple[str, str, str]:
    """Return the titles of Open Graph, Twitter and JSON-LD."""
    open_graph, twitter = metadata.first("og:title"), metadata.first("twitter:title")
    return (
        readable_text(open_graph),
        readable_text(twitter),
        readable_text(metadata.article.get("headline")),
    )


def _whole(metadata: Metadata) -> str:
    """Return the ``title`` element without what old themes of WordPress and forums put before
    it.
    """
    return _without_label(_ARCHIVE.sub("", unescaped(metadata.title[:_MAX_TITLE_LENGTH])))


def _declared(metadata: Metadata, site: SiteNames, hint: str) -> _Declared:
    titles = [site.cut_off(text[:_MAX_TITLE_LENGTH]) for text in (*_offered(metadata), hint)]
    titles = ["" if site.is_named(title) else title for title in titles]
    titles.append(site.cut_off(_whole(metadata)))
    known = set(map(letters, titles))
    open_graph, twitter, stated, listed, whole = (
        _without_addition(title, known) for title in titles
    )
    return _Declared((open_graph, twitter), stated, listed, whole)


def _without_addition(title: str, known: set[str]) -> str:
    """Cut a title at a separator if another title ends there: section, site name or day follow."""
    return next((start for start in parted(title) if letters(start) in known), title)


def _headline(
    root: Element, headings: _Headings, site: SiteNames, declared: _Declared, whole: str
) -> str:
    """Return the heading that is the headline.

    This is the heading of the first rank nearest to a declared title. Else it is the nearest
    heading of the second rank: the first of them if a headline of the first rank exists
    too, because the others head parts of the text.
    """
    said = Counter(map(letters, declared.all))
    bags = [set(words(title)) for title in declared.all]
    starts = {*said, *map(letters, parted(whole))}
    shown = dict.fromkeys(_without_badge(heading, starts) for heading in headings["h1"])
    first = [text for text in shown if text and not _is_name(text, site, said, whole)]
    best = max(first, key=lambda text: _support(text, bags), default="")
    support = _support(best, bags)
    if said[letters(best)]:
        return best

    # A heading of the second rank that declarations repeat.
    if support >= _RELATED:
        enough, candidates = 2, headings["h2"][:1]
    else:
        enough, candidates = 1, headings["h2"][:_MAX_HEADINGS]
    for heading in candidates:
        text = _text(heading)
        if not text or len(words(text)) < _FEW_WORDS:
            continue
        if said[letters(text)] >= enough:
            return text
        # Without any headline of the first rank, one that is not a link may be the start of the
        # ``title`` element.
        if not first and text in parted(whole) and heading.find(".//a") is None:
            return text

    is_only = len(first) == 1 and len(words(best)) >= _MIN_WORDS
    if best and (support >= _RELATED or (is_only and not _is_late(best, root))):
        return best
    for heading in chain(headings["h2"], headings["h3"]):
        text = _without_badge(heading, starts)
        if _support(text, bags) >= _SAME:
            return text
    return ""


def _is_late(text: str, root: Element) -> bool:
    """Return whether a first-rank heading follows paragraphs of the text.

    It then heads one of its parts.
    """
    before = 0
    for element in islice(root.iter("p", "h1"), _MAX_PARAGRAPHS):
        if element.tag == "p":
            before += len(element.text or "") >= _PARAGRAPH
        elif visible_text(element).startswith(text):
            break
    return before >= _EARLIER


def _is_name(text: str, site: SiteNames, said: Counter[str], whole: str) -> bool:
    """Return whether a heading is the name of the site or section.

    A heading that is only the start or end of the ``title`` element is such a name too.
    """
    if site.is_named(text):
        return True
    own, title = letters(text), letters(whole)
    begins = title.startswith(own) and bool(said[title.removeprefix(own)])
    return begins or (whole.endswith(text) and len(text) < len(whole) / 2 and not said[own])


def _texts(headings: Iterable[Element]) -> Iterator[str]:
    """Yield the texts of headings that have any."""
    return filter(None, map(_text, headings))


def _headings(root: Element) -> _Headings:
    """Return the first headings of each rank, found in one walk."""
    found: _Headings = {"h1": [], "h2": [], "h3": []}
    for heading in root.iter(*found):
        same = found[heading.tag]
        if len(same) < _MAX_HEADINGS:
            same.append(heading)
    return found


def _text(heading: Element) -> str:
    if len(heading):
        text = visible_text(heading)
    else:
        text = squeeze(heading.text or "")
    return unescaped(text[:_MAX_TITLE_LENGTH])


def _without_badge(heading: Element, titles: Container[str]) -> str:
    """Return the text of a heading without a badge, such as "Solved".

    It is an element without which the text is a title, at the end or, in brackets or known, at the
    start; or its class says so.
    """
    text = _text(heading)
    if not text or not len(heading):
        return text
    if heading[-1].tag == "a" and not letters(sign := _text(heading[-1])):
        # A link to the heading itself, behind a sign such as "¶".
        text = text.removesuffix(sign).rstrip()
    badge = ""
    rest = ""
    if not (heading.text or "").strip():
        badge = _text(heading[0])
        rest = text.removeprefix(badge).lstrip()
    if rest and _BADGE.search(_classes(heading[0])):
        return rest
    if letters(text) in titles:
        return text
    is_badge = _BRACKETED.fullmatch(badge) or _FOR_SUBSCRIBERS.fullmatch(badge)
    if rest and is_badge and letters(rest) in titles:
        return rest
    for last in filter(None, map(_text, heading)):
        rest = text.removesuffix(last).rstrip()
        if rest != text and letters(rest) in titles:
            return rest
    return text


def _classes(part: Element) -> str:
    """Return the classes of an element and of the only element in it."""
    inner = part[0] if len(part) == 1 else part
    return f"{part.get('class') or ''} {inner.get('class') or ''}"


def _logos(headings: _Headings, metadata: Metadata, hint: str) -> set[str]:
    """Return the texts of first-rank headings that are links to the front page: names of the site.

    A text that a declared title repeats is left out; that of the ``title`` element only if no
    heading of an entry is a title for sharing. A link to a folder above the page leads to the front
    page of a blog, if the ``title`` element is its text with another heading.
    """
    # Headings that are links are logos on most sites, and headlines on a few blogs.
    links = list(chain.from_iterable(map(_whole_links, headings["h1"])))
    if not links:
        return set()
    lower = _texts([*headings["h2"], *headings["h3"]])
    entries = {letters(text) for text in lower if len(text) >= _MIN_TITLE_LENGTH}
    title = letters(metadata.title)
    shared = set(map(letters, _offered(metadata)))
    said = {"", *shared, letters(hint)}
    if shared.isdisjoint(entries):
        said.add(title)
    logos = set()
    for href, text in links:
        own = letters(text)
        if own in said:
            continue
        is_before_entry = title.startswith(own) and title.removeprefix(own) in entries
        is_blog = is_before_entry and _is_above(join(metadata.base, href), metadata)
        if is_blog or _FRONT.fullmatch(href):
            logos.add(text)
    return logos


def _is_above(address: str, metadata: Metadata) -> bool:
    """Return whether an address is that of a folder above the page."""
    folder = urlsplit(address).path.rstrip("/") + "/"
    own = urlsplit(metadata.canonical_url).path
    return own.startswith(folder) and len(own) > len(folder)


def _whole_links(heading: Element) -> Iterator[tuple[str, str]]:
    """Yield the address and the text of the first links that are all that a heading contains."""
    links = list(islice(heading.iter("a"), _MAX_LINKS))
    shown = visible_text(heading) if links else ""
    if not shown:
        return
    for link in links:
        if visible_text(link) == shown:
            # No address at all would look like that of a front page.
            yield link.get("href") or "-", shown


def _support(text: str, bags: list[set[str]]) -> float:
    """Return the mean share of words that a text and the nearest of several titles have in common,
    0 if no title shares enough of its own.
    """
    own = set(words(text))
    best = 0.0
    for bag in bags:
        both = len(own & bag)
        if both > _MIN_SHARE * len(bag):
            best = max(best, both / len(own) + both / len(bag))
    return best / 2


def _with_kicker(headline: str, declared: _Declared) -> str:
    """Return the headline with or without the words before it and the separator, as declared titles
    agree.

    A word with a colon, such as "Topic:", that a declared title lacks belongs to the template.
    Style sheets set such words apart; in the tree they are inside or outside the heading. They are
    added only if JSON-LD has them too.

    If only signs differ, the wording that several titles declare is taken, if it sets its parts
    apart more clearly. Titles much shorter than the headline are those of something else.
    """
    label = _LABEL.match(headline)
    if label and headline[label.end() :] in declared.all:
        return headline[label.end() :]
    own = letters(headline)
    agreed, count = _agreed(declared.all)
    said = letters(agreed)
    if own == said:
        has_more_signs = len(_SIGN.findall(agreed)) > len(_SIGN.findall(headline))
        is_clearer = has_more_signs or _dense(agreed) == _dense(headline)
        return agreed if count > 1 and is_clearer else headline
    if count < _AGREEMENT or len(said) < _MIN_WITHOUT_KICKER * len(own):
        return headline
    has_kicker_outside = said.endswith(own) and letters(declared.stated) == said
    if own.endswith(said) or has_kicker_outside:
        return agreed
    return headline


def _agreed(titles: list[str]) -> tuple[str, int]:
    """Return the title that most declarations share, ignoring punctuation, and how many share
    it.
    """
    said, count = Counter(map(letters, titles)).most_common(1)[0]
    return next(title for title in titles if letters(title) == said), count


def _as_stated(headline: str, declared: _Declared) -> str:
    """Return the headline of a news article as its publisher states it in JSON-LD.

    The page may show one of several wordings under test. A statement that repeats the ``title``
    element is the wording for search engines, if another declaration has the readers' headline. A
    statement without a word of the headline describes another page, and a cut one is no wording.
    """
    own, stated = letters(headline), letters(declared.stated)
    if stated == letters(declared.whole) and own in map(letters, declared.shared):
        return headline
    # Templates copy the statement of the front page or of another article.
    if set(words(declared.stated)).isdisjoint(words(headline)):
        return headline
    source = _SOURCE.search(declared.stated)
    if source and letters(declared.stated[: source.start()]) == own:
        return headline
    if _is_cut(declared.stated, headline):
        return headline
    return declared.stated


def _is_cut(stated: str, headline: str) -> bool:
    """Return whether a statement is the beginning of the headline, cut at its greatest length, or
    at a quotation mark that the site has not escaped in its JSON.

    The page may show that mark as a curly one, and other signs in its own way too.
    """
    start = letters(_CUT.split(stated)[0])
    if _CUT.search(stated):
        return letters(headline).startswith(start) and letters(headline) != start
    return any(letters(headline[: mark.start()]) == start for mark in _QUOTATION.finditer(headline))


def _without_facts(headline: str, titles: list[str]) -> str:
    """Remove a count or date in the heading that two declared titles lack.

    Years are common in titles and stay.
    """
    own = letters(headline)
    agreed, count = _agreed(titles)
    said = letters(agreed)
    if count < 2 or own in map(letters, titles) or said not in own or len(said) < len(own) / 2:
        return headline
    rest = _YEAR.sub("", own.replace(said, "", 1))
    if any(map(str.isdigit, rest)):
        return agreed
    return headline


def _without_section(title: str) -> str:
    start, _, section = title.partition(_BAR)
    if len(start) < _MIN_TITLE_LENGTH or len(section) >= _SECTION_SHARE * len(start):
        return title
    return start


def _without_label(title: str) -> str:
    label = _VIEWED.match(title)
    if label and len(title) - label.end() >= _MIN_TITLE_LENGTH:
        return title[label.end() :]
    return title


def _dense(text: str) -> str:
    return "".join(text.split())
