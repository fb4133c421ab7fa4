"""The four lists of a story: told by many, in conflict, told by one site only, and new. Pure.

Sentences of one language are compared by their words; lines of different languages by vectors,
where there are likenesses. What is in conflict is found within a language.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from features.stories.statements.across import near_lines, same_lines
from features.stories.statements.conflicts import ABOUT, Conflict, conflicts
from features.stories.statements.figures import agree
from features.stories.statements.likeness import Likeness
from features.stories.statements.likenesses import NOT_COMPARED, Likenesses
from features.stories.statements.reports import Quote, Report
from features.stories.statements.statement import (
    LANGUAGES,
    Statement,
    language_of,
    says_something,
    statements_of,
)
from features.stories.statements.voices import Voices

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
    """What several voices tell: the quote that is most like the others, the first quote of each
    voice in order of time, and ``translations``: the best quote of each other language.
    """

    quote: Quote
    quotes: tuple[Quote, ...]
    translations: tuple[Quote, ...] = ()

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

    ``compared`` of its ``voices`` were compared; 0 if that takes too long, or if others are
    compared first, which ``is_busy`` tells. ``left_out`` sentences may say the same as others with
    words that are too frequent to compare by. ``told_new`` is None if nobody asked what is new.
    ``is_apart``: it is told in several languages, and not all that was compared was compared with
    the other languages too.
    """

    told_by_many: tuple[Agreement, ...] = ()
    in_conflict: tuple[Conflict, ...] = ()
    told_by_one: tuple[Single, ...] = ()
    told_new: tuple[Quote, ...] | None = None
    compared: int = 0
    voices: int = 0
    left_out: int = 0
    is_apart: bool = False
    is_busy: bool = False

    @property
    def has_lines(self) -> bool:
        """Return whether there is anything to show."""
        lists = (self.told_by_many, self.in_conflict, self.told_by_one, self.told_new)
        return any(lists)


@dataclass(frozen=True, kw_only=True)
class _Language:
    """The sentences of a language: all, those that say something, and of these the ones about the
    story in groups that say the same, of which ``left_out`` have too frequent words.
    """

    everything: Sequence[Statement]
    statements: Sequence[Statement]
    likeness: Likeness
    groups: Sequence[Sequence[Statement]]
    left_out: int
    in_conflict: Sequence[Conflict]


@dataclass(kw_only=True)
class _Line:
    """What is said once or several times, with the sentences of each language."""

    of_language: dict[str, Sequence[Statement]]

    @property
    def statements(self) -> list[Statement]:
        """Return all sentences, in order of time within a language."""
        return [each for some in self.of_language.values() for each in some]


def compared_of(voices: Voices) -> list[Report]:
    """Return the report of each voice that is compared, the newest ones, in order of time."""
    return voices.speakers[-MAX_VOICES:]


def voices_of(reports: Iterable[Report]) -> Voices:
    """Return the voices of those reports that can be compared."""
    return Voices(each for each in reports if language_of(each) in LANGUAGES)


def compare(
    reports: Iterable[Report],
    since: datetime | None = None,
    likenesses: Likenesses = NOT_COMPARED,
) -> Comparison:
    """Compare the reports of a story; ``since`` asks for what reports found later add.

    Without ``likenesses`` of sentences of different languages, each language is compared for
    itself.
    """
    voices = voices_of(reports)
    speakers = compared_of(voices)
    told = _by_language(speakers)
    is_across = len(told) > 1 and likenesses.is_known
    languages = {
        lang: _of_language(some, voices)
        for lang, some in told.items()
        # Who is alone in a language can only be compared with others.
        if is_across or len(some) > 1
    }
    everything = [each for part in languages.values() for each in part.everything]
    against = [each for part in languages.values() for each in part.in_conflict]
    disputed = {quote.key for each in against for claim in each.claims for quote in claim.quotes}
    lines = _lines(languages, likenesses)
    many = sorted(
        _agreements(lines, languages, disputed),
        key=lambda each: (-len(each.sites), -len(each.quotes), each.first.published),
    )
    holders, echoes = _holders(everything, voices), _echoes(languages, likenesses, voices)
    singles = _singles(lines, holders, echoes, voices, disputed)
    against.sort(key=lambda each: (each.is_update, -each.voices))
    return Comparison(
        told_by_many=tuple(many[:MAX_LINES]),
        in_conflict=tuple(against[:MAX_LINES]),
        told_by_one=tuple(singles)[:MAX_LINES],
        told_new=None if since is None else tuple(_new(lines, since))[:MAX_LINES],
        compared=len(speakers),
        voices=len(voices.speakers),
        left_out=sum(part.left_out for part in languages.values()),
        is_apart=len(told) > 1 and not (is_across and _all_known(everything, likenesses)),
    )


def _by_language(speakers: Sequence[Report]) -> dict[str, list[Report]]:
    told = {lang: [each for each in speakers if language_of(each) == lang] for lang in LANGUAGES}
    return {lang: some for lang, some in told.items() if some}


def _all_known(statements: Iterable[Statement], likenesses: Likenesses) -> bool:
    """Return whether all of the texts, which are what is compared, have likenesses."""
    return all(each.quote.key in likenesses.sentences for each in statements if each.place)


def _of_language(speakers: Sequence[Report], voices: Voices) -> _Language:
    everything = [each for report in speakers for each in statements_of(report)]
    statements = [each for each in everything if says_something(each)]
    subject = _subject(statements, is_alone=len(speakers) == 1)
    told = [each for each in statements if len(each.terms & subject) >= ABOUT and each.place]
    near = Likeness(told)
    likeness = Likeness(statements)
    return _Language(
        everything=everything,
        statements=statements,
        likeness=likeness,
        groups=_groups(near, likeness),
        left_out=near.with_frequent(_MIN_SHARED),
        in_conflict=conflicts(statements, likeness, voices, subject),
    )


