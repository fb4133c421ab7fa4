"""What a story is recognised by, found in what the role *stories* has stored of it. Pure."""

from collections import Counter
from collections.abc import Sequence
from sys import intern
from typing import Any, Protocol

from features.storylines.editions import editions_of, is_regular
from features.storylines.joining import StoryTraits, heaviest


class ToldStory(Protocol):
    """A story of one language, as it is stored."""

    id: Any
    title: Any
    lead: Any
    lang: Any
    first: Any
    last: Any
    vector: Any
    names: Any
    same_as: Any


def traits_of(tellings: Sequence[ToldStory]) -> StoryTraits:
    """Return what a story is recognised by.

    Args:
        tellings: The story in each language that it is told in, at least one.
    """
    head = next(each for each in tellings if not each.same_as)
    terms: Counter[str] = Counter()
    for each in tellings:
        terms.update(heaviest(each.vector))
    named = [(name, kind) for each in tellings for name, kind in each.names]
    lead = head.lead or ""
    return StoryTraits(
        id=head.id,
        first=min(each.first for each in tellings),
        last=max(each.last for each in tellings),
        title=head.title,
        terms=heaviest(terms),
        cast=frozenset(intern(name.casefold()) for name, kind in named if kind != "place"),
        places=frozenset(intern(name.casefold()) for name, kind in named if kind == "place"),
        editions=editions_of(head.title, lead, head.lang),
        is_regular=is_regular(head.title, lead, head.lang),
    )
