# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of searches for elements in ``extractor.fields``.

They walk libxml2's tree itself, so that only the elements that are found become Python objects.
"""

from libc.string cimport strcmp
from lxml.includes cimport etreepublic as lxml
from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

lxml.import_lxml__etree()

cdef enum:
    SLOTS = 256  # names of tags that are kept at hand


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
