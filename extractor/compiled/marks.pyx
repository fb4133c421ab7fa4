# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of the loop over containers in ``extractor.body.marks``."""


def fill(
    double[:, ::1] rows,
    blocks,
    const Py_ssize_t[::1] nodes,
    const double[::1] parts,
    dict tag_rows,
    meanings,
    Py_ssize_t comments,
    Py_ssize_t title,
    Py_ssize_t longest,
):
    """Fill ``rows`` and return the class paths, as ``extractor.body.marks.fill_in_python`` does."""
    cdef list tags = blocks.tags, parents = blocks.parents, starts = blocks.starts, ends = blocks.ends
    cdef list attributes = blocks.attributes, paths = [0] * len(parts)
    cdef dict numbers = {}, names
    cdef Py_ssize_t place, node, start, end, row, number, last = rows.shape[0] - 1
    cdef double part
    for place in range(nodes.shape[0]):
        node = nodes[place]
        tag, names = tags[node], attributes[node]
        start, end, part = starts[node], ends[node], parts[node]
        name = names.get("class", "") if names else ""
        number = parents[node]
        key = (paths[number if number >= 0 else len(paths) - 1], tag, name)
        known = numbers.get(key)
        if known is None:
            known = numbers[key] = len(numbers) + 1
        paths[node] = known
        found = tag_rows.get(tag)
        if found is not None:
            _mark(rows, found, start, end, part)
        if names:
            for found in <tuple> meanings(" ".join(names.values())[:longest]):
                row = found
                _mark(rows, row, start, end, part)
                if row == comments and start > title and title >= 0:
                    _mark(rows, last, start, end, part)
    return paths


cdef inline void _mark(double[:, ::1] rows, Py_ssize_t row, Py_ssize_t start, Py_ssize_t end, double part) noexcept:
    cdef Py_ssize_t block
    for block in range(start, end):
        rows[row, block] = part
