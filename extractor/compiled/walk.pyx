# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of walks over the tree of a page: that of ``extractor.page.blocks``, and searches for the first
words, and for elements with an attribute, of authors and around others.

They walk libxml2's tree itself, so that only the elements that are found become Python objects.
"""

from cpython.unicode cimport Py_UNICODE_ISSPACE, PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport strcmp

include "tree.pxi"

cdef enum:
    IDEOGRAPHIC = 0x3000

cdef enum:
    ROOM = 4096  # elements by which the memory for open elements grows

cdef enum:
    INLINE, CONTAINER, BREAK, LINK, BOLD, IMAGE, UNSEEN, TIME


cdef class _Reader:
    """Collects the pieces of the current block in ``parts`` and keeps track of the open elements."""

    cdef list parts, open_containers
    cdef list texts, lines, linked, bold, holders
    cdef list tags, attributes, parents, starts, ends, inner_tags, anchors, images, times
    cdef object squeeze
    cdef Py_ssize_t in_link, in_bold, unseen, linked_now, bold_now

    def __init__(self, blocks, squeeze):
        self.parts, self.open_containers = [], [-1]
        self.texts, self.lines, self.linked, self.bold = blocks.texts, blocks.lines, blocks.linked, blocks.bold
        self.holders, self.tags, self.attributes = blocks.holders, blocks.tags, blocks.attributes
        self.parents, self.starts, self.ends = blocks.parents, blocks.starts, blocks.ends
        self.inner_tags, self.anchors, self.images = blocks.inner_tags, blocks.anchors, blocks.images
        self.times = blocks.times
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
        elif role == TIME:
            self.times.append(lxml.elementFactory(top._doc, node))
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


cdef class _Tags:
    """Tells elements with certain tags from others. libxml2 keeps each name of a document once, in one place."""

    cdef set names
    cdef const unsigned char* places[SLOTS]
    cdef bint known[SLOTS]

    def __init__(self, tags):
        self.names = {tag.encode() for tag in tags}

    cdef bint have(self, xmlNode* node) except -1:
        cdef Py_ssize_t slot
        if node.type != XML_ELEMENT_NODE or node.ns != NULL:
            return False
        slot = (<size_t> node.name >> 3) % SLOTS
        if self.places[slot] != node.name:
            self.known[slot] = <bytes> (<const char*> node.name) in self.names
            self.places[slot] = node.name
        return self.known[slot]


def having(lxml._Element root, str name):
    """Return the elements with an attribute, in document order."""
    cdef bytes wanted = name.encode()
    cdef xmlNode* node = root._c_node
    cdef list found = []
    while node != NULL:
        if _attribute(node, wanted) != NULL:
            found.append(lxml.elementFactory(root._doc, node))
        node = _following(node, root._c_node)
    return found


def marked(lxml._Element root, tags, means_author, Py_ssize_t longest, Py_ssize_t most):
    """Return the first elements that are marked as an author's, as the Python twin in ``extractor.fields.marks`` does."""
    cdef xmlNode* node = root._c_node
    cdef list found = []
    cdef _Tags wanted = _Tags(tags)
    while node != NULL and len(found) < most:
        if wanted.have(node) and _is_marked(node, means_author, longest):
            found.append(lxml.elementFactory(root._doc, node))
        node = _following(node, root._c_node)
    return found


def holders(lxml._Element top, elements, tags, Py_ssize_t count):
    """Return for each element the number of the innermost of the first ``count`` containers around it, or -1."""
    cdef dict numbers = {}
    cdef _Tags wanted = _Tags(tags)
    cdef xmlNode* node
    cdef lxml._Element element
    cdef Py_ssize_t number = 0
    cdef list found = []
    for element in elements:
        node = element._c_node
        while node != NULL and <size_t> node not in numbers:
            numbers[<size_t> node] = -1
            node = node.parent
    node = top._c_node
    while node != NULL and number < count:
        if node == top._c_node or wanted.have(node):
            if <size_t> node in numbers:
                numbers[<size_t> node] = number
            number += 1
        node = _following(node, top._c_node)
    for element in elements:
        node = element._c_node
        while node != NULL and numbers[<size_t> node] < 0:
            node = node.parent
        found.append(-1 if node == NULL else numbers[<size_t> node])
    return found


cdef bint _is_marked(xmlNode* node, means_author, Py_ssize_t longest) except -1:
    cdef xmlAttr* attribute = _attribute(node, b"class")
    if attribute != NULL and means_author(lxml.attributeValue(node, attribute)[:longest]):
        return True
    for name in (b"rel", b"itemprop"):
        attribute = _attribute(node, name)
        if attribute != NULL and "author" in lxml.attributeValue(node, attribute):
            return True
    return False


cdef inline xmlAttr* _attribute(xmlNode* node, const char* name) noexcept:
    """Return an attribute of an element, or NULL."""
    cdef xmlAttr* attribute = node.properties if node.type == XML_ELEMENT_NODE else NULL
    while attribute != NULL and (attribute.ns != NULL or strcmp(<const char*> attribute.name, name) != 0):
        attribute = attribute.next
    return attribute


cdef inline xmlNode* _following(xmlNode* node, xmlNode* top) noexcept:
    """Return the next node in document order below ``top``, or NULL."""
    if node.type == XML_ELEMENT_NODE and node.children != NULL:
        return node.children
    while node != top and node.next == NULL:
        node = node.parent
    return NULL if node == top else node.next
