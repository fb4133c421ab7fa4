# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of the loops over the blocks of a page in ``extractor.kind_facts``."""

from cpython.unicode cimport PyUnicode_GET_LENGTH, Py_UNICODE_ISDECIMAL, Py_UNICODE_ISSPACE


def measure(list texts, list linked, double least, double share, Py_ssize_t shortest, Py_ssize_t longest):
    """Return the sizes of texts, those outside links, the numbers of running texts and those of linked headlines.

    Args:
        texts: The texts of the blocks, none of them empty.
        linked: The characters of each in links.
        least: Least size outside links of running text.
        share: Share of characters in links above which a text is a link.
        shortest: Least size of a headline.
        longest: Its largest size.
    """
    cdef list sizes = [], free = [], running = [], headlines = []
    cdef Py_ssize_t number, size
    cdef double part, rest
    cdef str text
    for number in range(min(len(texts), len(linked))):
        text = texts[number]
        size = _size(text)
        part = <double> <Py_ssize_t> linked[number] / <double> PyUnicode_GET_LENGTH(text)
        rest = size * (1 - part)
        sizes.append(size)
        free.append(rest)
        if rest >= least:
            running.append(number)
        elif part > share and shortest <= size <= longest:
            headlines.append(number)
    return sizes, free, running, headlines


def headings(blocks, Py_ssize_t most, wanted):
    """Return how many of the first blocks are in headings, and how many of these contain a link."""
    cdef list tags = blocks.tags, holders = blocks.holders, linked = blocks.linked
    cdef Py_ssize_t number, found = 0, leading = 0
    for number in range(min(most, len(holders))):
        if tags[<Py_ssize_t> holders[number]] in wanted:
            found += 1
            leading += <Py_ssize_t> linked[number] > 0
    return found, leading


def repetition(blocks, list headlines):
    """Count the siblings of one tag that contain a linked headline, and the blocks in them."""
    cdef list tags = blocks.tags, parents = blocks.parents, starts = blocks.starts, ends = blocks.ends
    cdef dict places = {}
    cdef list counts = [], held = []
    cdef Py_ssize_t holder, parent, place, best = 0
    cdef bytearray counted = bytearray(len(tags))
    cdef unsigned char[::1] is_counted = counted
    for number in headlines:
        holder = blocks.holders[number]
        while holder > 0 and not is_counted[holder]:
            is_counted[holder] = 1
            parent = parents[holder]
            place = places.setdefault((parent, tags[holder]), len(counts))
            if place == len(counts):
                counts.append(0)
                held.append(0)
            counts[place] += 1
            held[place] += <Py_ssize_t> ends[holder] - <Py_ssize_t> starts[holder]
            holder = parent
    if not counts:
        return 0, 0
    for place in range(1, len(counts)):
        if (counts[place], held[place]) > (counts[best], held[best]):
            best = place
    return counts[best], held[best]


def longest_stretch(list running, list headlines, list free):
    """Return the most running text between two linked headlines."""
    cdef Py_ssize_t first = 0, second = 0, number, others = len(headlines)
    cdef double longest = 0, stretch = 0
    for first in range(len(running)):
        number = running[first]
        while second < others and <Py_ssize_t> headlines[second] < number:
            stretch = 0
            second += 1
        stretch += <double> free[number]
        if stretch > longest:
            longest = stretch
    return longest


def dates(str text):
    """Count what looks like a part of a date, as the pattern of ``extractor.kind_facts`` does."""
    cdef Py_ssize_t place = 0, end = PyUnicode_GET_LENGTH(text), behind, found = 0
    while place < end:
        behind = _behind_date(text, place, end) if Py_UNICODE_ISDECIMAL(text[place]) else 0
        found += behind > 0
        place = behind if behind else place + 1
    return found


cdef Py_ssize_t _behind_date(str text, Py_ssize_t place, Py_ssize_t end) except -1:
    """Return the place behind a digit at ``place``, a sign and more digits, or 0 if they are not there."""
    cdef Py_ssize_t digit
    if place + 2 >= end:
        return 0
    if text[place + 1] in u"-/.:年月":
        digit = place + 3 if Py_UNICODE_ISSPACE(text[place + 2]) else place + 2
        return digit + 1 if digit < end and Py_UNICODE_ISDECIMAL(text[digit]) else 0
    if text[place + 1] != c",":
        return 0
    place += 3 if text[place + 2] == c" " else 2
    if place + 4 > end:
        return 0
    for digit in range(place, place + 4):
        if not Py_UNICODE_ISDECIMAL(text[digit]):
            return 0
    return place + 4


cdef Py_ssize_t _size(str text) except -1:
    """Return the length in bytes of UTF-8, in which a lone surrogate is replaced by one sign."""
    cdef Py_UCS4 sign
    cdef Py_ssize_t size = 0
    if text.isascii():
        return PyUnicode_GET_LENGTH(text)
    for sign in text:
        size += 1 if sign < 0x80 or 0xD800 <= sign < 0xE000 else 2 if sign < 0x800 else 3 if sign < 0x10000 else 4
    return size
