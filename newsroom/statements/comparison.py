"""The four lists of a story: told by many, in conflict, told by one site only, and new. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from newsroom.statements.conflicts import ABOUT, Conflict, conflicts
from newsroom.statements.figures import agree
from newsroom.statements.likeness import Likeness
from newsroom.statements.reports import Quote, Report
from newsroom.statements.statement import LANGUAGES, Statement, language_of, statements_of
from newsroom.statements.voices import Voices

MAX_VOICES = 40
"""So many voices of a story are compared, the newest ones: the time grows with the square."""
MAX_LINES = 10
"""The most lines of a list: who wants more reads the reports."""
# Two sentences that say the same: on ``benchmarks.statements``.
_SAME = {"en": 0.5, "zh": 0.4}
# The same if one of them has numbers and the other none.
_SAME_BUT_NUMBERS = 0.6
_MIN_SHARED = 3
"""Fewest words in common: two are a name, which sentences about anything may share."""
_BEGINNING = 2
"""Sentences at the beginning of a report that say what it is about: the headline and the lead."""
_OF_REPORTS = 0.2
"""Least share of the reports that begin with a word if the story is about it."""
_MAX_OF_SITE = 2
"""Lines of one site, so that a long report does not fill the list."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """What several voices tell: the quote that is most like the others, and the first quote of each
    voice in order of time.
    """

    quote: Quote
    quotes: tuple[Quote, ...]

    @property
    def sites(self) -> tuple[str, ...]:
        """Return the sites that tell it, the first one first."""
        return tuple(dict.fromkeys(each.report.site for each in self.quotes))

    @property
    def first(self) -> Report:
        """Return the report that tells it first."""
        return self.quotes[0].report


@dataclass(frozen=True, kw_only=True)
class Single:
    """What one site alone tells; ``copies`` other reports have its whole text."""

    quote: Quote
    copies: int


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What the reports of a story say.

    ``compared`` of its ``voices`` were compared. ``told_new`` is None if nobody asked what is new.
    """

    told_by_many: tuple[Agreement, ...] = ()
    in_conflict: tuple[Conflict, ...] = ()
    told_by_one: tuple[Single, ...] = ()
    told_new: tuple[Quote, ...] | None = None
    compared: int = 0
    voices: int = 0

    @property
    def has_lines(self) -> bool:
        """Return whether there is anything to show."""
        lists = (self.told_by_many, self.in_conflict, self.told_by_one, self.told_new)
        return any(lists)


def compare(reports: Iterable[Report], since: datetime | None = None) -> Comparison:
    """Compare the reports of a story; ``since`` asks for what reports found later add."""
    voices = Voices(each for each in reports if language_of(each) in LANGUAGES)
    speakers = voices.speakers[-MAX_VOICES:]
    parts = [
        _of_language([each for each in speakers if language_of(each) == lang], voices, since)
        for lang in LANGUAGES
    ]
    many = sorted(
        (each for part in parts for each in part.told_by_many),
        key=lambda each: (-len(each.sites), -len(each.quotes), each.first.published),
    )
    against = sorted(
        (each for part in parts for each in part.in_conflict),
        key=lambda each: (each.is_update, -each.voices),
    )
    return Comparison(
        told_by_many=tuple(many[:MAX_LINES]),
        in_conflict=tuple(against[:MAX_LINES]),
        told_by_one=tuple(each for part in parts for each in part.told_by_one)[:MAX_LINES],
        told_new=None
        if since is None
        else tuple(each for part in parts for each in part.told_new or ())[:MAX_LINES],
        compared=len(speakers),
        voices=len(voices.speakers),
    )


def _of_language(speakers: Sequence[Report], voices: Voices, since: datetime | None) -> Comparison:
    if len(speakers) < 2 and since is None:
        return Comparison()
    everything = [each for report in speakers for each in statements_of(report)]
    subject = _subject(everything)
    told = [each for each in everything if len(each.terms & subject) >= ABOUT]
    likeness = Likeness(everything)
    groups = _groups([each for each in told if each.place], likeness)
    against = conflicts(everything, likeness, voices, subject)
    disputed = {quote.key for each in against for claim in each.claims for quote in claim.quotes}
    return Comparison(
        told_by_many=tuple(_agreements(groups, likeness, disputed)),
        in_conflict=tuple(against),
        told_by_one=tuple(_singles(groups, everything, voices, disputed)),
        told_new=tuple(_new(groups, since)) if since else (),
    )


