"""Which posts of the threads on a page of hits have the words of the search."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from storage.documents.highlight import mark
from storage.documents.port import Document, Hit, SearchRequest
from storage.documents.query_tree import TermMatch, term_matches
from webui.apps import stores
from webui.search.reading import anchor_of

_PAGES = 5
"""Pages that are read of each thread: few searches match more of one."""
_CHARACTERS = 20_000
"""Words are looked for in so much of all threads on a page of hits: in 12 ms, where 60,000 took 36
of the 150 ms in which hits are found among 100,000 documents (p95, SQLite).
"""


@dataclass(frozen=True, kw_only=True)
class MatchingPost:
    """A post with a word of the search: the ``number``-th of its page, from 1."""

    page: Document
    number: int

    @property
    def label(self) -> int:
        """Its number in the thread; that in its page if it has none."""
        return self.page.posts[self.number - 1].floor or self.number

    @property
    def anchor(self) -> str:
        """What names it in the page that shows it."""
        return anchor_of(self.page, self.number)


@dataclass(frozen=True, kw_only=True)
class MatchingPosts:
    """Posts of a thread with words of the search, in order.

    ``are_all``: whether every page that matches was looked through.
    """

    posts: tuple[MatchingPost, ...]
    are_all: bool


def posts_of(request: SearchRequest, hits: Sequence[Hit]) -> Mapping[str, MatchingPosts]:
    """Return the matching posts of the threads among the hits of which several pages match, by
    thread; {} for a search without words. Raises Unavailable.

    A hit leads to the posts of its own page. Pages that match only by their title have none.
    """
    phrases = [each for each in term_matches(request.query) if not each.field]
    matched = {hit.document.thread: hit.pages for hit in hits if hit.pages > 1}
    if not phrases or not matched:
        return {}
    pages = stores().documents().matching_pages(request, list(matched), _PAGES)
    room = _CHARACTERS
    found: dict[str, MatchingPosts] = {}
    # In the order of the hits: the first ones have room.
    for thread in filter(pages.get, matched):
        some = pages[thread]
        read = list(_fitting(some, room))
        room -= sum(map(_length, read))
        posts = tuple(post for page in read for post in _matching(page, phrases))
        found[thread] = MatchingPosts(posts=posts, are_all=len(read) == matched[thread])
    return found


def _fitting(pages: Sequence[Document], room: int) -> Iterator[Document]:
    for page in pages:
        room -= _length(page)
        if room < 0:
            return
        yield page


def _length(page: Document) -> int:
    return sum(len(post.body) for post in page.posts)


def _matching(page: Document, phrases: Sequence[TermMatch]) -> Iterator[MatchingPost]:
    for number, post in enumerate(page.posts, 1):
        if mark(post.body, phrases).marks:
            yield MatchingPost(page=page, number=number)
