# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of the walk in ``extractor.forum.outline``."""

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
