"""Find the text of each post: the position in the records with the most varying text, but no author or time."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from extractor.forum.alignment import Alignment
from extractor.forum.cues import is_signature_class
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

_TAGS = """
div td th table tbody tr article section li ul ol dl dd dt main aside header footer form center fieldset nav noscript
"""
_BOXES = frozenset(_TAGS.split())
"""Elements that are weighed as a whole. All others are parts of the text around them."""
_INNER = _BOXES | {"blockquote", "span", "p", "font"}
_UNREAD = frozenset({"button", "select", "textarea", "nav"})
_ENOUGH = 300.0
"""Characters of running text beyond which a post has no more influence than others."""
_SIGNED = 0.2
"""Factor for text in an element whose class means a signature."""
_DEEPER = 0.8
"""Share of the text that one kind of child must contain to be the body instead."""
_ALONE = 1.1
_MOST_LEVELS = 8
_PRINT_NODES, _PRINT_LENGTH = 30, 60
Key = tuple[int, bool]
"""The position of an offer, or of the element around it and True for loose text."""
Offer = list[int]


def find_bodies(alignment: Alignment, facts: Sequence[Collection[int]]) -> list[Offer]:
    """Return the nodes of each record's body in document order; ``facts`` are the nodes of author and time."""
    offers = [_offers(alignment, record, known) for record, known in zip(alignment.records, facts, strict=True)]
    totals = _totals(alignment, offers)
    if not totals:
        return [[] for _ in offers]
    best = max(totals, key=lambda key: totals[key])
    sample = next(offer for offered in offers for offer in offered if _key(alignment, alignment.fine, offer) == best)
    chosen = [
        _fitting(alignment, record, offered, sample) for record, offered in zip(alignment.records, offers, strict=True)
    ]
    for _ in range(_MOST_LEVELS):
        deeper = _inner(alignment, chosen)
        if deeper is None:
            break
        chosen = deeper
    return chosen


def _offers(alignment: Alignment, record: Record, facts: Collection[int]) -> list[Offer]:
    """Return the largest boxes without a fact, grouped by position, and the loose text beside facts as one group."""
    outline = alignment.outline
    start, end = record
    around = _around(outline, start, facts)
    offers: dict[Key, Offer] = defaultdict(list)
    node = start if outline.ends[start] < end else start + 1
    while node < end:
        if (node in around and node not in facts) or outline.ends[node] > end:
            node += 1
            continue
        if node not in facts and outline.tags[node] not in _UNREAD:
            offers[_key(alignment, alignment.fine, [node])].append(node)
        node = outline.ends[node]
    return list(offers.values())


def _around(outline: PageOutline, start: int, facts: Collection[int]) -> set[int]:
    """Return the top of a record, the facts, and all elements around them."""
    around = {start}
    for fact in facts:
        node = fact
        while node >= start and node not in around:
            around.add(node)
            node = outline.parents[node]
    return around


def _key(alignment: Alignment, level: Sequence[int], offer: Offer) -> Key:
    node = offer[0]
    if alignment.outline.tags[node] in _BOXES:
        return level[node], False
    return max(level[alignment.outline.parents[node]], 0), True


def _held(outline: PageOutline, offer: Offer) -> float:
    return sum(outline.weight(node, outline.ends[node]) for node in offer)


def _totals(alignment: Alignment, offers: Sequence[Sequence[Offer]]) -> dict[Key, float]:
    """Return the running text at each position. Text that several records share counts once."""
    outline = alignment.outline
    seen: set[tuple[Key, float, str]] = set()
    totals: dict[Key, float] = defaultdict(float)
    for offered in offers:
        for offer in offered:
            key, held = _key(alignment, alignment.fine, offer), _held(outline, offer)
            sight = (key, held, _first_leaf(outline, offer[0]))
            if sight not in seen:
                seen.add(sight)
                totals[key] += min(held, _ENOUGH) * (_SIGNED if is_signature_class(outline.classes[offer[0]]) else 1)
    return totals


def _first_leaf(outline: PageOutline, node: int) -> str:
    leaves = filter(None, outline.texts[node : min(outline.ends[node], node + _PRINT_NODES)])
    return next(leaves, "")[:_PRINT_LENGTH]


def _fitting(alignment: Alignment, record: Record, offered: Sequence[Offer], sample: Offer) -> Offer:
    """Return the offer at the sample's position, or one of a similar form, or the one with the most text."""
    outline = alignment.outline
    best = _key(alignment, alignment.fine, sample)
    for offer in offered:
        if _key(alignment, alignment.fine, offer) == best:
            return offer
    form, is_loose = _key(alignment, alignment.local, sample)
    if not is_loose:
        for node in range(*record):
            fits = alignment.local[node] == form and outline.ends[node] <= record[1]
            if fits and outline.weight(node, outline.ends[node]) > 0:
                return [node]
    coarse = _key(alignment, alignment.coarse, sample)
    alike = [offer for offer in offered if _key(alignment, alignment.coarse, offer) == coarse]
    return max(alike or offered, key=lambda offer: _held(outline, offer), default=[])


def _inner(alignment: Alignment, bodies: Sequence[Offer]) -> list[Offer] | None:
    """Return the one child of each body with nearly all text of the bodies, or None if there is no such child."""
    outline, fine = alignment.outline, alignment.fine
    held: dict[int, float] = defaultdict(float)
    count: dict[int, int] = defaultdict(int)
    children = [_children(outline, offer) for offer in bodies]
    for inner in children:
        for node in inner:
            held[fine[node]] += outline.weight(node, outline.ends[node])
            count[fine[node]] += 1
    best = max(held, key=lambda key: held[key], default=None)
    if best is None:
        return None
    total = sum(_held(outline, offer) for offer in bodies if _is_box(outline, offer))
    single = sum(any(fine[node] == best for node in inner) for inner in children)
    if held[best] < _DEEPER * total or count[best] > _ALONE * single or 2 * single < len(bodies):
        return None
    return [
        [node for node in inner if fine[node] == best] or offer for inner, offer in zip(children, bodies, strict=True)
    ]


def _is_box(outline: PageOutline, offer: Offer) -> bool:
    return len(offer) == 1 and outline.tags[offer[0]] in _BOXES


def _children(outline: PageOutline, offer: Offer) -> list[int]:
    """Return the child elements of a body that is one box."""
    if not _is_box(outline, offer):
        return []
    found = []
    node, end = offer[0] + 1, outline.ends[offer[0]]
    while node < end:
        if outline.tags[node] in _INNER:
            found.append(node)
        node = outline.ends[node]
    return found
