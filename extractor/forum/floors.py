"""Find the floors of posts: numbers printed at the same position in each, or else counted."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice, pairwise

from extractor.forum.alignment import Alignment
from extractor.forum.outline import PageOutline

_MAX_LABEL_LENGTH = 24
"""Most characters of a label with the number of a post, such as "Reply #12 of 340"."""
_FEW_NODES = 8
"""Nodes of an element that holds a number and its mark, and nothing else."""
_MAX_LEAVES = 150
"""Texts of a record that are searched. The head of a post has fewer."""
_NUMBER = re.compile(
    r"^[^\d,.:]{0,12}?(?P<number>\d{1,6})(?:\s?(?:of|von|de|sur|из|/)\s?\d{1,6})?\s?(?P<unit>[楼樓层層#F]|th|st|nd|rd)?\W{0,3}$"
)
_MARK = re.compile(r"#|№|[楼樓层層]|\dF$")
"""Marks of a number that counts posts. Numbers without one must rise by one."""
_WORDS = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}
_HEADS = re.compile(r"^\d{1,6}\s?[:：.．)）]\W{0,2}$")
"""A number that heads its post as in a list: "13：", "13."."""
_STEADY = 0.8
"""Least share of the steps from post to post that go up, for numbers that count posts."""
_COVERED = 0.6
"""Least share of the posts that have a number."""
_MAX_ALONE = 9_999
"""Largest number of a lone post that counts posts of its thread. Larger ones count all posts of the
forum.
"""


def find_floors(
    alignment: Alignment, bodies: Sequence[Sequence[int]], page: int
) -> list[int | None]:
    """Return a floor for each record, or None for all if later pages print none; ``page`` counts
    from 1.
    """
    printed = _printed(alignment, bodies)
    known = [(index, floor) for index, floor in enumerate(printed) if floor is not None]
    if not known or any(before[1] >= after[1] for before, after in pairwise(known)):
        if page > 1:
            return [None] * len(printed)
        known = [(0, 1)]
    first, floor = known[0]
    uncounted = 0
    if first and floor <= first:
        # The opening post is separate, and replies are counted without it.
        uncounted = 1 + first - floor
    by_index = {index: value + uncounted for index, value in known}
    # A post that prints no number has the one after that of the post before.
    floor = by_index[first] - first - 1
    floors: list[int | None] = []
    for index in range(len(printed)):
        floor = by_index.get(index, floor + 1)
        floors.append(floor)
    return floors


def _printed(alignment: Alignment, bodies: Sequence[Sequence[int]]) -> list[int | None]:
    """Return the numbers at the position where they count best."""
    offers: dict[int, dict[int, int]] = defaultdict(dict)
    marked: dict[int, int] = defaultdict(int)
    for index, (record, body) in enumerate(zip(alignment.records, bodies, strict=True)):
        for key, number, is_marked in _numbers(alignment, record, body):
            if index not in offers[key]:
                offers[key][index] = number
                marked[key] += is_marked
    count = len(alignment.records)
    best = max(offers, key=lambda key: _worth(offers[key], marked[key], count), default=None)
    if best is None or _worth(offers[best], marked[best], count) <= 0:
        return [None] * count
    return [offers[best].get(index) for index in range(count)]


def _worth(numbers: dict[int, int], marked: int, count: int) -> float:
    steps = list(pairwise(numbers[index] for index in sorted(numbers)))
    rising = sum(before < after for before, after in steps)
    by_one = sum(after - before == 1 for before, after in steps)
    if len(numbers) < _COVERED * count - 1 or rising < _STEADY * len(steps):
        return 0.0
    if not steps and max(numbers.values(), default=0) > _MAX_ALONE:
        return 0.0
    if not marked and (len(steps) < 2 or by_one < _STEADY * len(steps)):
        return 0.0
    return len(numbers) / count + (by_one / len(steps) if steps else 0) + marked / len(numbers)


def _numbers(
    alignment: Alignment, record: tuple[int, int], body: Sequence[int]
) -> list[tuple[int, int, bool]]:
    """Return the numbers outside the body of a record: their position, the number, and whether it
    is marked as that of a post.
    """
    outline = alignment.outline
    within = [(node, outline.ends[node]) for node in body]
    texted = (node for node in range(*record) if outline.texts[node])
    leaves = list(islice(texted, _MAX_LEAVES))
    found: list[tuple[int, int, bool]] = []
    for node in leaves:
        # Long texts are not stripped only to find that they are no labels.
        if len(outline.texts[node]) > 4 * _MAX_LABEL_LENGTH:
            continue
        text = outline.texts[node].strip()
        if len(text) > _MAX_LABEL_LENGTH or any(start <= node < end for start, end in within):
            continue
        if word := _WORDS.get(text):
            around = outline.parents[outline.parents[node]]
            found.append((alignment.local[around], word, True))
        elif match := _NUMBER.match(text):
            around = alignment.widest(node, record)
            is_head = node == leaves[0] and bool(_HEADS.match(text))
            is_marked = is_head or bool(_MARK.search(_with_neighbours(outline, around, text)))
            found.append((alignment.local[around], int(match["number"]), is_marked))
    return found


def _with_neighbours(outline: PageOutline, node: int, text: str) -> str:
    """Return the text around a number if it is short: its mark may be in an element of its own."""
    parent = outline.parents[node]
    near = outline.ends[parent] - parent <= _FEW_NODES
    whole = outline.text(parent, outline.ends[parent]) if near else text
    return whole if len(whole) <= _MAX_LABEL_LENGTH else text
