# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of tests of links in ``extractor.page.dom`` and ``extractor.fields.article_pages``."""

from cpython.unicode cimport (
    PyUnicode_DATA,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
    PyUnicode_READ,
    Py_UNICODE_ISDECIMAL,
)
from libc.string cimport strcmp
from lxml.includes cimport etreepublic as lxml
from lxml.includes.tree cimport xmlAttr

lxml.import_lxml__etree()

cdef enum:
    SIGNS = 128
    HOST = 1
    PATH = 2
    QUERY = 4
    NAME = 8

cdef unsigned char[SIGNS] USES


cdef void _allow(str signs, int use):
    cdef Py_UCS4 sign
    for sign in signs:
        USES[<int> sign] |= use


cdef str _WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_allow(_WORD + ".-", HOST)
_allow(_WORD + "/.~%+-", PATH)
_allow(_WORD + "/~%+-", NAME)
_allow(_WORD + "=&.~%+;:,/@!-", QUERY)


def is_simple(str link):
    """Return whether a link is absolute and plain, as the pattern of ``extractor.page.dom`` does."""
    cdef const void* data = PyUnicode_DATA(link)
    cdef int kind = PyUnicode_KIND(link)
    cdef Py_ssize_t end = PyUnicode_GET_LENGTH(link), place, start
    if link.startswith("https://"):
        place = 8
    elif link.startswith("http://"):
        place = 7
    else:
        return False
    start = place
    place = _behind(kind, data, place, end, HOST)
    if place == start or place == end or PyUnicode_READ(kind, data, place) != c"/":
        return False
    place = _behind(kind, data, place, end, PATH)
    if place + 1 < end and PyUnicode_READ(kind, data, place) == c"?":
        place = _behind(kind, data, place + 1, end, QUERY)
    return place == end


def is_simple_path(str link):
    """Return whether a link is a plain path on the same host, as the pattern of ``extractor.page.dom`` does."""
    cdef const void* data = PyUnicode_DATA(link)
    cdef int kind = PyUnicode_KIND(link)
    cdef Py_ssize_t end = PyUnicode_GET_LENGTH(link), place = 1, start
    if end < 2 or PyUnicode_READ(kind, data, 0) != c"/" or PyUnicode_READ(kind, data, 1) == c"/":
        return False
    place = _behind(kind, data, place, end, NAME)
    if place == 1:
        return False
    while place + 1 < end and PyUnicode_READ(kind, data, place) == c"." and _is_word(PyUnicode_READ(kind, data, place + 1)):
        place = _behind(kind, data, place + 1, end, NAME)
    if place + 1 < end and PyUnicode_READ(kind, data, place) == c"?":
        start = place
        place = _behind(kind, data, place + 1, end, QUERY)
        if place == start + 1:
            return False
    if place + 1 < end and PyUnicode_READ(kind, data, place) == c"#":
        place = _behind(kind, data, place + 1, end, HOST)
    return place == end


cdef inline bint _is_word(Py_UCS4 sign) noexcept:
    """Return whether a sign is a letter, a digit or a low line of ASCII."""
    return sign < SIGNS and USES[sign] & HOST and sign != c"." and sign != c"-"


cdef inline Py_ssize_t _behind(int kind, const void* data, Py_ssize_t place, Py_ssize_t end, int use) noexcept:
    """Return the place of the first sign from ``place`` on that has no such use, or ``end``."""
    cdef Py_UCS4 sign
    while place < end:
        sign = PyUnicode_READ(kind, data, place)
        if sign >= SIGNS or not USES[sign] & use:
            break
        place += 1
    return place


def numbered(elements, tails, bint unnumbered, Py_ssize_t most, Py_ssize_t longest):
    """Return the links that may lead to a page of the same article, as ``extractor.fields.article_pages`` does."""
    cdef list found = []
    cdef lxml._Element element
    cdef xmlAttr* attribute
    cdef Py_ssize_t number = 0, place, start
    cdef str href, tail
    for element in elements:
        if number == most:
            break
        number += 1
        attribute = element._c_node.properties
        while attribute != NULL and (attribute.ns != NULL or strcmp(<const char*> attribute.name, b"href") != 0):
            attribute = attribute.next
        if attribute == NULL:
            continue
        href = lxml.attributeValue(element._c_node, attribute)
        if not href or len(href) > longest:
            continue
        place = 0
        for tail in tails:
            start = href.find(tail)
            if start >= 0:
                place = max(place, start + len(tail))
        if (place or href[0] == c"?") and (unnumbered or _has_digit(href, place)):
            found.append((element, href))
    return found


cdef bint _has_digit(str text, Py_ssize_t place) except -1:
    for place in range(place, len(text)):
        if Py_UNICODE_ISDECIMAL(text[place]):
            return True
    return False
