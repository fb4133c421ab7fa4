"""The judge of links: which links of a list lead to articles.

What no article is, wherever its link stands, is said first: pages of other sites, files, and what
lies in the folders of people, tags and accounts. On the rest a forest decides by the facts of
``link_facts``. ``training.links`` trained it on labelled lists and on drawn ones.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from extractor.lists.anchors import Anchor, ListPage
from extractor.lists.link_facts import facts_of
from extractor.lists.shapes import leads_to_file, leads_to_section, same_site
from extractor.trees import Forest, load

MODEL = Path(__file__).with_name("links.npz")
LIKELY = 0.4
"""The probability from which a link is taken. In folds by site F1 differs by 0.1 from 0.3 to 0.5,
and an article that is missed costs more than a page that is fetched in vain.
"""


class Judgement(StrEnum):
    """The verdict on a link of a list page without patterns."""

    ARTICLE = "article"
    SELF = "self"
    OTHER_SITE = "other_site"
    FILE = "file"
    SECTION = "section"
    UNLIKELY = "unlikely"


def judged(page: ListPage) -> dict[Anchor, Judgement]:
    """Return the verdict on each link of the page."""
    found = dict.fromkeys(page.anchors, Judgement.UNLIKELY)
    found.update(_excluded(page))
    chosen = [anchor for anchor, judgement in found.items() if judgement is Judgement.UNLIKELY]
    chances = probabilities(page.url, chosen)
    for anchor in chosen:
        if chances[anchor.url] >= LIKELY:
            found[anchor] = Judgement.ARTICLE
    return found


def candidates(page: ListPage) -> list[Anchor]:
    """Return the links that may be articles, as far as can be said from their addresses alone."""
    excluded = _excluded(page)
    return [anchor for anchor in page.anchors if anchor not in excluded]


def probabilities(page_url: str, anchors: Sequence[Anchor]) -> dict[str, float]:
    """Return for each address of the candidates the probability that it is an article's."""
    urls, facts = facts_of(page_url, anchors)
    if not urls:
        return {}
    return dict(zip(urls, _forest().predict(facts).tolist(), strict=True))


def _excluded(page: ListPage) -> dict[Anchor, Judgement]:
    """Return the links that lead to no article of this site, each with the reason."""
    here = page.url.partition("#")[0]
    host = urlsplit(here).hostname or ""
    excluded: dict[Anchor, Judgement] = {}
    for anchor in page.anchors:
        parts = urlsplit(anchor.url)
        if anchor.url == here:
            excluded[anchor] = Judgement.SELF
        elif not same_site(host, parts.hostname or ""):
            excluded[anchor] = Judgement.OTHER_SITE
        elif leads_to_file(parts.path):
            excluded[anchor] = Judgement.FILE
        elif leads_to_section(parts.path):
            excluded[anchor] = Judgement.SECTION
    return excluded


@cache
def _forest() -> Forest:
    return load(MODEL)
