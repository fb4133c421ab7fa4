# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of ``extractor.body.characters.measure_in_python``."""

import numpy as np


def measure(list texts, const long long[:, ::1] tables, const long long[::1] classes):
    """Return the sums of each table [tables, n] over the characters of each text, none of them empty, and its ends.

    Args:
        texts: The texts.
        tables: By code and table, what a character counts as. The last code stands for all beyond it.
        classes: By code, the class of a character at an end.
    """
    found = np.empty((tables.shape[1], len(texts)), np.int64)
    ends = np.empty((3, len(texts)), np.int64)
    cdef long long[:, ::1] totals = found, bounds = ends
    cdef const long long* row
    cdef Py_ssize_t place, length, last = tables.shape[0] - 1
    cdef long long first, second, third
    cdef str text
    cdef Py_UCS4 sign
    for place in range(len(texts)):
        text = texts[place]
        length = len(text)
        first = second = third = 0
        for sign in text:
            row = &tables[min(<Py_ssize_t> sign, last), 0]
            first += row[0]
            second += row[1]
            third += row[2]
        totals[0, place], totals[1, place], totals[2, place] = first, second, third
        bounds[0, place] = length
        bounds[1, place] = classes[min(<Py_ssize_t> text[0], last)]
        bounds[2, place] = classes[min(<Py_ssize_t> text[length - 1], last)]
    return found, ends
