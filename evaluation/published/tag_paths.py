"""Tag paths: the tags from the root down to a text leaf, and the distance between two of them."""


class TagPaths:
    """The distinct tag paths of a page as a tree of prefixes.

    A path is its number in it, the root's is 0.

    A path of 2,000 tags costs one entry beyond the path that it continues, however many leaves it
    has.
    """

    def __init__(self, root_tag: str) -> None:
        self._tags = [root_tag]
        self._parents = [0]
        self._depths = [1]
        self._known: dict[tuple[int, str], int] = {}
        self._distances: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._tags)

    def step(self, path: int, tag: str) -> int:
        """Return the path that continues ``path`` by one tag."""
        return self._known.get((path, tag)) or self._add(path, tag)

    def depth(self, path: int) -> int:
        """Return the number of tags in the path, including the root's."""
        return self._depths[path]

    def parent(self, path: int) -> int:
        """Return the path without its last tag; the root's is itself."""
        return self._parents[path]

    def tags(self, path: int) -> list[str]:
        """Return the tags from the root."""
        return self._climb(path, 0)

    def distance(self, first: int, second: int) -> int:
        """Return the edit distance of two paths over tags (insert, delete, replace); 0 only for
        equal paths.
        """
        key = (first, second) if first < second else (second, first)
        if key not in self._distances:
            shared = self._shared(first, second)
            self._distances[key] = edit_distance(
                self._climb(first, shared), self._climb(second, shared)
            )
        return self._distances[key]

    def _add(self, path: int, tag: str) -> int:
        self._known[path, tag] = number = len(self._tags)
        self._tags.append(tag)
        self._parents.append(path)
        self._depths.append(self._depths[path] + 1)
        return number

    def _shared(self, first: int, second: int) -> int:
        """Return how many tags both paths begin with.

        Between neighbouring leaves this costs no more than the walk.
        """
        while self._depths[first] > self._depths[second]:
            first = self._parents[first]
        while self._depths[second] > self._depths[first]:
            second = self._parents[second]
        while first != second:
            first, second = self._parents[first], self._parents[second]
        return self._depths[first]

    def _climb(self, path: int, top_depth: int) -> list[str]:
        """Return the last tags of a path, those below ``top_depth``."""
        found = []
        for _ in range(self._depths[path] - top_depth):
            found.append(self._tags[path])
            path = self._parents[path]
        return found[::-1]


def edit_distance(first: list[str] | str, second: list[str] | str) -> int:
    """Return the fewest insertions, deletions and replacements that turn one sequence into the
    other.

    A column of the usual table is kept as two bit vectors, where it rises and where it falls
    (Myers, J. ACM 46(3), 1999; Hyyrö, 2003): one step of integer arithmetic for each item of
    ``second``.
    """
    if not first:
        return len(second)
    places: dict[str, int] = {}
    for index, item in enumerate(first):
        places[item] = places.get(item, 0) | 1 << index
    full, last = (1 << len(first)) - 1, 1 << (len(first) - 1)
    rises, falls, distance = full, 0, len(first)
    for item in second:
        equal = places.get(item, 0)
        diagonal = (((equal & rises) + rises) ^ rises) | equal | falls
        right = falls | (full & ~(diagonal | rises))
        left = rises & diagonal
        distance += bool(right & last) - bool(left & last)
        right = (right << 1 | 1) & full
        rises = (left << 1 & full) | (full & ~(diagonal | right))
        falls = right & diagonal
    return distance
