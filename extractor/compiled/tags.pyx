# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of the search for tags with very many attributes in ``extractor.page.dom``."""

from cpython.unicode cimport (
    PyUnicode_DATA,
    PyUnicode_FindChar,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
    PyUnicode_READ,
    Py_UNICODE_ISSPACE,
)


def has_crowded(str text, Py_ssize_t many):
    """Return whether a tag has ``many`` attributes, as the pattern of ``extractor.page.dom`` does."""
    cdef _Scanner scanner = _Scanner(text)
    cdef Py_ssize_t place = PyUnicode_FindChar(text, c"<", 0, scanner.end, 1)
    while place >= 0:
        if scanner.attributes(place + 1, many) >= many:
            return True
        place = PyUnicode_FindChar(text, c"<", place + 1, scanner.end, 1)
    return False


cdef class _Scanner:
    """Reads a tag as HTML writes it. ``end`` is the length of the text."""

    cdef str text
    cdef void* data
    cdef int kind
    cdef Py_ssize_t end

    def __init__(self, str text):
        self.text, self.data, self.kind = text, PyUnicode_DATA(text), PyUnicode_KIND(text)
        self.end = PyUnicode_GET_LENGTH(text)

    cdef inline Py_UCS4 at(self, Py_ssize_t place) noexcept:
        """Return a character, or "<", which ends everything, behind the text."""
        return PyUnicode_READ(self.kind, self.data, place) if place < self.end else c"<"

    cdef Py_ssize_t attributes(self, Py_ssize_t place, Py_ssize_t many) except -1:
        """Count the attributes of the tag whose name begins at ``place``, at most ``many``."""
        cdef Py_ssize_t found = 0, start
        cdef Py_UCS4 sign = self.at(place)
        if not (c"a" <= sign <= c"z" or c"A" <= sign <= c"Z"):
            return 0
        while not (sign in u"<>/" or Py_UNICODE_ISSPACE(sign)):
            place += 1
            sign = self.at(place)
        while found < many:
            start = place
            while sign == c"/" or Py_UNICODE_ISSPACE(sign):
                place += 1
                sign = self.at(place)
            if place == start:
                break
            start = place
            while not (sign in u"=<>/\"'" or Py_UNICODE_ISSPACE(sign)):
                place += 1
                sign = self.at(place)
            if place == start:
                break
            found += 1
            place = self.behind_value(place)
            sign = self.at(place)
        return found

    cdef Py_ssize_t behind_value(self, Py_ssize_t place) except -1:
        """Return the place behind the value of an attribute, or ``place`` if it has none."""
        cdef Py_ssize_t start = self.behind_blanks(place), closed
        if self.at(start) != c"=":
            return place
        start = self.behind_blanks(start + 1)
        cdef Py_UCS4 sign = self.at(start)
        if start < self.end and (sign == c'"' or sign == c"'"):
            closed = PyUnicode_FindChar(self.text, sign, start + 1, self.end, 1)
            return closed + 1 if closed >= 0 else start
        while start < self.end and not (sign in u">\"'" or Py_UNICODE_ISSPACE(sign)):
            start += 1
            sign = self.at(start)
        return start

    cdef Py_ssize_t behind_blanks(self, Py_ssize_t place) noexcept:
        while Py_UNICODE_ISSPACE(self.at(place)):
            place += 1
        return place
