# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of the loop over the nodes of a thread in ``extractor.forum.marks``."""

from cpython.unicode cimport Py_UNICODE_ISDECIMAL


def read(finder, cues, Py_ssize_t longest_echo, Py_ssize_t shortest_stamp, Py_ssize_t name_nodes, moments):
    """Read all nodes, as ``extractor.forum.marks.read_in_python`` does.

    Args:
        finder: Adds what the nodes tell.
        cues: The module ``extractor.forum.cues``, which tells what texts and classes mean.
        longest_echo: Most characters of an attribute that may repeat a name.
        shortest_stamp: Least characters of an attribute that may contain a time.
        name_nodes: Most nodes of an element that shows a name.
        moments: The attributes that may contain a time.
    """
    _Reader(finder, cues, longest_echo, shortest_stamp, name_nodes, moments).read()


cdef class _Reader:
    """The walk, with what classes mean: known for each class once."""

    cdef list tags, texts, attributes, ends, classes, echoes
    cdef object finder, cues, moments, tells_moment
    cdef dict quotes, names
    cdef Py_ssize_t longest_echo, shortest_stamp, name_nodes, longest_date

    def __init__(self, finder, cues, Py_ssize_t longest_echo, Py_ssize_t shortest_stamp, Py_ssize_t name_nodes, moments):
        outline = finder.outline
        self.tags, self.texts, self.attributes = outline.tags, outline.texts, outline.attributes
        self.ends, self.classes, self.echoes = outline.ends, outline.classes, finder.found.echoes
        self.finder, self.cues, self.moments, self.tells_moment = finder, cues, moments, cues.tells_moment
        self.longest_echo, self.shortest_stamp, self.name_nodes = longest_echo, shortest_stamp, name_nodes
        self.longest_date = cues.MAX_DATE_LENGTH
        self.quotes, self.names = {}, {}

    cdef int read(self) except -1:
        cdef Py_ssize_t node, quoted = -1
        cdef str tag, text
        for node in range(len(self.tags)):
            if node < quoted:
                continue
            tag = self.tags[node]
            if self.may_be_quote(tag, self.classes[node]) and self.finder.is_quote(node):
                quoted = self.ends[node]
            elif not tag:
                text = (<str> self.texts[node]).strip()
                if len(text) <= self.longest_date and self.tells_moment(text):
                    self.finder.add_text(node)
                self.finder.last = node
            elif <dict> self.attributes[node]:
                self.read_element(node, tag, self.attributes[node], self.classes[node])
            if tag == "article":
                self.finder.found.numbers[("article",)].append(node)
            if self.finder.left <= 0:
                break
        return 0

    cdef bint may_be_quote(self, str tag, str name) except -1:
        if not name:
            return tag == "blockquote"
        known = self.quotes.get(name)
        if known is None:
            known = self.quotes[name] = self.cues.is_quote_class(tag, name)
        return known

    cdef bint means_name(self, str name) except -1:
        known = self.names.get(name)
        if known is None:
            known = self.names[name] = self.cues.is_name_class(name)
        return known

    cdef int read_element(self, Py_ssize_t node, str tag, dict attributes, str name) except -1:
        cdef bint shows_name = bool(name) and self.means_name(name)
        cdef str key, value
        if len(attributes) > (1 if name else 0):
            for key, value in attributes.items():
                if key == "class" or key == "href" or key == "src" or key == "style":
                    continue
                if self.read_attribute(node, tag, key, value):
                    shows_name = True
        if (shows_name or tag == "a") and tag != "time" and <Py_ssize_t> self.ends[node] - node < self.name_nodes:
            self.finder.add_name(node, tag, is_sure=shows_name)
        return 0

    cdef bint read_attribute(self, Py_ssize_t node, str tag, str key, str value) except -1:
        """Read an attribute and tell whether it marks a name."""
        cdef bint is_data = key.startswith("data-"), is_number, has_digit = _has_digit(value)
        cdef bint may_be_stamp = has_digit and self.shortest_stamp <= len(value) < self.longest_date
        if (is_data or key in self.moments) and 0 < len(value) <= self.longest_echo:
            self.echoes.append((node, value.casefold()))
        if key == "id" or (key == "name" and tag == "a"):
            if has_digit:
                self.finder.add_number(node, tag, key, value)
        elif is_data:
            is_number = self.cues.is_number_attribute(key)
            if is_number and has_digit:
                self.finder.add_number(node, tag, key, value)
            if may_be_stamp and not (value.isdigit() and (is_number or key.endswith("id"))):
                self.finder.add_moment(node, value)
        elif key in self.moments:
            if may_be_stamp:
                self.finder.add_moment(node, value)
        elif key == "itemtype":
            self.finder.found.numbers["type", value].append(node)
        elif key == "itemprop" or key == "rel":
            return "author" in value or value == "name" or value == "creator"
        return False


cdef bint _has_digit(str text) except -1:
    """Return whether a text contains what an expression calls a digit."""
    cdef Py_UCS4 sign
    for sign in text:
        if Py_UNICODE_ISDECIMAL(sign):
            return True
    return False
