"""How much two sentences of a story have in common. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log, sqrt

from features.stories.statements.statement import Statement

# Words in more of the sentences than this find no pair: the others of a pair do.
_FREQUENT = 0.25
_MIN_FREQUENT = 12
# Among a few sentences, what two of them share is still rare.
_FEW = 40


class Likeness:
    """The likeness of any two of these sentences, which are in one language: the cosine of their
    words, of which the rarer ones in the story count more.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements
        counts = Counter(term for each in statements for term in each.terms)
        size = max(len(statements), _FEW)
        self._weights = {term: log(1 + size / n) for term, n in counts.items()}
        most = max(_MIN_FREQUENT, _FREQUENT * len(statements))
        self._rare = {term for term, n in counts.items() if n <= most}
        self._lengths = {each: sqrt(self._sum(each.terms)) for each in statements}

    def of(self, one: Statement, other: Statement) -> float:
        """Return how alike two sentences are, from 0 to 1."""
        shared = self._sum(one.terms & other.terms)
        return shared / (self._lengths[one] * self._lengths[other])

    def of_words(self, one: frozenset[str], other: frozenset[str]) -> float:
        """Return how alike two sentences are of which only these words count."""
        lengths = self._sum(one) * self._sum(other)
        return self._sum(one & other) / sqrt(lengths) if lengths else 0.0

    def earlier(self) -> Iterator[tuple[Statement, list[tuple[float, Statement]]]]:
        """Yield each sentence with those before it that share a rare word, the most alike first."""
        with_term: defaultdict[str, list[Statement]] = defaultdict(list)
        for each in self._statements:
            rare = each.terms & self._rare
            near = {other for term in rare for other in with_term[term]}
            ranked = sorted(
                ((self.of(each, other), other) for other in near),
                key=lambda pair: (-pair[0], pair[1].report.id, pair[1].place),
            )
            yield each, ranked
            for term in rare:
                with_term[term].append(each)

    def with_frequent(self, fewest: int) -> int:
        """Return how many sentences have so many words that find no pair: what these sentences
        share with another one by such words alone is not found.
        """
        return sum(len(each.terms - self._rare) >= fewest for each in self._statements)

    def _sum(self, terms: frozenset[str]) -> float:
        return sum(self._weights[term] ** 2 for term in terms)
