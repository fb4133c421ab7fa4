"""Find the text of each post: the position in the records with the most varying text, but no author
or time.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter

from extractor.forum.alignment import Alignment
from extractor.forum.cues import masked
from extractor.forum.marks import Marks
from extractor.forum.offers import BOXES, Key, Offer, are_boxes, held_by, key_of, offer_facts
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.forum.weights import Facts, weighed

_INNER = BOXES | {"blockquote", "span", "p", "font"}
_UNREAD = frozenset({"button", "select", "textarea", "nav"})
_DEEPER = 0.8
"""Share of the text that one kind of child must contain to be the body instead."""
_UNLIKE = 0.6
"""Least worth, as a share of the best, of a box that replaces loose text of another form."""
_ALONE = 1.1
"""At most one record in ten may have the inner box twice, such as a post with two attachments."""
_MIN_BODIES = 3
"""Fewest bodies that show which texts are labels. Two posts may begin alike by chance."""
_MAX_LABEL_LENGTH = 60
"""Most characters of such a text. Longer ones are words of the posts."""
_MAX_LEVELS = 8
"""Boxes inside each other that are entered to find the words of a post."""


def find_bodies(
    alignment: Alignment,
    marks: Marks,
    facts: Sequence[Collection[int]],
    weights: Facts,
) -> list[Offer]:
    """Return the nodes of each record's body in document order; ``facts`` are the nodes of author
    and time.
    """
    offers = offers_of(alignment, facts)
    known = offer_facts(alignment, marks, offers, facts)
    if not known:
        return [[] for _ in offers]
    worth = {key: weighed(weights, found) for key, found in known.items()}
    best = max(worth, key=worth.__getitem__)
    every = chain.from_iterable(offers)
    at_best = [offer for offer in every if key_of(alignment, alignment.fine, offer) == best]
    sample = max(at_best, key=lambda offer: held_by(alignment.outline, offer))
    chosen = [
        _fitting(alignment, record, offered, sample, worth)
        for record, offered in zip(alignment.records, offers, strict=True)
    ]
    for _ in range(_MAX_LEVELS):
        deeper = _inner(alignment, chosen)
        if deeper is None:
            break
        chosen = deeper
    return chosen


def offers_of(alignment: Alignment, facts: Sequence[Collection[int]]) -> list[list[Offer]]:
    """Return the boxes of each record that may be its body."""
    return [
        _offers(alignment, record, known)
        for record, known in zip(alignment.records, facts, strict=True)
    ]


def _offers(alignment: Alignment, record: Record, facts: Collection[int]) -> list[Offer]:
    """Return the largest boxes without a fact, grouped by position, and the loose text beside facts
    as one group.
    """
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
            offers[key_of(alignment, alignment.fine, [node])].append(node)
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


def _fitting(
    alignment: Alignment,
    record: Record,
    offered: Sequence[Offer],
    sample: Offer,
    worth: Mapping[Key, float],
) -> Offer:
    """Return the offer at the sample's position, or a node of the same form, or the offer at the
    best position.

    Loose text at the sample's position whose elements all have other forms, such as a heading, may
    be no body.
    """
    outline = alignment.outline
    keys = [key_of(alignment, alignment.fine, offer) for offer in offered]
    rated = [(worth[key], offer) for key, offer in zip(keys, offered, strict=True)]
    best = key_of(alignment, alignment.fine, sample)
    _, is_loose = best
    if best in keys:
        same = offered[keys.index(best)]
        forms = {alignment.local[node] for node in sample}
        if not is_loose or not forms.isdisjoint(alignment.local[node] for node in same):
            return same
        least = _UNLIKE * worth[best]
        others = [(value, other) for value, other in rated if other is not same and value >= least]
        return max(others, key=itemgetter(0), default=(0.0, same))[1]
    if not is_loose:
        form = alignment.local[sample[0]]
        for node in range(*record):
            fits = alignment.local[node] == form and outline.ends[node] <= record[1]
            if fits and outline.weight(node, outline.ends[node]) > 0:
                return [node]
    return max(rated, key=itemgetter(0), default=(0.0, []))[1]


def _inner(alignment: Alignment, bodies: Sequence[Offer]) -> list[Offer] | None:
    """Return the one child of each body with nearly all text of the bodies, or None if there is no
    such child.
    """
    outline, fine = alignment.outline, alignment.fine
    children = [_children(outline, offer) for offer in bodies]
    if not any(children):
        return None
    boxes = chain.from_iterable(offer for offer in bodies if are_boxes(outline, offer))
    labels = _labels(outline, bodies)
    best, share = _largest(alignment, children, boxes, lambda node: _said(outline, node, labels))
    found = [[node for node in inner if fine[node] == best] for inner in children]
    having = sum(map(bool, found))
    # The row of a post may have an empty cell beside that of the words.
    count = 0
    for node in chain.from_iterable(found):
        is_empty = outline.tags[node] in BOXES and not outline.weight(node, outline.ends[node])
        count += not is_empty
    if share < _DEEPER or count > _ALONE * having or 2 * having < len(bodies):
        return None
    return [inner or offer for inner, offer in zip(found, bodies, strict=True)]


def _largest(
    alignment: Alignment,
    children: Iterable[Iterable[int]],
    boxes: Iterable[int],
    held: Callable[[int], float],
) -> tuple[int, float]:
    """Return the position of the children that hold most, and its share of what the boxes hold."""
    amounts: dict[int, float] = defaultdict(float)
    for inner in children:
        for node in inner:
            amounts[alignment.fine[node]] += held(node)
    best = max(amounts, key=amounts.__getitem__)
    return best, amounts[best] / (sum(map(held, boxes)) or 1.0)


def _labels(outline: PageOutline, bodies: Sequence[Offer]) -> set[str]:
    """Return the short texts, but for numbers, that stand in most of several bodies: what a
    member's card says.
    """
    if len(bodies) < _MIN_BODIES:
        return set()
    counts: Counter[str] = Counter()
    for offer in bodies:
        leaves = chain.from_iterable(outline.texts[node : outline.ends[node]] for node in offer)
        short = filter(_is_short, map(str.strip, leaves))
        counts.update(set(map(masked, short)))
    return {text for text, count in counts.items() if 2 * count > len(bodies)}


def _said(outline: PageOutline, node: int, labels: Collection[str]) -> float:
    """Return the running text of an element without labels, in characters."""
    said = 0.0
    for leaf in range(node, outline.ends[node]):
        text = outline.texts[leaf].strip()
        if not _is_short(text) or masked(text) not in labels:
            said += outline.weight(leaf, leaf + 1)
    return said


def _is_short(leaf: str) -> bool:
    return 0 < len(leaf) <= _MAX_LABEL_LENGTH


def _children(outline: PageOutline, offer: Offer) -> list[int]:
    """Return the child elements of a body that is one box, or several at one position, such as rows
    of a table.
    """
    if not are_boxes(outline, offer):
        return []
    inner = chain.from_iterable(map(outline.children, offer))
    return [node for node in inner if outline.tags[node] in _INNER]
