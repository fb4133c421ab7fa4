"""Find what reports contradict each other on, and tell updates over time apart. Pure.

Rather no conflict than a false one. A report that states two values means two things, so that it
shows that these two do not contradict each other; and it testifies to neither.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import combinations, pairwise

from features.stories.statements.figures import Figure, FigureKind, agree, same_value
from features.stories.statements.likeness import Likeness
from features.stories.statements.reports import Quote
from features.stories.statements.statement import Statement, marked, terms_of
from features.stories.statements.voices import Voices
from features.stories.statements.words import words_of

_COUNTED_OF = re.compile(r"\s*[a-z]+ of (?:the |an? |its |their )?([a-z]+)")
ABOUT = 2
"""A sentence about the story has so many of the words with which its reports begin."""
_WHOLLY_ABOUT = 3
# More values are of many things, unless each came after the one before; so are those of which none
# is told twice.
_MAX_CLAIMS = 5
_MAX_LONE_CLAIMS = 3
# A report that has more values of one kind is a statistic, of many things.
_MAX_OF_VOICE = 8
# What else two sentences must have in common: on ``benchmarks.statements``.
_ALIKE = {"en": 0.36, "zh": 0.28}
# A day may be of anything.
_MORE_FOR_DAYS = 0.12
_MIN_SHARED = 3
"""Fewest words in common besides the figures."""
_MIN_BESIDE = 3
"""The same of the words near the two figures, which say what they count."""
# A sentence with more numbers is a statistic, of many things.
_MAX_NUMERALS = 3
# The points of a match and of a career are no two counts of one thing.
_MAX_RATIO = 4
# Characters around a figure, where what it counts is.
_BESIDE = {"en": 50, "zh": 15}
_MIN_SHARED_TELLING = 2
"""Fewest words in common if the figure itself says what it counts, such as the dead."""
_BEGINNING = 2
"""Sentences at the beginning of a report, which are about its story in any words."""
# Two desks that write at the same time disagree; later, one knows more.
_MIN_APART = timedelta(minutes=30)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One of the values that are told, as the first report writes it; a quote of each voice, the
    first one first.
    """

    value: str
    quotes: tuple[Quote, ...]

    @property
    def first(self) -> datetime:
        """Return when it was told first."""
        return self.quotes[0].report.published

    @property
    def last(self) -> datetime:
        """Return when it was told last."""
        return max(each.report.published for each in self.quotes)

    @property
    def sites(self) -> tuple[str, ...]:
        """Return the sites that tell it, the first one first."""
        return tuple(dict.fromkeys(each.report.site for each in self.quotes))


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """Claims that cannot all be true at once, in the order in which they were told first.

    ``is_update``: each came after the last report with the one before it, as with a toll that
    rises.
    """

    kind: FigureKind
    head: str
    is_update: bool
    claims: tuple[Claim, ...]

    @property
    def voices(self) -> int:
        """Return how many voices tell one of the values."""
        return sum(len(claim.quotes) for claim in self.claims)


@dataclass(frozen=True)
class _Testimony:
    """A figure of a sentence; its words are found once, because it is compared with many."""

    statement: Statement
    figure: Figure

    @cached_property
    def words_beside(self) -> frozenset[str]:
        """The words near the figure."""
        around = _BESIDE[self.statement.lang]
        start, end = max(0, self.figure.start - around), self.figure.end + around
        return frozenset(terms_of(self.statement.quote.text[start:end], self.statement.lang))

    @cached_property
    def words_without(self) -> frozenset[str]:
        """The words of the sentence but for the name that contradicts another one."""
        if self.figure.kind != "name":
            return self.statement.terms
        text = self.statement.quote.text
        rest = f"{text[: self.figure.start]} {text[self.figure.end :]}"
        return frozenset(terms_of(rest, self.statement.lang))


def conflicts(
    statements: Sequence[Statement],
    likeness: Likeness,
    voices: Voices,
    subject: frozenset[str],
    about: Collection[Statement],
) -> list[Conflict]:
    """Return what these sentences of one language contradict each other on, contradictions first,
    then updates, those with most voices first; ``subject`` are the words of what the story is
    about, and ``about`` the sentences about it.
    """
    by_key: defaultdict[tuple[object, ...], list[_Testimony]] = defaultdict(list)
    for statement in statements:
        for figure in _of_story(statement, subject, about):
            by_key[figure.key].append(_Testimony(statement, figure))
    found = [
        conflict
        for told in by_key.values()
        if (conflict := _conflict(told, likeness, voices)) is not None
    ]
    found.sort(key=lambda each: (each.is_update, -each.voices, each.claims[0].first))
    # "639 workers ran out" and "639 evacuated" are one number.
    first: dict[frozenset[str], Conflict] = {}
    for each in found:
        first.setdefault(_values(each), each)
    return list(first.values())


