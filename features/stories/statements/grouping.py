"""Which sentences of one language say the same. Pure."""

from collections.abc import Sequence

from features.stories.statements.figures import agree
from features.stories.statements.likeness import Likeness
from features.stories.statements.statement import Statement

SAME = {"en": 0.5, "zh": 0.4}
"""How alike two sentences are that say the same: on ``benchmarks.statements``."""
# The same if one of them has numbers and the other none.
_SAME_BUT_NUMBERS = 0.6
# The same if one of them has a negation and the other none.
_SAME_BUT_NEGATION = 0.8
_MIN_SHARED = 3
"""Fewest words in common: two are a name, which sentences about anything may share."""
_LOOKED_AT = 50
"""So many of the most alike sentences before one are looked at: the others are no nearer."""


def groups_of(told: Sequence[Statement], likeness: Likeness) -> list[list[Statement]]:
    """Return sentences that say the same together; each is as like the first as the others are."""
    places = {each: place for place, each in enumerate(told)}
    groups: dict[Statement, list[Statement]] = {}
    for each in told:
        near = likeness.near(each, SAME[each.lang])
        earlier = [one for one in near if places.get(one, len(told)) < places[each]]
        home = next(
            (groups[one] for one in earlier[:_LOOKED_AT] if _say_same(each, one, likeness)), None
        )
        if home is not None and _is_of(each, home, likeness):
            home.append(each)
            groups[each] = home
        else:
            groups[each] = [each]
    return list({id(group): group for group in groups.values()}.values())


def _is_of(each: Statement, home: Sequence[Statement], likeness: Likeness) -> bool:
    first = home[0]
    return likeness.of(each, first) >= SAME[each.lang] / 2 and not contradict(each, first)


def _say_same(one: Statement, other: Statement, likeness: Likeness) -> bool:
    alike = likeness.of(one, other)
    if alike < SAME[one.lang] or len(one.terms & other.terms) < _MIN_SHARED:
        return False
    # A number is the news of most sentences that have one: without it, another thing is said.
    if bool(one.numerals) != bool(other.numerals) and alike < _SAME_BUT_NUMBERS:
        return False
    if one.is_negated != other.is_negated and alike < _SAME_BUT_NEGATION:
        return False
    return not contradict(one, other)


def contradict(one: Statement, other: Statement) -> bool:
    """Return whether each of two sentences has a number that the other lacks, or names other
    months, or a figure speaks against one of the other: a number in common does not make up for it.
    """
    if one.numerals - other.numerals and other.numerals - one.numerals:
        return True
    if one.months and other.months and one.months.isdisjoint(other.months):
        return True
    return not all(
        agree(figure, another)
        for figure in one.figures
        for another in other.figures
        if figure.key == another.key
    )
