# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of small functions of texts in ``extractor.fields.site`` and ``extractor.page.decode``."""

from cpython.unicode cimport PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData, Py_UNICODE_ISALNUM
from libc.stdlib cimport free, malloc


def letters(str text):
    """Return letters and digits in lower case, as ``extractor.fields.site`` does."""
    cdef str lowered = text.lower()
    cdef Py_UCS4 sign
    cdef Py_ssize_t length = 0
    cdef Py_UCS4* kept = <Py_UCS4*> malloc((len(lowered) + 1) * sizeof(Py_UCS4))
    if kept == NULL:
        raise MemoryError
    try:
        for sign in lowered:
            if Py_UNICODE_ISALNUM(sign):
                kept[length] = sign
                length += 1
        return <str> PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, kept, length)
    finally:
        free(kept)


def controls(const unsigned char[::1] body):
    """Count the bytes that are control characters, except white space and escapes."""
    cdef Py_ssize_t place, found = 0
    cdef unsigned char sign
    for place in range(body.shape[0]):
        sign = body[place]
        found += (sign < 0x20) & ((sign < 0x09) | (sign > 0x0D)) & (sign != 0x1B)
    return found
