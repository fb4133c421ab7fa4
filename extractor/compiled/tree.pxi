"""Parts of the walks over libxml2's own tree, which create few Python objects: names, attributes and texts."""

from lxml.includes cimport etreepublic as lxml
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_TEXT_NODE,
    xmlAttr,
    xmlNode,
)

lxml.import_lxml__etree()

cdef enum:
    SLOTS = 256  # names of tags and attributes that are kept at hand

cdef dict NONE = {}  # the attributes of most containers


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
            self.known[slot], self.places[slot] = (text, self.roles.get(text, 0)), name
        return <tuple> self.known[slot]

    cdef tuple of_tag(self, lxml._Element top, xmlNode* node):
        """Return the tag of an element and its role."""
        if node.ns == NULL:
            return self.at(node.name)
        tag = lxml.elementFactory(top._doc, node).tag
        return tag, self.roles.get(tag, 0)

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


cdef inline bint _is_text(xmlNode* node) noexcept:
    return node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE


cdef inline bint _is_white(const char* text) noexcept:
    while text[0] == c" " or c"\t" <= text[0] <= c"\r":
        text += 1
    return text[0] == 0