def _conflict(told: Sequence[_Testimony], likeness: Likeness, voices: Voices) -> Conflict | None:
    if len({each.figure.value for each in told}) < 2:
        return None
    of_voice = _without_statistics(_by_voice(told, voices))
    # A report that states both values speaks of two things.
    both = {
        _values_of(pair)
        for some in of_voice
        for pair in combinations(some, 2)
        if not agree(pair[0].figure, pair[1].figure)
    }
    sure = [each for some in of_voice for each in _testimonies(some)]
    against = [
        pair
        for pair in combinations(sure, 2)
        if _differ(*pair) and _values_of(pair) not in both and _speak_of_one(*pair, likeness)
    ]
    made = _made(_one_of_each(against, voices))
    if made is None:
        return None
    is_any_repeated = any(len(claim.quotes) > 1 for claim in made.claims)
    most = _MAX_CLAIMS if is_any_repeated else _MAX_LONE_CLAIMS
    if made.is_update or len(made.claims) <= most:
        return made
    return None


def _without_statistics(of_voice: Iterable[Sequence[_Testimony]]) -> list[Sequence[_Testimony]]:
    """Return what voices tell without those that tell many values, each perhaps of another thing:
    these would be compared with all others for nothing.
    """
    return [some for some in of_voice if len({each.figure.value for each in some}) <= _MAX_OF_VOICE]


def _by_voice(told: Iterable[_Testimony], voices: Voices) -> list[list[_Testimony]]:
    """Return what each voice tells."""
    of_voice: defaultdict[str, list[_Testimony]] = defaultdict(list)
    for each in told:
        of_voice[voices.of(each.statement.report)].append(each)
    return list(of_voice.values())


def _one_of_each(
    against: Sequence[tuple[_Testimony, _Testimony]], voices: Voices
) -> list[_Testimony]:
    """Return one sentence of each voice that speaks against another one; who states several values
    testifies to none of them.
    """
    # A sentence may be in thousands of pairs.
    different = {id(each): each for pair in against for each in pair}
    involved = _by_voice(different.values(), voices)
    unsure = {id(each) for some in involved if not _is_one_value(some) for each in some}
    kept = [each for pair in against if unsure.isdisjoint(map(id, pair)) for each in pair]
    return [_clearest(some) for some in _by_voice(kept, voices)]


def _values(conflict: Conflict) -> frozenset[str]:
    """Return the values as they are written, but for words beside numbers."""
    return frozenset(re.sub(r"\D", "", claim.value) or claim.value for claim in conflict.claims)


def _of_story(
    statement: Statement, subject: frozenset[str], about: Collection[Statement]
) -> Iterator[Figure]:
    """Yield the figures that speak of the story: the age of a person does anywhere."""
    shared = len(statement.terms & subject)
    is_repeated = shared < ABOUT and statement in about
    for each in statement.figures:
        is_about = shared >= _WHOLLY_ABOUT or is_repeated or (each.is_telling and shared)
        if is_about or each.head == "age":
            yield each


def _testimonies(told: Sequence[_Testimony]) -> Sequence[_Testimony]:
    """Return what a voice testifies: of what an event has once one value, and none if it states
    several; otherwise each sentence may be of another thing.
    """
    if not told[0].figure.is_telling:
        return told
    if _is_one_value(told):
        return [_clearest(told)]
    return ()


def _is_one_value(told: Sequence[_Testimony]) -> bool:
    return all(agree(one.figure, other.figure) for one, other in combinations(told, 2))


def _clearest(told: Sequence[_Testimony]) -> _Testimony:
    """Return the sentence that stands for a voice: an exact figure in the text, the first one."""
    return min(
        told,
        key=lambda each: (
            each.figure.bound != "exact",
            each.statement.place == 0,
            each.statement.report.published,
            each.statement.place,
        ),
    )


def _differ(one: _Testimony, other: _Testimony) -> bool:
    """Return whether two voices contradict each other, or the later one knows more."""
    if not agree(one.figure, other.figure):
        return True
    first, second = sorted((one, other), key=_time)
    growing = first.figure.is_growing and first.figure.bound == "low"
    return growing and _grows(first.figure, second.figure) and _is_later(first, second)


def _grows(first: Figure, second: Figure) -> bool:
    one, other = first.value, second.value
    return isinstance(one, float) and isinstance(other, float) and other > one


def _is_later(first: _Testimony, second: _Testimony) -> bool:
    return _time(second) - _time(first) >= _MIN_APART


def _time(told: _Testimony) -> datetime:
    return told.statement.report.published


def _values_of(pair: tuple[_Testimony, _Testimony]) -> frozenset[object]:
    return frozenset(each.figure.value for each in pair)


