# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twins of ``extractor.body``: ``features.rows_in_python`` with the groups of features that it joins, and
``characters.measure_in_python``.

The groups, their order and all constants are those of ``extractor.body.features`` and
``extractor.body.containers``. Every sum adds its terms in the same order as numpy does there.
"""

from libc.math cimport fmax, fmin, sqrt

import numpy as np

cdef enum:  # numbers of features in each group, and of groups of one form
    OWN = 20
    NEIGHBOUR = 6
    WINDOW = 3
    PLACE = 17
    LEVEL = 8
    KIN = 7
    FIND = 8
    SCORES = 6
    SHIFTS = 4
    RADII = 2
    LEVELS = 4
    SINCE = 6

cdef enum:  # places among a block's own features
    WIDTH = 0
    LINKS = 2
    ENDS = 4
    TAG = 12
    CUE = 19

cdef enum:
    FAR = 60
    VERY_FAR = 400
    FIRST_HEADING = 1
    LAST_HEADING = 4
    TAG_CODES = 20  # more than there are codes of tags

cdef int[SHIFTS] BY = [-2, -1, 1, 2]
cdef int[RADII] RADIUS = [3, 8]
cdef double NEXT_TO_NOTHING = 1e-9


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


def rows(view, cues, const double[:, ::1] marks, paths, const double[::1] boxed, Py_ssize_t at, with_title, overlap):
    """Return the features of the blocks that may be text [k, features], as the Python twin does."""
    asked = np.flatnonzero(view.asked)
    columns = OWN + SHIFTS * NEIGHBOUR + RADII * WINDOW + PLACE + LEVELS * LEVEL + 2 * KIN + 3 * FIND + SCORES
    found = np.empty((len(asked), columns + marks.shape[0]), np.float32)
    cdef _Filler filler = _Filler(view, asked, found)
    filler.fill_own(view, cues)
    filler.fill_neighbours()
    filler.fill_windows()
    filler.fill_places(at, with_title, overlap)
    filler.fill_levels()
    filler.fill_kin(np.asarray(paths)[view.outline.holders])
    filler.fill_kin(filler.tag_groups())
    filler.fill_finds(boxed)
    filler.fill_marks(marks)
    return found


cdef class _Filler:
    """Fills the columns of ``out`` [k, features] from left to right: one row for each block that is ``asked``."""

    cdef float[:, ::1] out
    cdef const Py_ssize_t[::1] asked, starts, ends, parents, wider, holders
    cdef const double[::1] widths, linked, shares, marks, good, tags
    cdef const long long[::1] pauses
    cdef double[:, ::1] own
    cdef double[::1] inner
    cdef Py_ssize_t count, containers, column

    def __init__(self, view, asked, out):
        outline = view.outline
        self.out, self.asked = out, asked
        self.starts, self.ends, self.parents = outline.starts, outline.ends, outline.parents
        self.wider, self.holders = outline.wider, outline.holders
        self.widths, self.linked, self.shares = view.widths, view.linked, view.shares
        self.marks, self.good, self.tags = view.marks, view.good, view.tags
        self.pauses = view.characters.pauses
        self.inner = np.array(view.blocks.inner_tags, np.float64)
        self.count, self.containers, self.column = len(view.widths), len(outline.starts), 0

    cdef int put(self, const double[::1] values) except -1:
        """Fill the next column with the values of the blocks that are asked."""
        cdef Py_ssize_t row
        for row in range(self.asked.shape[0]):
            self.out[row, self.column] = <float> values[self.asked[row]]
        self.column += 1
        return 0

    cdef double[::1] zeros(self, Py_ssize_t count):
        return np.zeros(count)

    cdef double[::1] sums(self, const double[::1] values):
        """Return the sums over each container, as differences of running sums."""
        cdef double[::1] before = self.before(values), found = self.zeros(self.containers)
        cdef Py_ssize_t node
        for node in range(self.containers):
            found[node] = before[self.ends[node]] - before[self.starts[node]]
        return found

    cdef double[::1] before(self, const double[::1] values):
        """Return the sums of what precedes each block, then the total."""
        cdef double[::1] found = self.zeros(self.count + 1)
        cdef Py_ssize_t place
        for place in range(self.count):
            found[place + 1] = found[place] + values[place]
        return found

    cdef double[::1] from_children(self, const double[::1] values):
        """Return for each container the sum over its children."""
        cdef double[::1] found = self.zeros(self.containers)
        cdef Py_ssize_t node
        for node in range(1, self.containers):
            found[self.parents[node]] += values[node]
        return found

    cdef int fill_own(self, view, cues) except -1:
        blocks, signs = view.blocks, view.characters
        cdef const long long[::1] lengths = signs.lengths, digits = signs.digits, capitals = signs.capitals
        cdef const long long[::1] ends = signs.ends, symbols = signs.symbols, first = signs.first, last = signs.last
        cdef list texts = blocks.texts, bold = blocks.bold, cue = cues
        cdef double[:, ::1] own = np.zeros((OWN, self.count))
        cdef double[::1] held = self.zeros(self.containers), anchors = self.zeros(self.count + 1)
        cdef double[::1] images = self.zeros(self.count + 1)
        cdef dict copies = {}
        cdef Py_ssize_t place, number
        for number, _ in blocks.anchors:
            anchors[number] += 1
        for number, _ in blocks.images:
            images[number] += 1
        for place in range(self.count):
            held[self.holders[place]] += 1
            number = copies.get(texts[place], 0)
            copies[texts[place]] = number + 1
            own[17, place] = number
        for place in range(self.count):
            own[0, place], own[1, place], own[2, place] = self.widths[place], lengths[place], self.shares[place]
            own[3, place] = <double> bold[place] / lengths[place]
            own[4, place], own[5, place] = ends[place], self.pauses[place]
            own[6, place] = self.marks[place] / lengths[place]
            own[7, place] = digits[place] / <double> lengths[place]
            own[8, place] = capitals[place] / <double> lengths[place]
            own[9, place], own[10, place], own[11, place] = symbols[place], first[place], last[place]
            own[12, place], own[13, place] = self.tags[place], held[self.holders[place]]
            own[14, place], own[15, place], own[16, place] = anchors[place], images[place], images[place + 1]
            own[18, place], own[19, place] = copies[texts[place]], cue[place]
        for number in range(OWN):
            self.put(own[number])
        self.own = own
        return 0

    cdef int fill_neighbours(self) except -1:
        """Fill the features of neighbouring blocks. -1 stands for "no such block"."""
        cdef int[NEIGHBOUR] columns = [WIDTH, LINKS, TAG, -1, ENDS, CUE]
        cdef Py_ssize_t shift, name, row, place
        cdef double value
        for shift in range(SHIFTS):
            for name in range(NEIGHBOUR):
                for row in range(self.asked.shape[0]):
                    place = self.asked[row] + BY[shift]
                    if not 0 <= place < self.count:
                        value = -1
                    elif columns[name] < 0:
                        value = self.good[place]
                    else:
                        value = self.own[columns[name], place]
                    self.out[row, self.column] = <float> value
                self.column += 1
        return 0

    cdef int fill_windows(self) except -1:
        cdef double[::1] widths = self.before(self.widths), links = self.before(self.linked)
        cdef double[::1] good = self.before(self.good)
        cdef Py_ssize_t radius, row, start, end
        cdef double width
        for radius in range(RADII):
            for row in range(self.asked.shape[0]):
                end = min(self.asked[row] + RADIUS[radius] + 1, self.count)
                start = max(self.asked[row] - RADIUS[radius], 0)
                width = widths[end] - widths[start]
                self.out[row, self.column] = <float> width
                self.out[row, self.column + 1] = <float> ((links[end] - links[start]) / fmax(width, 1))
                self.out[row, self.column + 2] = <float> (good[end] - good[start])
            self.column += WINDOW
        return 0

    cdef int fill_places(self, Py_ssize_t at, const double[::1] with_title, const double[::1] overlap) except -1:
        cdef double[::1] good = self.before(self.good)
        cdef double[:, ::1] found = np.empty((PLACE, self.count))
        cdef Py_ssize_t[SINCE] last = [-VERY_FAR, -VERY_FAR, -VERY_FAR, -VERY_FAR, -VERY_FAR, -VERY_FAR]
        cdef Py_ssize_t place, kind, coming = self.count + FAR
        cdef double tag
        for place in range(self.count):
            tag = self.tags[place]
            if self.good[place] > 0:
                last[0] = place
            if FIRST_HEADING <= tag <= LAST_HEADING:
                last[1] = place
            if tag == FIRST_HEADING:
                last[2] = place
            for kind in range(3):
                if self.own[CUE, place] == kind:
                    last[3 + kind] = place
            for kind in range(SINCE):
                found[kind, place] = min(place - last[kind], <Py_ssize_t> VERY_FAR)
            found[7, place] = self.tags[last[1]] if last[1] >= 0 else -1
            found[8, place] = self.widths[last[1]] if last[1] >= 0 else -1
            found[9, place] = good[place + 1] - good[max(last[1], 0)]
            found[10, place] = good[place] / fmax(good[self.count], 1)
            found[11, place] = place
            found[12, place] = place / <double> self.count
            found[13, place] = self.count - place
            found[14, place] = max(min(place - at, <Py_ssize_t> VERY_FAR), -FAR) if at >= 0 else -VERY_FAR
            found[15, place], found[16, place] = with_title[place], overlap[place]
        for place in range(self.count - 1, -1, -1):
            if self.good[place] > 0:
                coming = place
            found[6, place] = min(coming - place, <Py_ssize_t> FAR)
        for kind in range(PLACE):
            self.put(found[kind])
        return 0

    cdef int fill_levels(self) except -1:
        """Fill the features of the innermost container and the three wider ones around it."""
        cdef double[::1] widths = self.sums(self.widths), links = self.sums(self.linked)
        cdef double[::1] good = self.sums(self.good), marks = self.sums(self.marks)
        cdef Py_ssize_t row, level, node
        cdef double whole, blocks, all_good = fmax(good[0], 1), all_widths = fmax(widths[0], 1)
        cdef float* out
        for row in range(self.asked.shape[0]):
            node = self.holders[self.asked[row]]
            for level in range(LEVELS):
                out = &self.out[row, self.column + level * LEVEL]
                whole, blocks = fmax(widths[node], 1), self.ends[node] - self.starts[node]
                out[0] = <float> (widths[node] / all_widths)
                out[1] = <float> (links[node] / whole)
                out[2] = <float> (good[node] / whole)
                out[3] = <float> (good[node] / all_good)
                out[4] = <float> blocks
                out[5] = <float> (widths[node] / fmax(blocks, 1))
                out[6] = <float> (widths[node] / (self.inner[node] + 1))
                out[7] = <float> (marks[node] / whole)
                node = self.wider[node]
        self.column += LEVELS * LEVEL
        return 0

    cdef tag_groups(self):
        """Return a number for each block, the same for those with the same tag in the same wider container."""
        cdef Py_ssize_t[::1] known = np.zeros(TAG_CODES * (self.count + 1), np.intp)
        groups = np.empty(self.count, np.intp)
        cdef Py_ssize_t[::1] found = groups
        cdef Py_ssize_t place, key, number = 0
        for place in range(self.count):
            key = <Py_ssize_t> self.tags[place] * (self.count + 1) + self.starts[self.wider[self.holders[place]]]
            if known[key] == 0:
                number += 1
                known[key] = number
            found[place] = known[key]
        return groups

    cdef int fill_kin(self, const Py_ssize_t[::1] groups) except -1:
        """Fill the features of the group that each block belongs to."""
        cdef Py_ssize_t place, row, group, most = 0
        cdef double count, mean, width, all_good = 0, best_good = 0
        for place in range(self.count):
            most = max(most, groups[place])
            all_good += self.good[place]
        cdef double[:, ::1] sums = np.zeros((most + 1, 6))
        for place in range(self.count):
            width, group = self.widths[place], groups[place]
            sums[group, 0] += 1
            sums[group, 1] += width
            sums[group, 2] += width * width
            sums[group, 3] += self.good[place]
            sums[group, 4] += self.linked[place]
            sums[group, 5] += self.marks[place]
        for group in range(most + 1):
            best_good = fmax(best_good, sums[group, 3])
        cdef float* out
        for row in range(self.asked.shape[0]):
            group, out = groups[self.asked[row]], &self.out[row, self.column]
            count, width = fmax(sums[group, 0], 1), sums[group, 1]
            mean = width / count
            out[0] = <float> sums[group, 0]
            out[1] = <float> mean
            out[2] = <float> sqrt(fmax(sums[group, 2] / count - mean * mean, 0))
            out[3] = <float> (sums[group, 4] / fmax(width, 1))
            out[4] = <float> (sums[group, 5] / count)
            out[5] = <float> (sums[group, 3] / fmax(all_good, 1))
            out[6] = <float> (sums[group, 3] / fmax(best_good, 1))
        self.column += KIN
        return 0

    cdef int fill_finds(self, const double[::1] boxed) except -1:
        """Fill the position of each block relative to the containers that heuristics choose."""
        cdef double[::1] plain = self.zeros(self.count), clean = self.zeros(self.count), good = self.zeros(self.count)
        cdef double[::1] number = self.zeros(self.count), points = self.zeros(self.count)
        cdef double[::1] clean_points = self.zeros(self.count), dense = self.zeros(self.containers)
        cdef double[::1] widths = self.sums(self.widths), links = self.sums(self.linked)
        cdef double[::1] scores, clean_scores, before
        cdef Py_ssize_t[FIND] found
        cdef Py_ssize_t place, node, row, find, since, until
        cdef double free
        for place in range(self.count):
            free = 1 - boxed[place]
            plain[place] = self.widths[place] - self.linked[place] if self.marks[place] > 0 else 0
            clean[place], good[place] = plain[place] * free, self.good[place] * free
            if self.good[place] > 0:
                number[place] = free
                points[place] = (1 + self.pauses[place]) + fmin(self.widths[place] / 100, 3)
            points[place] *= 1 - self.shares[place]
            clean_points[place] = points[place] * free
        scores, clean_scores = self.scores(points), self.scores(clean_points)
        for node in range(self.containers):
            free = 1 - links[node] / fmax(widths[node], 1)
            scores[node] *= free
            dense[node] = widths[node] / (self.inner[node] + 1) * free
        dense = self.from_children(dense)
        self.descend(self.sums(plain), &found[0], 3)
        self.descend(self.sums(clean), &found[3], 1)
        self.descend(self.sums(number), &found[4], 1)
        found[5], found[6], found[7] = _largest(scores), _largest(clean_scores), _largest(dense)
        cdef double top = fmax(scores[found[5]], NEXT_TO_NOTHING)
        cdef double clean_top = fmax(clean_scores[found[6]], NEXT_TO_NOTHING)
        cdef double dense_top = fmax(dense[found[7]], NEXT_TO_NOTHING)
        before = self.before(good)
        cdef double all_good = fmax(before[self.count], 1)
        cdef float* out
        for row in range(self.asked.shape[0]):
            place, out = self.asked[row], &self.out[row, self.column]
            for find in range(FIND):
                since, until = place - self.starts[found[find]], self.ends[found[find]] - 1 - place
                out[find] = since >= 0 and until >= 0
                out[FIND + find] = max(min(since, <Py_ssize_t> FAR), -FAR)
                out[2 * FIND + find] = max(min(until, <Py_ssize_t> FAR), -FAR)
            out += 3 * FIND
            node = self.holders[place]
            out[0] = <float> (scores[node] / top)
            out[4] = <float> (dense[self.wider[node]] / dense_top)
            node = self.parents[node]
            out[1] = <float> (scores[node] / top)
            out[3] = <float> (clean_scores[node] / clean_top)
            out[2] = <float> (scores[self.parents[node]] / top)
            out[5] = <float> (before[place + 1] / all_good)
        self.column += 3 * FIND + SCORES
        return 0

    cdef double[::1] scores(self, const double[::1] points):
        """Return a container's points: its own blocks', its children's, and half of its grandchildren's."""
        cdef double[::1] found = self.zeros(self.containers), children, others
        cdef Py_ssize_t place, node
        for place in range(self.count):
            found[self.holders[place]] += points[place]
        children = self.from_children(found)
        others = self.from_children(children)
        for node in range(self.containers):
            found[node] = found[node] + children[node] + others[node] / 2
        return found

    cdef int descend(self, const double[::1] totals, Py_ssize_t* found, int alphas) except -1:
        """Set where CEVC's descent ends: for 0.3, 0.5 and 0.7, or for 0.5 alone."""
        cdef Py_ssize_t[::1] children = np.zeros(self.containers, np.intp)
        cdef Py_ssize_t node, parent, number
        cdef double share
        for node in range(1, self.containers):
            parent = self.parents[node]
            if children[parent] == 0 or totals[node] >= totals[children[parent]]:
                children[parent] = node
        node = 0
        for number in range(alphas - 1, -1, -1):
            share = 0.5 if alphas == 1 else 0.3 if number == 0 else 0.5 if number == 1 else 0.7
            while children[node] and totals[children[node]] / fmax(totals[node], NEXT_TO_NOTHING) >= share:
                node = children[node]
            found[number] = node
        return 0

    cdef int fill_marks(self, const double[:, ::1] marks) except -1:
        cdef Py_ssize_t number
        for number in range(marks.shape[0]):
            self.put(marks[number])
        return 0


cdef Py_ssize_t _largest(const double[::1] values) noexcept:
    """Return the first index of the largest value."""
    cdef Py_ssize_t index, best = 0
    for index in range(1, values.shape[0]):
        if values[index] > values[best]:
            best = index
    return best
