"""The title: the headline as the page shows it to readers.

The thesis (4.3.2) takes what the ``title`` element and the headline share. Pages of today often word the two
differently, one for search engines and one for readers; readers' wording is taken. So the declared titles (``title``,
Open Graph, JSON-LD, the feed's) tell which heading is the headline, and stand in where none is. A learned ranker of the
same candidates was no better than these rules in folds by site, and worse on sets of pages left out of its training.
"""

import re
from collections import Counter
from itertools import islice

from extractor.dom import Element, squeeze, visible_text
from extractor.fields.jsonld import plain
from extractor.fields.metadata import Metadata
from extractor.fields.site import Site, letters
from extractor.text import words

_LONGEST = 300
_MOST_HEADINGS = 20
"""Of each rank. A page has one headline, and it stands among the first."""
_RELATED = 0.4
"""Mean share of words in common with a declared title from which on a first-rank heading is the headline."""
_SAME = 0.8
"""The same for headings of the second and third rank, which must say what a declared title says."""
_FEWEST_WORDS = 5
"""Words from which on the only first-rank heading is the headline, whatever the page declares."""
_SIGN = re.compile("[:：|–—-]")
_LABEL = re.compile(r"[^\W\d_]{1,20}\s?[:：]\s*")
_AGREEMENT = 3
"""Declared titles, of four, that must agree to decide whether the words set before a headline belong to it."""


def find_title(root: Element, metadata: Metadata, hint: str = "") -> str:
    """The page's title; ``hint`` is what the feed or list called it. "" if nothing is found."""
    site = Site(metadata)
    declared = _declared(metadata, site, hint)
    whole = site.cut_off(metadata.title[:_LONGEST])
    headline = _headline(root, site, [*declared, whole], metadata.title)
    if headline:
        return _with_kicker(site.cut_off(headline), [*declared, whole], plain(metadata.article.get("headline")))
    if declared:
        return Counter([*declared, whole]).most_common(1)[0][0]
    whole = site.without_names(metadata.title[:_LONGEST], root)
    return whole or next((text for text in _texts(root, "h1")), "")


def _declared(metadata: Metadata, site: Site, hint: str) -> list[str]:
    """What the page calls it beside its ``title`` element, and what its list does, without the site's name."""
    offered = (
        metadata.first("og:title"),
        plain(metadata.article.get("headline")),
        metadata.first("twitter:title"),
        hint,
    )
    titles = [site.cut_off(plain(text)[:_LONGEST]) for text in offered]
    return [title for title in titles if title and not site.is_named(title)]


def _headline(root: Element, site: Site, declared: list[str], whole: str) -> str:
    """The heading that is the headline: of the first rank the one that comes nearest to a declared title."""
    first = [text for text in _texts(root, "h1") if not _is_name(text, site, declared, whole)]
    bags = [set(words(title)) for title in declared]
    best = max(first, key=lambda text: _support(text, bags), default="")
    if best and (_support(best, bags) >= _RELATED or (len(first) == 1 and len(words(best)) >= _FEWEST_WORDS)):
        return best
    others = (text for rank in ("h2", "h3") for text in _texts(root, rank))
    return next((text for text in others if _support(text, bags) >= _SAME), "")


def _is_name(text: str, site: Site, declared: list[str], whole: str) -> bool:
    """Whether a heading is the name of the site or section: so it is if it only ends the ``title`` element."""
    return site.is_named(text) or (whole.endswith(text) and len(text) < len(whole) / 2 and text not in declared)


def _texts(root: Element, rank: str) -> list[str]:
    """The distinct texts of the headings of a rank, in page order."""
    texts = (
        visible_text(one) if len(one) else squeeze(one.text or "") for one in islice(root.iter(rank), _MOST_HEADINGS)
    )
    return list(dict.fromkeys(text[:_LONGEST] for text in texts if text))


def _support(text: str, bags: list[set[str]]) -> float:
    own = set(words(text))
    if not own:
        return 0.0
    return max((len(own & bag) / len(own) + len(own & bag) / len(bag) for bag in bags if bag), default=0.0) / 2


def _with_kicker(headline: str, declared: list[str], stated: str) -> str:
    """The headline with or without the words set before it, and the sign between, as declared titles agree.

    A word with a colon, as "Topic:", which a declared title does without, is the template's.
    Style sheets set such words apart; in the tree they stand inside the heading, or outside. To add them takes the
    word of ``stated``, the JSON-LD headline, too.
    """
    label = _LABEL.match(headline)
    if label and headline[label.end() :] in declared:
        return headline[label.end() :]
    own = letters(headline)
    said, count = Counter(map(letters, declared)).most_common(1)[0]
    agreed = next(title for title in declared if letters(title) == said)
    if own == said:
        is_clearer = len(_SIGN.findall(agreed)) > len(_SIGN.findall(headline)) or _dense(agreed) == _dense(headline)
        return agreed if count > 1 and is_clearer else headline
    if count < _AGREEMENT or min(len(own), len(said)) < len(own) / 3:
        return headline
    return agreed if own.endswith(said) or (said.endswith(own) and letters(stated) == said) else headline


def _dense(text: str) -> str:
    return "".join(text.split())