def _lines(languages: Mapping[str, _Language], likenesses: Likenesses) -> list[_Line]:
    """Return the groups of all languages; those that say the same are one line."""
    lines: list[_Line] = []
    for lang, part in languages.items():
        near = near_lines([each.statements for each in lines], part.groups, likenesses.pairs)
        same = {other: one for one, other in same_lines(near)}
        own = [_Line(of_language={lang: group}) for group in part.groups]
        for other, line in enumerate(own):
            if other in same:
                lines[same[other]].of_language |= line.of_language
        lines += [line for other, line in enumerate(own) if other not in same]
    return lines


def _sites(statements: Iterable[Statement]) -> set[str]:
    return {each.report.site for each in statements}


def _groups(near: Likeness, likeness: Likeness) -> list[list[Statement]]:
    """Return sentences that say the same together; each is as like the first as the others are."""
    groups: dict[Statement, list[Statement]] = {}
    for each, ranked in near.earlier():
        home = next((groups[one] for alike, one in ranked if _say_same(each, one, alike)), None)
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
    lines: Iterable[_Line], languages: Mapping[str, _Language], disputed: set[str]
) -> Iterator[Agreement]:
    for line in lines:
        told = {lang: _first_of_each(some) for lang, some in line.of_language.items()}
        best = {lang: _central(some, languages[lang].likeness) for lang, some in told.items()}
        is_disputed = any(each.key in disputed for each in best.values())
        if is_disputed or len(_sites(line.statements)) < 2:
            continue
        quotes = [each.quote for some in told.values() for each in some]
        main = max(told, key=lambda lang: len(told[lang]))
        yield Agreement(
            quote=best.pop(main),
            quotes=tuple(sorted(quotes, key=lambda each: (each.report.published, each.report.id))),
            translations=tuple(best.values()),
        )


def _first_of_each(group: Iterable[Statement]) -> list[Statement]:
    """Return the first of these sentences of each report."""
    first: dict[str, Statement] = {}
    for each in group:
        first.setdefault(each.report.id, each)
    return list(first.values())


def _central(told: Sequence[Statement], likeness: Likeness) -> Quote:
    """Return the sentence that stands best for the others: it has no number that they lack."""

    def centrality(each: Statement) -> tuple[int, float]:
        others = [other for other in told if other is not each]
        known = {number for other in others for number in other.numerals}
        return -len(each.numerals - known), sum(likeness.of(each, other) for other in others)

    return max(told, key=centrality).quote


def _subject(told: Sequence[Statement], *, is_alone: bool) -> frozenset[str]:
    """Return the words at the beginning of reports of a language: what the story is about."""
    beginnings = [each for each in told if each.place <= _BEGINNING]
    pairs = {(term, each.report.id) for each in beginnings for term in each.terms}
    counts = Counter(term for term, _report in pairs)
    reports = len({each.report.id for each in told})
    # A report that is alone in its language says itself what the story is about.
    fewest = 1 if is_alone else max(2, _OF_REPORTS * reports)
    return frozenset(term for term, count in counts.items() if count >= fewest)


def _holders(told: Iterable[Statement], voices: Voices) -> dict[str | float, set[str]]:
    """Return the sites that have each number and each name."""
    holders: defaultdict[str | float, set[str]] = defaultdict(set)
    for each in told:
        for fact in _facts(each):
            holders[fact] |= voices.sites(each.report)
    return holders


def _echoes(
    languages: Mapping[str, _Language], likenesses: Likenesses, voices: Voices
) -> dict[Statement, set[str]]:
    """Return the sites that may say the same as a sentence in another language, also if that is
    not sure enough to join them, or only a part of their sentence.
    """
    echoes: defaultdict[Statement, set[str]] = defaultdict(set)
    for one, other in combinations(languages.values(), 2):
        ours, theirs = ([[each] for each in some.everything] for some in (one, other))
        for at, place in near_lines(ours, theirs, likenesses.pairs):
            [first], [second] = ours[at], theirs[place]
            echoes[first] |= voices.sites(second.report)
            echoes[second] |= voices.sites(first.report)
    return echoes


def _singles(
    lines: Iterable[_Line],
    holders: Mapping[str | float, set[str]],
    echoes: Mapping[Statement, set[str]],
    voices: Voices,
    disputed: set[str],
) -> Iterator[Single]:
    """Yield sentences of one site with a number or a name that no other site has."""
    of_site: Counter[str] = Counter()
    for line in lines:
        each = line.statements[0]
        site = each.report.site
        told = {
            site
            for said in line.statements
            for site in voices.sites(said.report) | echoes.get(said, set())
        }
        has_own = any(len(holders[fact]) == 1 for fact in _facts(each))
        is_disputed = each.quote.key in disputed
        if told == {site} and has_own and not is_disputed and of_site[site] < _MAX_OF_SITE:
            of_site[site] += 1
            yield Single(quote=each.quote, copies=voices.copies(each.report))


def _facts(statement: Statement) -> Iterator[str | float]:
    yield from statement.names
    yield from statement.numerals


def _new(lines: Iterable[_Line], since: datetime) -> Iterator[Quote]:
    """Yield what only reports tell that were found after a time."""
    for line in lines:
        if all(each.report.found > since for each in line.statements):
            yield line.statements[0].quote
