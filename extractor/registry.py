"""The algorithms by name. An article's gives the body of a page, a thread's the elements of its posts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from extractor.body import cevc, newsloom
from extractor.dom import Element
from extractor.errors import UnknownAlgorithm
from extractor.forum import pean
from extractor.page import Page
from extractor.results import Body, Paragraph

BodyAlgorithm = Callable[[Page], Body]
PostAlgorithm = Callable[[Page], list[Element]]


def _published(find_text: Callable[[Page], str]) -> BodyAlgorithm:
    """An algorithm as papers describe them: text alone, a line for each paragraph."""

    def find_body(page: Page) -> Body:
        return Body(paragraphs=tuple(Paragraph(text=line) for line in find_text(page).splitlines()))

    return find_body


BODIES: Mapping[str, BodyAlgorithm] = MappingProxyType(
    {"newsloom": _published(newsloom.extract), "cevc": _published(cevc.extract)}
)
"""By name; the first is the default."""
POSTS: Mapping[str, PostAlgorithm] = MappingProxyType({"pean": pean.find_posts})


@dataclass(frozen=True)
class Algorithms:
    """Name and function for either kind of page."""

    body: tuple[str, BodyAlgorithm]
    posts: tuple[str, PostAlgorithm]


def choose(name: str) -> Algorithms:
    """The named algorithm for its kind of page, the default for the other; raises ``UnknownAlgorithm``."""
    if name and name not in BODIES and name not in POSTS:
        raise UnknownAlgorithm(name, [*BODIES, *POSTS])
    body = name if name in BODIES else next(iter(BODIES))
    posts = name if name in POSTS else next(iter(POSTS))
    return Algorithms((body, BODIES[body]), (posts, POSTS[posts]))
