# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twins of loops over blocks and containers in ``extractor.body``."""

import numpy as np

cdef enum:
    SIGNS = 128  # of ASCII
    SLOTS = 4096  # for the first three signs of phrases


cdef class Starts:
    """Tells by the first three signs of a line that it begins with none of many phrases, nearly always if so."""

    cdef unsigned char[SLOTS] begins

    def __init__(self, phrases):
        cdef str phrase
        cdef long third
        for phrase in phrases:
            if len(phrase) > 2:
                self.begins[_slot(ord(phrase[0]), ord(phrase[1]), ord(phrase[2]))] = True
                continue
            for third in range(SIGNS * SIGNS):
                self.begins[_slot(ord(phrase[0]), ord(phrase[1]) if len(phrase) > 1 else third // SIGNS, third % SIGNS)] = True

    def cues(self, list lines, cue_of, Py_ssize_t longest):
        """Return what lines announce, as ``extractor.body.cues.cues_in_python`` does."""
        cdef list found = []
        cdef str line
        for line in lines:
            found.append(cue_of(line) if len(line) <= longest and self.may_begin(line) else -1)
        return found

    cdef bint may_begin(self, str line) except -1:
        cdef Py_ssize_t place = 0, end = len(line)
        cdef long first, second = 0, third = 0
        while place < end and (line[place] == c" " or c"0" <= line[place] <= c"9"):
            place += 1
        if place == end:
            return False
        first = line[place]
        if place + 1 < end:
            second = line[place + 1]
        if place + 2 < end:
            third = line[place + 2]
        if first >= SIGNS or second >= SIGNS or third >= SIGNS:
            return True
        return self.begins[_slot(_lower(first), _lower(second), _lower(third))]


cdef inline Py_ssize_t _slot(long first, long second, long third) noexcept:
    return (first * 961 + second * 31 + third) % SLOTS


cdef inline long _lower(long sign) noexcept:
    return sign | 0x20 if 0x41 <= sign <= 0x5A else sign


def overlap(list texts, list places, set wanted, Py_ssize_t per_word):
    """Return the words in common with a headline, as ``extractor.body.features.overlap_in_python`` does."""
    found = np.zeros(len(texts))
    cdef double[::1] shares = found
    cdef Py_ssize_t place
    cdef str lowered
    cdef list units
    cdef set common
    for place in places:
        lowered = (<str> texts[place]).lower()
        units = lowered.split()
        if len(units) * per_word <= len(lowered):
            units = list(lowered)
        common = None
        for unit in units:
            if unit in wanted:
                if common is None:
                    common = set()
                common.add(unit)
        if common is not None:
            shares[place] = <double> len(common) / <double> max(len(wanted), len(set(units)))
    return found


def codes(list tags, list holders, dict known, double other):
    """Return the code of the tag around each block."""
    found = np.empty(len(holders))
    cdef double[::1] values = found
    cdef Py_ssize_t number
    for number in range(len(holders)):
        values[number] = known.get(tags[<Py_ssize_t> holders[number]], other)
    return found


def dialogs(list tags, list attributes, roles):
    """Return the containers that are dialogs, as ``extractor.body.view.dialogs_in_python`` does."""
    cdef list found = []
    cdef Py_ssize_t node
    cdef dict named
    for node in range(len(tags)):
        named = attributes[node]
        if tags[node] == "dialog" or (
            named and (named.get("role") in roles or named.get("aria-modal") == "true")
        ):
            found.append(node)
    return found
