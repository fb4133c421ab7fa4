"""Newsloom's own and the published algorithms by name: those for articles return a body, those for
threads the records of the posts.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from evaluation.errors import UnknownAlgorithm
from evaluation.published import (
    cepf,
    cepr,
    cetd,
    cetr,
    cevc,
    mcstd,
    mibat,
    pean,
    table_statistics,
    twcem,
    two_layer,
)
from evaluation.published.post_elements import by_elements
from extractor.algorithms import OURS, Algorithms, BodyAlgorithm
from extractor.forum.marked import PostAlgorithm
from extractor.page.page import Page
from extractor.results import Body, Paragraph


def _published(find_text: Callable[[Page], str]) -> BodyAlgorithm:
    """Wrap an algorithm as papers describe it: it returns text alone, one line per paragraph."""

    def find_body(page: Page) -> Body:
        return Body(paragraphs=tuple(Paragraph(text=line) for line in find_text(page).splitlines()))

    return find_body


BODIES: Mapping[str, BodyAlgorithm] = MappingProxyType(
    {
        OURS.body[0]: OURS.body[1],
        "cevc": _published(cevc.extract),
        "cetr": _published(cetr.extract),
        "cetr-tm": _published(cetr.extract_tm),
        "cetr-km": _published(cetr.extract_km),
        "cetd": _published(cetd.extract),
        "cepr": _published(cepr.extract),
        "tpr": _published(cepr.extract_tpr),
        "etpr": _published(cepr.extract_etpr),
        "cepf": _published(cepf.extract),
        "cepf-s": _published(cepf.extract_s),
        "cepf-e": _published(cepf.extract_e),
        "twcem": _published(twcem.extract),
        "two-layer": _published(two_layer.extract),
        "tables": _published(table_statistics.extract),
        "mcstd": _published(mcstd.extract),
    }
)
"""Body algorithms by name. The first is the default."""
POSTS: Mapping[str, PostAlgorithm] = MappingProxyType(
    {
        OURS.posts[0]: OURS.posts[1],
        "pean": by_elements(pean.find_posts),
        "mibat": by_elements(mibat.find_posts),
    }
)

NAMES: tuple[str, ...] = tuple(dict.fromkeys((*BODIES, *POSTS)))
"""All names. A name in both tables selects an algorithm for both kinds of page."""


def choose(name: str) -> Algorithms:
    """Return the named algorithm for its kind of page and the default for the other.

    Raises:
        UnknownAlgorithm: No table has the name.
    """
    if name and name not in NAMES:
        raise UnknownAlgorithm(name, NAMES)
    body = name if name in BODIES else next(iter(BODIES))
    posts = name if name in POSTS else next(iter(POSTS))
    return Algorithms((body, BODIES[body]), (posts, POSTS[posts]))
