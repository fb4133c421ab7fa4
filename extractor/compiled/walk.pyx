# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of the walks in ``extractor.page.blocks`` and ``extractor.forum.outline``.

They walk libxml2's tree itself, so that few elements become Python objects, and white space between
elements never does.
"""

from cpython.unicode cimport Py_UNICODE_ISSPACE, PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData
from libc.stdlib cimport free, malloc, realloc
from lxml.includes cimport etreepublic as lxml
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_TEXT_NODE,
    xmlAttr,
    xmlNode,
)

lxml.import_lxml__etree()

cdef dict NONE = {}  # the attributes of most containers

cdef enum:
    IDEOGRAPHIC = 0x3000
    PLAIN = 200  # most characters of a class that is compared as it is

cdef enum:
    ROOM = 4096  # elements by which the memory for open elements grows

cdef enum:
    SLOTS = 256  # names of tags and attributes that are kept at hand

cdef enum:
    INLINE, CONTAINER, BREAK, LINK, BOLD, IMAGE, UNSEEN


cdef class _Names:
    """The names of a document as text, each with its role as a tag. libxml2 keeps each name once, in one place."""

    cdef dict roles
    cdef list known
    cdef const unsigned char* places[SLOTS]

    def __init__(self, dict roles):
        self.roles, self.known = roles, [None] * SLOTS

    cdef tuple at(self, const unsigned char* name):
        cdef Py_ssize_t slot = (<size_t> name >> 3) % SLOTS
        if self.places[slot] != name:
            text = (<const char*> name).decode("utf-8")
            self.known[slot], self.places[slot] = (text, self.roles.get(text, INLINE)), name
        return <tuple> self.known[slot]

    cdef tuple of_tag(self, lxml._Element top, xmlNode* node):
        """Return the tag of an element and its role."""
        if node.ns == NULL:
            return self.at(node.name)
        tag = lxml.elementFactory(top._doc, node).tag
        return tag, self.roles.get(tag, INLINE)

    cdef dict attributes(self, lxml._Element top, xmlNode* node):
        """Return the attributes of an element by name."""
        cdef xmlAttr* attribute = node.properties
        cdef dict found
        if attribute == NULL:
            return NONE
        found = {}
        while attribute != NULL:
            if attribute.ns != NULL:
                return dict(lxml.elementFactory(top._doc, node).items())
            name = <str> self.at(attribute.name)[0]
            if attribute.children == NULL:
                found[name] = ""
            elif attribute.children.next == NULL and _is_text(attribute.children) and attribute.children.content != NULL:
                found[name] = (<const char*> attribute.children.content).decode("utf-8")
            else:
                found[name] = lxml.attributeValue(node, attribute)
            attribute = attribute.next
        return found


class _OtherNode(Exception):
    """The tree contains something other than elements and text."""


cdef class _Reader:
    """Collects the pieces of the current block in ``parts`` and keeps track of the open elements."""

    cdef list parts, open_containers
    cdef list texts, lines, linked, bold, holders
    cdef list tags, attributes, parents, starts, ends, inner_tags, anchors, images
    cdef object squeeze
    cdef Py_ssize_t in_link, in_bold, unseen, linked_now, bold_now

    def __init__(self, blocks, squeeze):
        self.parts, self.open_containers = [], [-1]
        self.texts, self.lines, self.linked, self.bold = blocks.texts, blocks.lines, blocks.linked, blocks.bold
        self.holders, self.tags, self.attributes = blocks.holders, blocks.tags, blocks.attributes
        self.parents, self.starts, self.ends = blocks.parents, blocks.starts, blocks.ends
        self.inner_tags, self.anchors, self.images = blocks.inner_tags, blocks.anchors, blocks.images
        self.squeeze = squeeze

    cdef int add(self, xmlNode* node) except -1:
        """Add the text that begins at ``node``, if any. White space alone does not begin a block."""
        if self.unseen:
            return 0
        cdef str text = _text_from(node, len(self.parts) == 0)
        if text is None or (not self.parts and text.isspace()):
            return 0
        self.parts.append(text)
        if self.in_link or self.in_bold:
            length = _folded_length(text)
            if self.in_link:
                self.linked_now += length
            if self.in_bold:
                self.bold_now += length
        return 0

    cdef int begin(self, str tag, dict attributes, Py_ssize_t number) except -1:
        if self.parts:
            self.flush()
        self.parents.append(self.open_containers[len(self.open_containers) - 1])
        self.open_containers.append(len(self.tags))
        self.tags.append(tag)
        self.attributes.append(attributes)
        self.starts.append(len(self.texts))
        self.ends.append(0)
        self.inner_tags.append(-number - 1)
        return 0

    cdef int end(self, Py_ssize_t number) except -1:
        if self.parts:
            self.flush()
        cdef Py_ssize_t container = self.open_containers.pop()
        self.ends[container] = len(self.texts)
        self.inner_tags[container] += number
        return 0

    cdef int enter(self, int role, lxml._Element top, xmlNode* node) except -1:
        """Open any other element with an effect on the text."""
        if role == LINK:
            self.in_link += 1
            self.anchors.append((len(self.texts), lxml.elementFactory(top._doc, node)))
        elif role == BREAK:
            self.flush()
        elif role == BOLD:
            self.in_bold += 1
        elif role == IMAGE:
            self.images.append((len(self.texts), lxml.elementFactory(top._doc, node)))
        else:
            self.unseen += 1
        return 0

    cdef int leave(self, int role, Py_ssize_t number) except -1:
        if role == CONTAINER:
            self.end(number)
        elif role == LINK:
            self.in_link -= 1
        elif role == BOLD:
            self.in_bold -= 1
        elif role == UNSEEN:
            self.unseen -= 1
        return 0

    cdef str folded(self, str text):
        """Return ``text`` with white space folded, itself if there is nothing to fold, as in most blocks."""
        cdef Py_UCS4 sign
        cdef bint after_blank = True
        for sign in text:
            if sign == 0x20:
                if after_blank:
                    return self.fold(text)
                after_blank = True
            elif sign > 0x20 and not Py_UNICODE_ISSPACE(sign):
                after_blank = False
            else:
                return self.fold(text)
        return self.fold(text) if after_blank else text

    cdef str fold(self, str text):
        """Do what ``" ".join(text.split())`` does. Ideographic space has rules of its own, which ``squeeze`` knows."""
        cdef Py_UCS4 sign
        cdef Py_ssize_t length = 0
        cdef bint in_word = False
        cdef Py_UCS4* folded = <Py_UCS4*> malloc((len(text) + 1) * sizeof(Py_UCS4))
        if folded == NULL:
            raise MemoryError
        try:
            for sign in text:
                if sign == IDEOGRAPHIC:
                    return self.squeeze(text)
                if sign == 0x20 or Py_UNICODE_ISSPACE(sign):
                    in_word = False
                    continue
                if not in_word and length:
                    folded[length] = 0x20
                    length += 1
                in_word = True
                folded[length] = sign
                length += 1
            return <str> PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, folded, length)
        finally:
            free(folded)

    cdef int flush(self) except -1:
        cdef list parts = self.parts
        cdef Py_ssize_t length
        if not parts:
            return 0
        text = self.folded(<str> parts[0] if len(parts) == 1 else "".join(parts))
        length = len(text)
        if length:
            self.texts.append(text)
            self.lines.append(text if len(parts) == 1 else self.folded(" ".join(parts)))
            self.linked.append(min(self.linked_now, length))
            self.bold.append(min(self.bold_now, length))
            self.holders.append(self.open_containers[len(self.open_containers) - 1])
        parts.clear()
        self.linked_now = self.bold_now = 0
        return 0


def read_into(blocks, top, dict roles, squeeze, Py_ssize_t most):
    """Fill ``blocks`` with the first ``most`` elements below ``top``.

    Args:
        blocks: Empty blocks.
        top: An element of lxml.
        roles: The role of each tag that is not inline.
        squeeze: The function that folds white space.
        most: Most elements that are read.

    Returns:
        Whether it could: this walk knows elements and text, but no comments and the like.
    """
    try:
        _walk(_Reader(blocks, squeeze), top, roles, most)
    except _OtherNode:
        return False
    return True


cdef int _walk(_Reader reader, lxml._Element top, dict roles, Py_ssize_t most) except -1:
    cdef xmlNode* node = top._c_node
    cdef xmlNode* following
    cdef _Names names = _Names(roles)
    cdef Py_ssize_t number = 0, depth = 0, room = 0
    cdef unsigned char* open_roles = NULL
    cdef unsigned char* grown
    cdef int role = CONTAINER
    reader.begin(top.tag, names.attributes(top, node), 0)
    try:
        while True:
            if depth == room:
                room += ROOM
                grown = <unsigned char*> realloc(open_roles, room)
                if grown == NULL:
                    raise MemoryError
                open_roles = grown
            open_roles[depth] = role
            depth += 1
            reader.add(node.children)
            following = NULL if number + 1 >= most else _element_from(node.children)
            while following == NULL:
                depth -= 1
                reader.leave(open_roles[depth], number + 1)
                if node == top._c_node:
                    return 0
                reader.add(node.next)
                following = NULL if number + 1 >= most else _element_from(node.next)
                node = node.parent
            node = following
            number += 1
            tag, role = names.of_tag(top, node)
            if role == CONTAINER:
                reader.begin(tag, names.attributes(top, node), number)
            elif role:
                reader.enter(role, top, node)
    finally:
        free(open_roles)


def read_first(top, dict unseen, Py_ssize_t length):
    """Return the first pieces of text that ``extractor.page.dom`` joins, or None if the tree is left to Python."""
    try:
        return _first(_Names(unseen), top, length)
    except _OtherNode:
        return None


cdef list _first(_Names names, lxml._Element top, Py_ssize_t length):
    cdef xmlNode* node = top._c_node
    cdef xmlNode* following
    cdef list parts = []
    cdef str text
    while True:
        tag, is_unseen = names.of_tag(top, node)
        following = NULL
        if not is_unseen:
            text = _text_from(node.children, True)
            if text is not None and not text.isspace():
                parts.append(text[:length])
                length -= len(text)
                if length <= 0:
                    return parts
            following = _element_from(node.children)
        while following == NULL:
            if node == top._c_node:
                return parts
            following = _element_from(node.next)
            node = node.parent
        node = following


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


cdef xmlNode* _element_from(xmlNode* node) except? NULL:
    """Return the first element among ``node`` and what follows it, or NULL."""
    while node != NULL and node.type != XML_ELEMENT_NODE:
        if not _is_text(node):
            raise _OtherNode
        node = node.next
    return node


cdef str _text_from(xmlNode* node, bint needs_ink):
    """Return the text of the run of text nodes that begins at ``node``, or None.

    With ``needs_ink``, text of ASCII white space alone counts as none.
    """
    cdef bytes joined
    cdef const char* content
    if node == NULL or not _is_text(node):
        return None
    if node.next == NULL or not _is_text(node.next):
        content = <const char*> node.content
        if content == NULL or (needs_ink and _is_white(content)):
            return None
        return content.decode("utf-8")
    joined = b""
    while node != NULL and _is_text(node):
        if node.content != NULL:
            joined += <bytes> (<const char*> node.content)
        node = node.next
    return joined.decode("utf-8") if joined else None


cdef Py_ssize_t _folded_length(str text) except -1:
    """Return the length of ``" ".join(text.split())``."""
    cdef Py_UCS4 sign
    cdef Py_ssize_t length = 0
    cdef bint in_word = False
    for sign in text:
        if Py_UNICODE_ISSPACE(sign):
            in_word = False
        else:
            length += 1 if in_word or length == 0 else 2
            in_word = True
    return length


cdef bint _is_plain(str name) except -1:
    """Tell whether a class certainly is its own shape: not long, ASCII, single blanks, no long number, no stripe."""
    cdef Py_UCS4 sign, before = 0x20
    cdef Py_ssize_t digits = 0
    cdef bint after_blank = True
    if len(name) > PLAIN:
        return False
    for sign in name:
        digits = digits + 1 if 0x30 <= sign <= 0x39 else 0
        if sign > 0x7e or sign < 0x20 or digits == 3 or (sign == 0x20 and after_blank):
            return False
        if sign == 0x32 and before > 0x40:  # a 2 after a letter
            return False
        if (sign == 0x6e or sign == 0x4e) and (before == 0x65 or before == 0x45):  # "en", as in "even"
            return False
        after_blank = sign == 0x20
        before = sign
    return not after_blank or len(name) == 0


cdef inline bint _is_text(xmlNode* node) noexcept:
    return node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE


cdef inline bint _is_white(const char* text) noexcept:
    while text[0] == c" " or c"\t" <= text[0] <= c"\r":
        text += 1
    return text[0] == 0
