# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of ``extractor.forum``: the walk of ``outline``, and the loops over marks and records of
``records`` and ``record_facts``.
"""

from libc.math cimport pow

include "tree.pxi"

cdef enum:
    PLAIN = 200  # most characters of a class that is compared as it is


def read_outline(outline, top, controls, class_shape, Py_ssize_t short, double scrap, Py_ssize_t most):
    """Fill ``outline``, as ``extractor.forum.outline`` does in Python with the same values.

    Args:
        outline: An empty outline.
        top: An element of lxml.
        controls: The tags whose text is silent.
        class_shape: The function that turns classes into a sign.
        short: Length from which a leaf counts in full.
        scrap: What a character of a shorter leaf counts.
        most: Most nodes that are read.

    Returns:
        Whether it could, as ``read_into`` does.
    """
    try:
        _outline(_Outliner(outline, controls, class_shape, short, scrap), top, most)
    except _OtherNode:
        return False
    return True


cdef class _Outliner:
    """Adds elements and leaves to an outline."""

    cdef list tags, texts, attributes, parents, ends, signs, classes, weights, linked
    cdef dict known, roles
    cdef object class_shape
    cdef Py_ssize_t short, silent
    cdef double scrap

    def __init__(self, outline, controls, class_shape, Py_ssize_t short, double scrap):
        self.tags, self.texts, self.attributes = outline.tags, outline.texts, outline.attributes
        self.parents, self.ends, self.signs = outline.parents, outline.ends, outline.signs
        self.classes, self.weights, self.linked = outline.classes, outline.weights, outline.linked
        self.known, self.roles = {("", ""): 0}, dict.fromkeys(controls, 1)
        self.class_shape, self.short, self.scrap, self.silent = class_shape, short, scrap, 0

    cdef int add_element(self, str tag, dict attributes, Py_ssize_t parent) except -1:
        cdef str name = attributes.get("class", "")
        self.tags.append(tag)
        self.texts.append("")
        self.attributes.append(attributes)
        self.parents.append(parent)
        self.ends.append(0)
        cdef str shape = name if _is_plain(name) else self.class_shape(name)
        self.signs.append(self.known.setdefault((tag, shape), len(self.known)))
        self.classes.append(name)
        self.weights.append(0.0)
        self.linked.append(0)
        return 0

    cdef int add_leaf(self, xmlNode* node, Py_ssize_t parent) except -1:
        """Add the text that begins at ``node``, unless it is white space."""
        cdef str leaf = _text_from(node, True)
        cdef Py_ssize_t length
        if leaf is None or leaf.isspace():
            return 0
        length = len(leaf)
        if length >= self.short:
            length = len(leaf.strip())
        self.tags.append("")
        self.texts.append(leaf)
        self.attributes.append(NONE)
        self.parents.append(parent)
        self.ends.append(len(self.tags))
        self.signs.append(0)
        self.classes.append("")
        if self.silent > 0:
            self.weights.append(0.0)
            self.linked.append(length)
        else:
            self.weights.append(length if length >= self.short else self.scrap * length)
            self.linked.append(0)
        return 0


cdef int _outline(_Outliner outliner, lxml._Element top, Py_ssize_t most) except -1:
    cdef xmlNode* node = top._c_node
    cdef xmlNode* following
    cdef _Names names = _Names(outliner.roles)
    cdef list tags = outliner.tags, opened = []
    cdef Py_ssize_t current = -1
    while len(tags) < most:
        tag, is_control = names.of_tag(top, node)
        opened.append(current)
        outliner.add_element(tag, names.attributes(top, node), current)
        current = len(tags) - 1
        outliner.silent += is_control
        outliner.add_leaf(node.children, current)
        following = _element_from(node.children)
        while following == NULL and len(tags) < most:
            outliner.ends[current] = len(tags)
            current = opened.pop()
            tag, is_control = names.of_tag(top, node)
            outliner.silent -= is_control
            if current < 0:
                return 0
            outliner.add_leaf(node.next, current)
            following = _element_from(node.next)
            node = node.parent
        node = following
    while current >= 0:  # what is open where the walk was cut off
        outliner.ends[current] = len(tags)
        current = opened.pop()
    return 0


cdef bint _is_plain(str name) except -1:
    """Return whether a class certainly is its own shape: not long, ASCII, single blanks, no long number, no stripe."""
    cdef Py_UCS4 sign
    cdef long code, before = 0x20, earlier = 0x20  # numbers: a character has no bits to Cython
    cdef Py_ssize_t digits = 0
    cdef bint after_blank = True
    if len(name) > PLAIN:
        return False
    for sign in name:
        code = sign
        digits = digits + 1 if 0x30 <= code <= 0x39 else 0
        if code > 0x7e or code < 0x20 or digits == 3 or (code == 0x20 and after_blank):
            return False
        if code == 0x32 and before > 0x40:  # a 2 after a letter
            return False
        if (code | 0x20) == 0x6e and (before | 0x20) == 0x65 and (earlier | 0x20) == 0x76:  # the end of "even"
            return False
        if (code | 0x20) == 0x74 and (before | 0x20) == 0x6c and (earlier | 0x20) == 0x61:  # the end of "alt"
            return False
        after_blank = code == 0x20
        earlier, before = before, code
    return not after_blank or len(name) == 0


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