def _speak_of_one(one: _Testimony, other: _Testimony, likeness: Likeness) -> bool:
    """Return whether two sentences speak of the same thing."""
    first, second = one.statement, other.statement
    if one.figure.head == "age":
        return True
    if one.figure.kind == "name":
        if _is_named_in(one, second) or _is_named_in(other, first):
            return False
    elif first.names and second.names and not _share_a_name(first.names, second.names):
        return False
    shared = first.terms & second.terms
    if one.figure.is_telling:
        at_beginning = max(first.place, second.place) <= _BEGINNING
        return at_beginning or len(shared) >= _MIN_SHARED_TELLING
    if max(len(first.numerals), len(second.numerals)) > _MAX_NUMERALS or _is_far(one, other):
        return False
    if _are_of_two_names(one, other) or _count_parts_of_two(one, other):
        return False
    near = one.words_beside & other.words_beside
    alike = _ALIKE[first.lang] + _MORE_FOR_DAYS * (one.figure.kind == "date")
    words, others = one.words_without, other.words_without
    is_alike = len(words & others) >= _MIN_SHARED and likeness.of_words(words, others) >= alike
    return is_alike and len(near) >= _MIN_BESIDE


def _share_a_name(names: Iterable[str], others: Collection[str]) -> bool:
    """Return whether two sentences name the same, one of them perhaps in full."""
    return any(one in other or other in one for one in names for other in others)


def _are_of_two_names(one: _Testimony, other: _Testimony) -> bool:
    """Return whether the names before two figures differ, or all names of their sentences."""
    names, others = one.statement.capitals, other.statement.capitals
    name, another = _name_before(one), _name_before(other)
    is_apart = bool(names and others) and set(names).isdisjoint(others)
    return is_apart or (bool(name and another) and name != another)


def _count_parts_of_two(one: _Testimony, other: _Testimony) -> bool:
    """Return whether two counts are of different things: "boxes of food", "boxes of tools"."""
    whole, another = _COUNTED_OF.match(_after(one)), _COUNTED_OF.match(_after(other))
    return whole is not None and another is not None and whole[1] != another[1]


def _after(told: _Testimony) -> str:
    return told.statement.quote.text[told.figure.end :]


def _name_before(told: _Testimony) -> str:
    """Return the last word with a capital before a figure, "" for none."""
    before = told.statement.quote.text[: told.figure.start]
    return next((each for each in reversed(told.statement.capitals) if each in before), "")


def _is_far(one: _Testimony, other: _Testimony) -> bool:
    """Return whether two numbers are too different for two counts of one thing."""
    first, second = one.figure.value, other.figure.value
    if not (isinstance(first, float) and isinstance(second, float)):
        return False
    return max(first, second) > _MAX_RATIO * min(first, second)


def _is_named_in(told: _Testimony, statement: Statement) -> bool:
    """Return whether a report names this person too."""
    name = str(told.figure.value)
    return name in statement.report.text or name in statement.report.title


def _made(told: Sequence[_Testimony]) -> Conflict | None:
    """Return the conflict of these testimonies, one of each voice; None without two values."""
    groups: list[list[_Testimony]] = []
    for each in sorted(told, key=lambda each: (_time(each), each.statement.report.id)):
        known = next((some for some in groups if same_value(some[0].figure, each.figure)), None)
        if known:
            known.append(each)
        else:
            groups.append([each])
    if len(groups) < 2:
        return None
    claims = [_claim(some) for some in groups]
    steps = pairwise(groups)
    return Conflict(
        kind=told[0].figure.kind,
        head=told[0].figure.head,
        is_update=all(_is_step(earlier, later) for earlier, later in steps),
        claims=tuple(claims),
    )


def _claim(told: Sequence[_Testimony]) -> Claim:
    first = told[0]
    sentence = first.statement.quote.text
    return Claim(
        value=sentence[first.figure.start : first.figure.end],
        quotes=tuple(marked(each.statement, each.figure) for each in told),
    )


def _is_step(earlier: Sequence[_Testimony], later: Sequence[_Testimony]) -> bool:
    """Return whether one value took the place of another."""
    last, first = max(earlier, key=_time), later[0]
    if not _is_later(last, first):
        return False
    grows = first.figure.is_growing and _grows(last.figure, first.figure)
    sites = {each.statement.report.site for each in earlier}
    return grows or first.statement.report.site in sites or any(map(_is_revised, later))


def _is_revised(told: _Testimony) -> bool:
    """Return whether a sentence says that it changes what was told before."""
    words = words_of(told.statement.lang)
    text = told.statement.quote.text.lower()
    assert words is not None
    if told.statement.lang == "zh":
        return any(word in text for word in words.lists["revised"])
    return not set(words.lists["revised"]).isdisjoint(re.findall(r"[a-z]+", text))
