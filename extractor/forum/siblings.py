"""Add to a set of records the elements beside them that have the same form."""

from collections.abc import Collection

from extractor.forum.judge import Records
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record, tops_of

_MIN_TEXT = 15.0
"""Least running text of such an element, in characters."""
_MIN_ALIKE = 3
"""Fewest records whose form their siblings may have. That of two may be the form of anything."""
_MIN_ALIKE_SHARE = 0.6
"""Least share of the inner forms of two elements that are the same if both are posts."""
_MAX_SHAPE_NODES = 200
"""Most nodes of an element that tell its form. Bounds the time of long posts."""


def with_siblings(outline: PageOutline, records: Records) -> Records:
    """Return records that begin with elements of one form in one parent, together with its other
    elements of that form: posts whose time cannot be read, for example.

    Their inner forms are like those of another record; an advertisement's are not. One that is part
    of a record ends it.
    """
    if len(records) < _MIN_ALIKE:
        return records
    whole = _lifted(outline, records)
    starts = {start for start, _ in whole}
    forms = {outline.signs[start] for start in starts}
    parents = {outline.parents[start] for start in starts}
    if len(forms) > 1 or len(parents) > 1 or min(parents) < 0:
        return records
    shapes = {frozenset(_shape(outline, start)) for start in starts}
    ends = dict(whole)
    found: list[Record] = []
    limit = -1  # the end of the record that is being read
    for node in outline.children(min(parents)):
        if node not in starts:
            held = outline.weight(node, outline.ends[node])
            if outline.signs[node] not in forms or held < _MIN_TEXT:
                continue
            own = _shape(outline, node)
            if not any(_is_alike(own, shape) for shape in shapes):
                continue
        if node < limit:
            # A record of several elements went on to the next time that could be read.
            found[-1] = (found[-1][0], node)
        else:
            limit = ends.get(node, outline.ends[node])
        found.append((node, limit))
    if len(found) > len(records):
        return tuple(found)
    return records


def _lifted(outline: PageOutline, records: Records) -> Records:
    """Return the elements of one parent around records if they hold no more text, else the records
    themselves.

    The first row of each of several tables is such a record.
    """
    tops = tops_of(outline, [start for start, _ in records])
    if not tops:
        return records
    lifted: list[Record] = []
    for record, top in zip(records, tops, strict=True):
        if outline.weight(*record) < outline.weight(top, outline.ends[top]):
            return records
        lifted.append((top, max(record[1], outline.ends[top])))
    return tuple(lifted)


def _shape(outline: PageOutline, top: int) -> set[tuple[int, int]]:
    """Return the forms of the elements inside one, each with that of the element around it."""
    inner = range(top + 1, min(outline.ends[top], top + _MAX_SHAPE_NODES))
    signs, parents = outline.signs, outline.parents
    return {(signs[parents[node]], signs[node]) for node in inner if outline.tags[node]}


def _is_alike(one: Collection[tuple[int, int]], other: Collection[tuple[int, int]]) -> bool:
    common = sum(each in other for each in one)
    return common >= _MIN_ALIKE_SHARE * (len(one) + len(other) - common) > 0
