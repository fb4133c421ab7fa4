"""The four lists of a story: told by many, in conflict, told by one site only, and new. Pure.

Sentences of one language are compared by their words; lines of different languages by vectors,
where there are likenesses. What is in conflict is found within a language.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from features.stories.statements.across import near_lines, same_lines
from features.stories.statements.conflicts import ABOUT, Conflict, conflicts
from features.stories.statements.grouping import SAME, contradict, groups_of
from features.stories.statements.likeness import Likeness
from features.stories.statements.likenesses import NOT_COMPARED, Likenesses
from features.stories.statements.only_here import OnlyHere, Single
from features.stories.statements.reports import Quote, Report, sentence_key
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
_BEGINNING = 2
"""Sentences at the beginning of a report that say what it is about: the headline and the lead."""
_OF_REPORTS = 0.2
"""Least share of the reports that begin with a word if the story is about it."""
_REPEATED = 3
"""What so many reports tell in nearly the same words is about the story if it counts something, or
has one word of what that is about.
"""
_OF_SHOWN = 0.9
"""A sentence of a group counts for its line if it is so like the one that is shown, of what two
need to say the same.
"""
_TWICE = 0.6
"""A line tells the same again if so much of the shorter one of two is in the other."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """What several voices tell: the statement that is most like the others, the first quote of
    each voice in order of time, and ``translations``: the best quote of each other language.
    """

    statement: Statement
    quotes: tuple[Quote, ...]
    translations: tuple[Quote, ...] = ()

    @property
    def quote(self) -> Quote:
        """Return the sentence that stands for all of them."""
        return self.statement.quote

    @property
    def sites(self) -> tuple[str, ...]:
        """Return the sites that tell it, the first one first."""
        return tuple(dict.fromkeys(each.report.site for each in self.quotes))

    @property
    def first(self) -> Report:
        """Return the report that tells it first."""
        return self.quotes[0].report


@dataclass(frozen=True, kw_only=True)
class ReportComparison:
    """What the reports of a story say.

    ``compared`` of its ``voices`` were compared; 0 if that takes too long, or if others are
    compared first, which ``is_busy`` tells. ``is_made``: two of them at least were compared with
    each other; without that, empty lists say nothing. ``told_new`` is None if nobody asked what is
    new.
    ``is_apart``: it is told in several languages, and not all that was compared was compared with
    the other languages too.
    """

    told_by_many: tuple[Agreement, ...] = ()
    in_conflict: tuple[Conflict, ...] = ()
    told_by_one: tuple[Single, ...] = ()
    told_new: tuple[Quote, ...] | None = None
    compared: int = 0
    voices: int = 0
    is_made: bool = False
    is_apart: bool = False
    is_busy: bool = False

    @property
    def has_lines(self) -> bool:
        """Return whether there is anything to show."""
        lists = (self.told_by_many, self.in_conflict, self.told_by_one, self.told_new)
        return any(lists)

    @property
    def contradictions(self) -> int:
        """Return how many of the conflicts are no updates."""
        return sum(not each.is_update for each in self.in_conflict)

    @property
    def updates(self) -> int:
        """Return how many of the conflicts are updates."""
        return len(self.in_conflict) - self.contradictions


@dataclass(frozen=True, kw_only=True)
class _LanguageSentences:
    """The sentences of a language: all, and those about the story in groups that say the same."""

    everything: Sequence[Statement]
    likeness: Likeness
    groups: Sequence[Sequence[Statement]]
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
) -> ReportComparison:
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
    disputed = {
        sentence_key(quote.text)
        for each in against
        for claim in each.claims
        for quote in claim.quotes
    }
    lines = _lines(languages, likenesses)
    many = sorted(
        _agreements(lines, languages, disputed),
        key=lambda each: (-len(each.sites), -len(each.quotes), each.first.published),
    )
    only = OnlyHere(
        {lang: part.everything for lang, part in languages.items()},
        {lang: part.likeness for lang, part in languages.items()},
        likenesses,
        voices,
    )
    texts = _texts(lines)
    singles = only.singles(each for each in texts if not _is_disputed(each, disputed))
    against.sort(key=lambda each: (each.is_update, -each.voices))
    return ReportComparison(
        told_by_many=tuple(_once(many, languages))[:MAX_LINES],
        in_conflict=tuple(against[:MAX_LINES]),
        told_by_one=tuple(singles)[:MAX_LINES],
        told_new=None if since is None else tuple(only.new(texts, since))[:MAX_LINES],
        compared=len(speakers),
        voices=len(voices.speakers),
        is_made=len(speakers) > 1 and bool(languages),
        is_apart=len(told) > 1 and not (is_across and _all_known(everything, likenesses)),
    )


def _by_language(speakers: Sequence[Report]) -> dict[str, list[Report]]:
    told = {lang: [each for each in speakers if language_of(each) == lang] for lang in LANGUAGES}
    return {lang: some for lang, some in told.items() if some}


def _all_known(statements: Iterable[Statement], likenesses: Likenesses) -> bool:
    """Return whether all of the texts, which are what is compared, have likenesses."""
    return all(each.quote.key in likenesses.sentences for each in statements if each.place)


def _of_language(speakers: Sequence[Report], voices: Voices) -> _LanguageSentences:
    everything = [each for report in speakers for each in statements_of(report)]
    likeness = Likeness(everything)
    statements = [each for each in everything if says_something(each)]
    subject = _subject(statements, is_alone=len(speakers) == 1)
    about = _about(statements, subject, likeness)
    return _LanguageSentences(
        everything=everything,
        likeness=likeness,
        groups=groups_of([each for each in statements if each in about], likeness),
        in_conflict=conflicts(statements, likeness, voices, subject, about),
    )


def _about(
    statements: Sequence[Statement], subject: frozenset[str], likeness: Likeness
) -> set[Statement]:
    """Return the sentences about the story: with words of what it is about, or repeated."""
    found = {each for each in statements if len(each.terms & subject) >= ABOUT}
    for each in statements:
        # What nobody repeats may be about anything; a number or a word of the story makes it worth
        # asking.
        counts = any(figure.kind == "number" for figure in each.figures)
        if each not in found and (counts or each.terms & subject):
            near = likeness.near(each, SAME[each.lang])
            if len({other.report.id for other in near}) >= _REPEATED:
                found.add(each)
    return found


def _lines(languages: Mapping[str, _LanguageSentences], likenesses: Likenesses) -> list[_Line]:
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


def _texts(lines: Iterable[_Line]) -> list[Sequence[Statement]]:
    """Return the lines by those of their sentences that are no titles: texts say those again."""
    texts = [[each for each in line.statements if each.place] for line in lines]
    return [each for each in texts if each]


def _is_disputed(line: Iterable[Statement], disputed: set[str]) -> bool:
    return any(sentence_key(each.quote.text) in disputed for each in line)


def _once(
    many: Sequence[Agreement], languages: Mapping[str, _LanguageSentences]
) -> Iterator[Agreement]:
    """Yield lines without those that tell again what one before tells, and without headlines
    alone: the texts below them say more.
    """
    told: list[Statement] = []
    for each in (each for each in many if each.statement.place):
        statement = each.statement
        likeness = languages[statement.lang].likeness
        same = (other for other in told if other.lang == statement.lang)
        if not any(
            likeness.share(statement, other) >= _TWICE and statement.numerals <= other.numerals
            for other in same
        ):
            told.append(statement)
            yield each


def _sites(statements: Iterable[Statement]) -> set[str]:
    return {each.report.site for each in statements}


def _agreements(
    lines: Iterable[_Line], languages: Mapping[str, _LanguageSentences], disputed: set[str]
) -> Iterator[Agreement]:
    for line in lines:
        told = {lang: _first_of_each(some) for lang, some in line.of_language.items()}
        best = {lang: _central(some, languages[lang].likeness) for lang, some in told.items()}
        told = {
            lang: [each for each in some if _is_told_by(best[lang], each, languages[lang].likeness)]
            for lang, some in told.items()
        }
        everyone = [each for some in told.values() for each in some]
        if len(_sites(everyone)) < 2 or _is_disputed(best.values(), disputed):
            continue
        quotes = [each.quote for each in everyone]
        main = max(told, key=lambda lang: len(told[lang]))
        yield Agreement(
            statement=best.pop(main),
            quotes=tuple(sorted(quotes, key=lambda each: (each.report.published, each.report.id))),
            translations=tuple(each.quote for each in best.values()),
        )


def _is_told_by(best: Statement, each: Statement, likeness: Likeness) -> bool:
    """Return whether a sentence says what the shown one says, and not only what another one does
    that is between the two.
    """
    is_near = likeness.of(best, each) >= _OF_SHOWN * SAME[best.lang]
    return each is best or (is_near and not contradict(best, each))


def _first_of_each(group: Iterable[Statement]) -> list[Statement]:
    """Return the first of these sentences of each report, a title only if it has no other."""
    first: dict[str, Statement] = {}
    for each in sorted(group, key=lambda each: not each.place):
        first.setdefault(each.report.id, each)
    return list(first.values())


def _central(told: Sequence[Statement], likeness: Likeness) -> Statement:
    """Return the sentence that stands best for the others: it has no number that they lack, and is
    no title.
    """

    def centrality(each: Statement) -> tuple[bool, int, float]:
        others = [other for other in told if other is not each]
        known = {number for other in others for number in other.numerals}
        alike = sum(likeness.of(each, other) for other in others)
        return each.place > 0, -len(each.numerals - known), alike

    return max(told, key=centrality)


def _subject(told: Sequence[Statement], *, is_alone: bool) -> frozenset[str]:
    """Return the words at the beginning of reports of a language: what the story is about."""
    beginnings = [each for each in told if each.place <= _BEGINNING]
    pairs = {(term, each.report.id) for each in beginnings for term in each.terms}
    counts = Counter(term for term, _report in pairs)
    reports = len({each.report.id for each in told})
    # A report that is alone in its language says itself what the story is about.
    fewest = 1 if is_alone else max(2, _OF_REPORTS * reports)
    return frozenset(term for term, count in counts.items() if count >= fewest)