def _groups(told: Sequence[Statement], likeness: Likeness) -> list[list[Statement]]:
    """Return sentences that say the same together; each is as like the first as the others are."""
    groups: dict[Statement, list[Statement]] = {}
    for each, ranked in Likeness(told).earlier():
        home = next((groups[near] for alike, near in ranked if _say_same(each, near, alike)), None)
        if home is not None and likeness.of(each, home[0]) >= _SAME[each.lang] / 2:
            home.append(each)
            groups[each] = home
        else:
            groups[each] = [each]
    return list({id(group): group for group in groups.values()}.values())


def _say_same(one: Statement, other: Statement, alike: float) -> bool:
    if alike < _SAME[one.lang] or len(one.terms & other.terms) < _MIN_SHARED:
        return False
    if one.numerals and other.numerals and not one.numerals & other.numerals:
        return False
    if bool(one.numerals) != bool(other.numerals) and alike < _SAME_BUT_NUMBERS:
        return False
    return all(
        agree(figure, another)
        for figure in one.figures
        for another in other.figures
        if figure.key == another.key
    )


def _agreements(
    groups: Iterable[Sequence[Statement]], likeness: Likeness, disputed: set[str]
) -> Iterator[Agreement]:
    for group in groups:
        first: dict[str, Statement] = {}
        for each in group:
            first.setdefault(each.report.id, each)
        told = list(first.values())
        sites = {each.report.site for each in told}
        central = max(told, key=lambda each: _centrality(each, told, likeness))
        if len(sites) > 1 and central.quote.key not in disputed:
            yield Agreement(quote=central.quote, quotes=tuple(each.quote for each in told))


def _centrality(
    each: Statement, told: Sequence[Statement], likeness: Likeness
) -> tuple[int, float]:
    """Return how well a sentence stands for the others: it has no number that they lack."""
    others = [other for other in told if other is not each]
    known = {number for other in others for number in other.numerals}
    return -len(each.numerals - known), sum(likeness.of(each, other) for other in others)


def _subject(told: Sequence[Statement]) -> frozenset[str]:
    """Return the words at the beginning of several reports: what the story is about."""
    beginnings = [each for each in told if each.place <= _BEGINNING]
    pairs = {(term, each.report.id) for each in beginnings for term in each.terms}
    counts = Counter(term for term, _report in pairs)
    reports = len({each.report.id for each in told})
    fewest = max(2, _OF_REPORTS * reports)
    return frozenset(term for term, count in counts.items() if count >= fewest)


def _singles(
    groups: Iterable[Sequence[Statement]],
    told: Iterable[Statement],
    voices: Voices,
    disputed: set[str],
) -> Iterator[Single]:
    """Yield sentences of one site with a number or a name that no other site has."""
    holders: dict[str | float, set[str]] = {}
    for each in told:
        for fact in _facts(each):
            holders.setdefault(fact, set()).update(voices.sites(each.report))
    of_site: Counter[str] = Counter()
    for group in groups:
        each = group[0]
        own = [fact for fact in _facts(each) if len(holders[fact]) == 1]
        is_alone = len({other.report.site for other in group}) == 1 and own
        is_disputed = each.quote.key in disputed
        if is_alone and not is_disputed and of_site[each.report.site] < _MAX_OF_SITE:
            of_site[each.report.site] += 1
            yield Single(quote=each.quote, copies=voices.copies(each.report))


def _facts(statement: Statement) -> Iterator[str | float]:
    yield from statement.names
    yield from statement.numerals


def _new(groups: Iterable[Sequence[Statement]], since: datetime) -> Iterator[Quote]:
    """Yield what only reports tell that were found after a time."""
    for group in groups:
        if all(each.report.found > since for each in group):
            yield group[0].quote
