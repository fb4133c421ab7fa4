"""How a site marks up its posts: learned from its long threads, and used to read the short ones.

The posts of a long thread are alike, and nothing else on the page is like them. A thread of one or
two posts has no such posts, but longer threads of the same site have shown which elements hold
posts. A layout is a plain value; who keeps it is another matter (``crawler.post_layouts``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from extractor.forum.marked import MarkedPage
from extractor.forum.outline import PageOutline, class_shape
from extractor.forum.records import Record, holds
from extractor.results import PostLayout

MIN_POSTS = 3
"""Fewest posts of a page that show a layout."""
_LEVELS = 4
"""How many elements, from a post outwards, tell posts from other parts of a page."""
_MAX_PATH_LENGTH = 500
"""Most characters of a path that is worth keeping."""
_MOSTLY = 0.8
"""Least share of the posts, or of their text, that must fit. Some posts are built differently."""

_Path = tuple[tuple[str, frozenset[str]], ...]
"""An element and those around it, from the inside out: tag and class names."""


def layout_of(marked: MarkedPage, records: Sequence[Record]) -> PostLayout | None:
    """Return the layout of a page's posts; None if they are few, do not share one, or are not told
    by it alone.
    """
    if len(records) < MIN_POSTS:
        return None
    outline = marked.outline
    records = _narrowed(outline, records)
    first, *others = (_path(outline, start) for start, _ in records)
    post, run = _common(others), _run_of(outline, records[1:])
    opening = () if _fits(first, post) else first
    if not run or not _has_classes(post):
        return None
    # Tags alone are everywhere, for example in a menu that was taken for the opening post.
    if opening and not _has_classes(opening):
        return None
    layout = PostLayout(
        post=_written(post),
        run=run,
        opening=_written(opening),
        timed=_mostly(marked.marks.all_times, records),
        named=_mostly(marked.marks.all_names, records),
    )
    # A part of an opening post would be found on every page, and would be all that is found of it.
    if layout.opening and not _has_facts(layout, marked, records[0]):
        return None
    if max(len(layout.post), len(layout.opening)) > _MAX_PATH_LENGTH:
        return None
    return layout


@dataclass(frozen=True, slots=True)
class KnownReading:
    """The posts of a page, and what they show of the site's layout.

    Attributes:
        layout: What the posts show; None if that is nothing.
        by_layout: Whether the known layout of the site told where the posts are.
        overrules: The page has several parts with the layout that was known, and yet other posts.
            So the known layout is that of something else, such as a list of similar threads.
    """

    records: Sequence[Record]
    layout: PostLayout | None
    by_layout: bool = False
    overrules: bool = False


def with_layout(marked: MarkedPage, ranked: Sequence[Record]) -> KnownReading:
    """Return the posts by the layout of the site or, where that does not help, those that were
    found without it.

    Several posts that are alike need no layout. So it counts only where it describes few parts, or
    where few posts were found without it, and never where it describes some of these posts and
    misses others like them. A page that is read by the layout shows nothing new of it.
    """
    known, told = marked.page.post_layout, _narrowed(marked.outline, ranked)
    if known is None or _describes(known, marked.outline, told):
        return KnownReading(ranked, layout_of(marked, ranked))
    records = _records_by(known, marked)
    if not records or _misses(records, marked.outline, told):
        return KnownReading(ranked, layout_of(marked, ranked))
    if min(len(records), len(ranked)) >= MIN_POSTS:
        return KnownReading(ranked, layout_of(marked, ranked), overrules=True)
    return KnownReading(records, None, by_layout=True)


def _narrowed(outline: PageOutline, records: Sequence[Record]) -> list[Record]:
    """Return records without the elements without a class that hold nothing but another one: it is
    classes that tell a layout.
    """
    found = []
    for start, end in records:
        inner = start
        while not outline.classes[inner] and inner + 1 < end == outline.ends[inner + 1]:
            inner += 1
        found.append((inner, end))
    return found


def merged(one: PostLayout, other: PostLayout) -> PostLayout | None:
    """Return the layout that two pages of a site have in common, with the opening of the first, or
    None.
    """
    if one.run != other.run:
        return None
    post = _common([_read(one.post), _read(other.post)])
    if not _has_classes(post):
        return None
    return PostLayout(
        post=_written(post),
        run=one.run,
        opening=one.opening,
        timed=one.timed and other.timed,
        named=one.named and other.named,
    )


def _describes(layout: PostLayout, outline: PageOutline, records: Sequence[Record]) -> bool:
    if len(records) < MIN_POSTS:
        return False
    post = _read(layout.post)
    # The opening post may have a form of its own.
    others = [_path(outline, start) for start, _ in records[1:]]
    return sum(_fits(path, post) for path in others) >= _MOSTLY * len(others)


def _misses(records: Sequence[Record], outline: PageOutline, ranked: Sequence[Record]) -> bool:
    """Return whether these records are some of the page's own posts, and others are like them.

    Replies are often a level deeper than the posts that they answer, so a layout that was learned
    from the one finds few of the other.
    """
    starts = {start for start, _ in ranked}
    found = {start for start, _ in records}
    if not found <= starts:
        return False
    forms = {_form(outline, start) for start in found}
    missed = {_form(outline, start) for start in starts - found}
    return any(_is_alike(one, other) for one, other in product(missed, forms))


def _form(outline: PageOutline, node: int) -> _Path:
    """Return the path of an element up to the first one with classes."""
    path = _path(outline, node)
    named = next((index for index, (_, names) in enumerate(path, 1) if names), len(path))
    return path[:named]


def _is_alike(one: _Path, other: _Path) -> bool:
    """Return whether two forms have the same tags and a class in common.

    Sites add classes of their own to replies and to the first post.
    """
    same_tags = [tag for tag, _ in one] == [tag for tag, _ in other]
    return same_tags and bool(one[-1][1] & other[-1][1])


def _records_by(layout: PostLayout, marked: MarkedPage) -> list[Record]:
    """Return the elements that hold posts by the layout.

    A post around others ends where the first of them begins.
    """
    outline = marked.outline
    found = [
        (node, _end(outline, node, layout.run)) for node in _starts(outline, _read(layout.post))
    ]
    posts = [record for record in found if _has_facts(layout, marked, record)]
    opening = next(iter(_starts(outline, _read(layout.opening))), None)
    if opening is not None and (not posts or opening < posts[0][0]):
        posts.insert(0, (opening, outline.ends[opening]))
    records: list[Record] = []
    following = len(outline.tags)
    for start, end in reversed(posts):
        record = (start, min(end, following))
        following = start
        if outline.weight(*record) > 0:
            records.append(record)
    return records[::-1]


def _has_facts(layout: PostLayout, marked: MarkedPage, record: Record) -> bool:
    """Return whether a record has the time and the name that the site's posts have: an
    advertisement does not.
    """
    if layout.timed and not holds(marked.marks.all_times, record):
        return False
    return not layout.named or holds(marked.marks.all_names, record)


def _path(outline: PageOutline, node: int) -> _Path:
    steps: list[tuple[str, frozenset[str]]] = []
    while node >= 0 and len(steps) < _LEVELS:
        names = class_shape(outline.classes[node]).split()
        steps.append((outline.tags[node], frozenset(names)))
        node = outline.parents[node]
    return tuple(steps)


def _common(paths: Sequence[_Path]) -> _Path:
    """Return the path that all have in common, or () if their tags differ."""
    if len({tuple(tag for tag, _ in path) for path in paths}) > 1:
        return ()
    common = []
    for same in zip(*paths, strict=True):
        tag, _ = same[0]
        common.append((tag, frozenset.intersection(*(names for _, names in same))))
    return tuple(common)


def _has_classes(path: _Path) -> bool:
    return any(names for _, names in path)


def _fits(path: _Path, wanted: _Path) -> bool:
    if len(path) != len(wanted):
        return False
    for (tag, names), (wanted_tag, wanted_names) in zip(path, wanted, strict=True):
        # Sites add classes of their own to some posts.
        if tag != wanted_tag or not names >= wanted_names:
            return False
    return True


def _starts(outline: PageOutline, path: _Path) -> list[int]:
    """Return the elements with a path; none without one."""
    if not path:
        return []
    elements = (node for node, tag in enumerate(outline.tags) if tag)
    return [node for node in elements if _has_path(outline, node, path)]


def _has_path(outline: PageOutline, node: int, path: _Path) -> bool:
    """Return whether an element has a path.

    Most elements differ in the first step, so the others are read last.
    """
    for tag, names in path:
        if node < 0 or outline.tags[node] != tag:
            return False
        if names and not names.issubset(class_shape(outline.classes[node]).split()):
            return False
        node = outline.parents[node]
    return len(path) == _LEVELS or node < 0


def _written(path: Iterable[tuple[str, frozenset[str]]]) -> str:
    return "\n".join(" ".join((tag, *sorted(names))) for tag, names in path)


def _read(path: str) -> _Path:
    steps = (line.split(" ") for line in path.split("\n") if line)
    return tuple((tag, frozenset(names)) for tag, *names in steps)


def _run_of(outline: PageOutline, records: Sequence[Record]) -> int:
    """Return the number of siblings that make a post, 1 if the first of them holds its text, 0 if
    posts differ.
    """
    runs = {_run(outline, record) for record in records}
    if len(runs) == 1:
        return runs.pop()
    held_by_first = sum(outline.weight(start, outline.ends[start]) for start, _ in records)
    held = sum(outline.weight(*record) for record in records)
    return 1 if held_by_first >= _MOSTLY * held else 0


def _run(outline: PageOutline, record: Record) -> int:
    """Return the number of siblings of a record."""
    node, end = record
    count = 0
    while node < end:
        count, node = count + 1, outline.ends[node]
    return count


def _end(outline: PageOutline, node: int, run: int) -> int:
    """Return the node after a run of siblings that begins with ``node``."""
    end = outline.ends[outline.parents[node]]
    for _ in range(run):
        node = outline.ends[node] if node < end else end
    return node


def _mostly(nodes: Sequence[int], records: Sequence[Record]) -> bool:
    return sum(holds(nodes, record) for record in records) >= _MOSTLY * len(records)
