# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of the loops over marks and records in ``extractor.forum.records`` and ``extractor.forum.ranking``."""

from libc.math cimport pow


def best_starts(outline, list nodes, Py_ssize_t highest):
    """Return the best elements around marks, and the best of those inside each other, as the Python twin does."""
    return _Grower(outline, nodes, highest).best()


cdef class _Grower:
    """The elements around the marks of one kind: those that contain no other mark, and those that begin with theirs."""

    cdef list tags, classes, signs, parents, ends, weights, nodes
    cdef dict own, outer
    cdef Py_ssize_t highest

    def __init__(self, outline, list nodes, Py_ssize_t highest):
        self.tags, self.classes, self.signs = outline.tags, outline.classes, outline.signs
        self.parents, self.ends, self.weights = outline.parents, outline.ends, outline.weights
        self.nodes, self.highest = nodes, highest
        self.own, self.outer = {}, {}

    cdef best(self):
        cdef Py_ssize_t place
        cdef dict members, around
        cdef list trees = []
        for place in range(len(self.nodes)):
            self.climb(place)
        for key, members in self.own.items():
            around = self.outer.get(key)
            if around is not None and not members.keys() >= around.keys():
                trees.append(around | members)
        return self.best_of(list(self.own.values())), self.best_of(trees)

    cdef int climb(self, Py_ssize_t place) except -1:
        """Note the elements around a mark, by what elements of different posts may share."""
        cdef Py_ssize_t node = self.nodes[place], count = len(self.nodes), levels = 0
        cdef Py_ssize_t before = self.nodes[place - 1] if place else -1
        cdef Py_ssize_t after = self.nodes[place + 1] if place + 1 < count else len(self.ends)
        if self.tags[node]:
            self.note(self.own, node, place)
            levels = 1
        node = self.parents[node]
        while node > before and node > 0 and levels < self.highest:
            self.note(self.own if self.ends[node] <= after else self.outer, node, place)
            levels += 1
            node = self.parents[node]
        return 0

    cdef int note(self, dict found, Py_ssize_t node, Py_ssize_t place) except -1:
        cdef str tag = self.tags[node], name = self.classes[node]
        self.put(found, self.signs[node], place, node)
        self.put(found, (self.parents[node], tag), place, node)
        if name:
            words = name.split(None, 1)
            self.put(found, (tag, words[0] if words else ""), place, node)
        return 0

    cdef int put(self, dict found, key, Py_ssize_t place, Py_ssize_t node) except -1:
        members = found.get(key)
        if members is None:
            members = found[key] = {}
        (<dict> members)[place] = node  # the outermost stays
        return 0

    cdef list best_of(self, list sets):
        """Return the elements of the set that holds most text and most of the marks, in document order."""
        cdef list best = [], starts
        cdef dict members
        cdef double most = 0.0, score
        for members in sets:
            if len(members) > 1:
                starts = sorted(set(members.values()))
                score = self.held(starts) * pow(len(members) / <double> len(self.nodes), 2)
                if score > most:
                    best, most = starts, score
        return best

    cdef double held(self, list starts) except -1:
        """Return the running text of elements. One around others ends where the first of them begins."""
        cdef Py_ssize_t place, start, end, after, count = len(starts)
        cdef double total = 0.0
        for place in range(count):
            start = starts[place]
            end = self.ends[start]
            if place + 1 < count:
                after = starts[place + 1]
                end = min(end, after)
            total += <double> self.weights[end] - <double> self.weights[start]
        return total


def best_fit(kinds, records, double several):
    """Return the best ``fit`` of all kinds. Kinds with too few marks to beat the best so far are skipped."""
    cdef list nodes
    cdef double best = 0.0
    cdef Py_ssize_t count = len(records)
    for nodes in kinds:
        if min(len(nodes), count) > best * count:
            best = max(best, fit(nodes, records, several))
    return best


cpdef double fit(list nodes, records, double several) except -1:
    """Rate how well marks of a kind identify the records: 1 for one mark in each and none elsewhere."""
    cdef Py_ssize_t start, end, low, count, once = 0, more = 0, inside = 0
    for start, end in records:
        low = _bisect(nodes, start, 0)
        count = _bisect(nodes, end, low) - low
        inside += count
        if count == 1:
            once += 1
        elif count:
            more += 1
    return (once + several * more) / (len(records) + 0.5 * (len(nodes) - inside))


def reached(list nodes, records):
    """Return how many of the records contain any of the nodes."""
    cdef Py_ssize_t start, end, low, count = 0
    for start, end in records:
        low = _bisect(nodes, start, 0)
        count += low < len(nodes) and <Py_ssize_t> nodes[low] < end
    return count


cdef Py_ssize_t _bisect(list nodes, Py_ssize_t node, Py_ssize_t low) except -1:
    """Return the place of the first of the sorted ``nodes`` that is not before ``node``."""
    cdef Py_ssize_t middle, high = len(nodes)
    while low < high:
        middle = (low + high) // 2
        if <Py_ssize_t> nodes[middle] < node:
            low = middle + 1
        else:
            high = middle
    return low
