"""A list page for display: its links in order, block by block, each taken or not, with the reason.

No markup.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from operator import itemgetter

from extractor.lists.anchors import Anchor, ListPage
from extractor.lists.judge import Judgement, judged
from extractor.lists.patterns import Patterns
from extractor.lists.threads import tidied
from extractor.page import dom

MAX_ENTRIES = 200
"""Links that the trial shows: more than an operator reads."""
_MIN_IN_BLOCK = 3
"""Links that make a block of their own in the trial."""
_HIGHEST_STEPS = 12
"""Elements above a link that may be its block."""


@dataclass(frozen=True, kw_only=True)
class ListEntry:
    """One link.

    ``matched`` is the part of its address that a pattern matches, ``why`` a code, "" if it is
    taken.

    The codes: ``self`` (the list itself), ``pattern`` (no pattern matches), ``thread`` (not the
    beginning of a thread), and those of ``Judgement``.
    """

    text: str
    url: str
    taken: bool
    why: str = ""
    matched: str = ""


@dataclass(frozen=True, kw_only=True)
class ListView:
    """A list page.

    ``blocks`` contain its first entries; ``taken`` and ``left`` count all of its distinct
    addresses.

    ``is_cut`` is true if the page has more links than are shown.
    """

    blocks: tuple[tuple[ListEntry, ...], ...]
    taken: int
    left: int
    is_cut: bool = False

    @property
    def shown(self) -> int:
        """The number of entries in the blocks."""
        return sum(map(len, self.blocks))


def view_list(page: ListPage, patterns: Sequence[str]) -> ListView:
    """Return a list page as its patterns see it, or as Newsloom sees it without patterns.

    Raises:
        UnusablePattern: A pattern is invalid or too slow.
    """
    here = page.url.partition("#")[0]
    chosen = Patterns(tuple(patterns))
    if chosen:
        matches = {anchor.url: chosen.matched(anchor.url, anchor.href) for anchor in page.anchors}
        return _view(page, lambda anchor: _by_pattern(anchor, here, matches[anchor.url]))
    found = judged(page)
    best = {anchor.url: anchor for anchor in page.anchors if found[anchor] is Judgement.ARTICLE}
    return _view(
        page, lambda anchor: _by_judgement(anchor, here, found[best.get(anchor.url, anchor)])
    )


def view_board(page: ListPage, patterns: Sequence[str], threads: Iterable[str]) -> ListView:
    """Return a board whose ``threads`` (addresses from ``read_board``) were taken.

    Raises:
        UnusablePattern: A pattern is invalid or too slow.
    """
    chosen, known = Patterns(tuple(patterns)), set(threads)

    def entry(anchor: Anchor) -> ListEntry:
        taken = tidied(anchor.url) in known
        matched = chosen.matched(anchor.url, anchor.href) if chosen else ""
        why = ""
        if not taken:
            why = "thread" if matched or not chosen else "pattern"
        return ListEntry(
            text=anchor.text, url=anchor.url, taken=taken, why=why, matched=matched or ""
        )

    return _view(page, entry)


def _by_pattern(anchor: Anchor, here: str, matched: str | None) -> ListEntry:
    why = ""
    if anchor.url == here:
        why = "self"
    elif matched is None:
        why = "pattern"
    return ListEntry(
        text=anchor.text, url=anchor.url, taken=not why, why=why, matched=matched or ""
    )


def _by_judgement(anchor: Anchor, here: str, judgement: Judgement) -> ListEntry:
    why = ""
    if anchor.url == here:
        why = "self"
    elif judgement is not Judgement.ARTICLE:
        why = judgement.value
    return ListEntry(text=anchor.text, url=anchor.url, taken=not why, why=why)


def _view(page: ListPage, entry: Callable[[Anchor], ListEntry]) -> ListView:
    entries = [entry(anchor) for anchor in page.anchors]
    taken = {each.url for each in entries if each.taken}
    left = {each.url for each in entries} - taken
    shown = entries[:MAX_ENTRIES]
    pairs = zip(_blocks(page.anchors[:MAX_ENTRIES]), shown, strict=True)
    blocks = []
    for _, members in groupby(pairs, key=itemgetter(0)):
        blocks.append(tuple(_merged(each for _, each in members)))
    return ListView(
        blocks=tuple(blocks),
        taken=len(taken),
        left=len(left),
        is_cut=len(entries) > len(shown),
    )


def _blocks(anchors: Sequence[Anchor]) -> list[dom.Element]:
    """Return for each link the lowest element around it that contains three links."""
    above: list[list[dom.Element]] = []
    for anchor in anchors:
        around = islice(anchor.element.iterancestors(), _HIGHEST_STEPS)
        above.append([anchor.element, *around])
    held = Counter(chain.from_iterable(above))
    blocks = []
    for elements in above:
        large = (element for element in elements if held[element] >= _MIN_IN_BLOCK)
        blocks.append(next(large, elements[-1]))
    return blocks


def _merged(entries: Iterable[ListEntry]) -> Iterator[ListEntry]:
    """Merge a picture and the headline beside it into one entry if both lead to the same page."""
    by_url: dict[str, ListEntry] = {}
    for entry in entries:
        known = by_url.setdefault(entry.url, entry)
        if len(entry.text) > len(known.text):
            by_url[entry.url] = entry
    yield from by_url.values()
