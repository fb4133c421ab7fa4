# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of the loop over the nodes of records in ``extractor.forum.alignment``."""


def place(outline, records, cells, list fine, list coarse, list local):
    """Fill the positions of nodes, as ``extractor.forum.alignment.place_in_python`` does."""
    cdef list parents = outline.parents, signs = outline.signs, tags = outline.tags, classes = outline.classes
    cdef dict ways = {}, tag_ways = {}, forms = {}, columns = {}
    cdef Py_ssize_t start, end, node, parent, column, nearest
    for start, end in records:
        fine[start] = coarse[start] = 0
        for node in range(start + 1, end):
            parent = parents[node]
            tag = <str> tags[node]
            above = wide = 0
            nearest = -1
            if parent >= start:
                above, wide, nearest = fine[parent], coarse[parent], local[parent]
            column = 0
            if tag in cells:
                column = columns.get(parent, 0) + 1
                columns[parent] = column
            fine[node] = _number(ways, (above, signs[node], column))
            coarse[node] = _number(tag_ways, (wide, tag))
            local[node] = _number(forms, (0 if classes[node] else nearest, signs[node]))


cdef _number(dict known, key):
    """Return the number of a key, a new one if it is new."""
    number = known.get(key)
    if number is None:
        number = known[key] = len(known) + 1
    return number
