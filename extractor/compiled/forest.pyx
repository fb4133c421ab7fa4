# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of ``extractor.trees.Forest.raw``."""

from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc

import numpy as np

cdef enum:
    TOGETHER = 8  # rows that descend a tree side by side: the processor waits for none of their look-ups

cdef struct Node:
    int feature
    int left
    float threshold


cdef class Descent:
    """The nodes of a forest in one block of memory. A leaf is its own left child and never goes right."""

    cdef Node* nodes
    cdef const float[::1] values
    cdef const Py_ssize_t[::1] roots
    cdef Py_ssize_t outputs, depth

    def __cinit__(self, forest):
        cdef const Py_ssize_t[::1] features = forest.features, lefts = forest.lefts, questions = forest.questions
        cdef const float[::1] thresholds = forest.thresholds
        cdef Py_ssize_t number
        self.values, self.roots, self.outputs, self.depth = forest.values, forest.roots, forest.outputs, forest.depth
        self.nodes = <Node*> malloc(lefts.shape[0] * sizeof(Node))
        if self.nodes == NULL:
            raise MemoryError
        for number in range(lefts.shape[0]):
            self.nodes[number].left = lefts[number]
            if lefts[number] == number:
                self.nodes[number].feature, self.nodes[number].threshold = 0, INFINITY
            else:
                self.nodes[number].feature = features[questions[number]]
                self.nodes[number].threshold = thresholds[questions[number]]

    def __dealloc__(self):
        free(self.nodes)

    def sums(self, const float[:, ::1] rows):
        """Return the sums of the leaves [n, outputs] of ``rows`` [n, features]."""
        added = np.zeros((rows.shape[0], self.outputs))
        cdef double[:, ::1] totals = added
        cdef Py_ssize_t start = 0
        with nogil:
            while start < rows.shape[0]:
                self._descend(rows, totals, start, min(start + TOGETHER, rows.shape[0]))
                start += TOGETHER
        return added.astype(np.float32)

    cdef void _descend(
        self, const float[:, ::1] rows, double[:, ::1] totals, Py_ssize_t start, Py_ssize_t end
    ) noexcept nogil:
        cdef int places[TOGETHER]
        cdef const float* features[TOGETHER]
        cdef const Node* node
        cdef Py_ssize_t tree, row, step
        for row in range(TOGETHER):
            features[row] = &rows[min(start + row, end - 1), 0]
        for tree in range(self.roots.shape[0]):
            for row in range(TOGETHER):
                places[row] = self.roots[tree]
            for step in range(self.depth):
                for row in range(TOGETHER):
                    node = &self.nodes[places[row]]
                    places[row] = node.left + (features[row][node.feature] > node.threshold)
            for row in range(end - start):
                totals[start + row, tree % self.outputs] += self.values[places[row]]
