"""The title (thesis 4.3.2): what ``title`` element and headline have in common.

Beyond the thesis: every heading of the page, the Open Graph title, the JSON-LD headline and the title the feed gave
may be the headline, and almost all of it must be in the ``title`` element, so that a site's name in a heading is not
taken for one.
"""

import math
import re
from itertools import islice

from extractor.dom import Element, squeeze, visible_text
from extractor.fields.metadata import Metadata
from extractor.text import common_substring, words

SHORTEST = 5
"""Characters that headline and title element must share."""
_WHOLE = 0.7
_LONGEST = 300
_MOST_HEADINGS = 40
_RELATED = 0.4
"""Share of words from which on a first heading and a title element are two wordings of one headline."""
_FEWEST_WORDS = 4
_MOST_LINKS = 300
_SEPARATOR = r"(?:\s*[|_»·•–—]\s*|\s+-+\s+|-{2,})"
_LAST = re.compile(_SEPARATOR + r"(?P<last>(?:(?!" + _SEPARATOR + r").)+)$")
_SITE_LAST = re.compile(r"(?P<title>.{10,}?)(?:\s*[|_]\s*|\s-\s)(?P<site>[^|_]+?)$")
_SITE_SHARE = 0.4
"""What stands last behind a sign that sites use is the site's name if it is shorter than this share of the rest."""
_FIRST = re.compile(r"^(?P<first>.+?)" + _SEPARATOR)


def find_title(root: Element, metadata: Metadata, hint: str = "") -> str:
    """The page's title; ``hint`` is what the feed or list called it. "" if nothing is found."""
    whole = metadata.title[:_LONGEST]
    first_heading, headings = _headings(root)
    headline = metadata.article.get("headline")
    declared = [metadata.first("og:title", "twitter:title"), headline if isinstance(headline, str) else "", hint]
    site = metadata.site_name
    shared = [_shared(text[:_LONGEST], whole) for text in headings if text != site]
    # Sites put their name into both titles, so that a declared one tells something only where it is shorter.
    shared += [text for offered in declared if (text := _shared(offered[:_LONGEST], whole)) != whole]
    best = max(shared, key=len, default="")
    if best and not (whole.endswith(best) and len(best) < len(whole) / 2):
        return best
    if first_heading != site and _shared_words(first_heading, whole) >= _RELATED:
        return first_heading[:_LONGEST]
    return _without_site(whole, {site, best}, root) or first_heading or next(filter(None, declared), "")


def _headings(root: Element) -> tuple[str, list[str]]:
    """The first ``h1``, and the texts of the headings and of what is called a title."""
    first, texts = "", []
    for number, element in enumerate(root.iter("h1", "h2", "h3", "h4")):
        if number >= _MOST_HEADINGS:
            break
        text = visible_text(element)
        first = first or (text if element.tag == "h1" else "")
        texts.append(text)
    return first, texts


def _shared(headline: str, whole: str) -> str:
    """What a headline shares with the title element; "" if that is short or only a part of the headline."""
    if len(headline) < SHORTEST:
        return ""
    if headline in whole:
        return headline
    # A run of seven tenths of the headline covers its middle four tenths: most headings are refused by that alone.
    length = len(headline)
    if headline[math.ceil((1 - _WHOLE) * length) : int(_WHOLE * length)].lower() not in whole.lower():
        return ""
    shared = common_substring(headline, whole)
    return shared if len(shared) >= max(SHORTEST, _WHOLE * length) else ""


def _shared_words(headline: str, whole: str) -> float:
    """Share of the headline's words that the title element has too; 0 for headlines of few words."""
    own = set(words(headline))
    return len(own & set(words(whole))) / len(own) if len(own) >= _FEWEST_WORDS else 0.0


def _without_site(whole: str, known: set[str], root: Element) -> str:
    """The title element without the names of site and section: parts at its ends that the page also has as links."""
    links = islice(root.iter("a"), _MOST_LINKS)
    names = known | {squeeze(link.text) for link in links if link.text}
    while (match := _LAST.search(whole)) and match["last"] in names and match.start() >= SHORTEST:
        whole = whole[: match.start()]
    while (match := _FIRST.match(whole)) and match["first"] in names and len(whole) - match.end() >= SHORTEST:
        whole = whole[match.end() :]
    named = _SITE_LAST.match(whole)
    return named["title"] if named and len(named["site"]) <= _SITE_SHARE * len(named["title"]) else whole
