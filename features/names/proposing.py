"""Which names may be spellings of one name, and why. Pure.

Two people with one surname are no less frequent than one person with two spellings: where names
tell two of them, nothing is proposed. People decide.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from storage.documents.chinese import fold_script

MAX_NAMES = 1_000
"""The most names of a kind that are compared: those in most documents."""
# Names that stand in one story once do so by chance.
_FEW_STORIES = 2
# A short form is one of the full name in most of its stories, not in half of them.
_MOST = 0.6
# Another name that fits as well is "about as frequent" from this share on: then it is not known
# whom a surname means.
_RIVAL = 1 / 3
# A name of another language tells nothing by its letters: only stories count, so more of them, and
# nearly each of them.
_FEW_TOLD_TWICE = 3
_NEARLY_ALL = 0.75
_MAX_INITIALS = 6
_HAN = re.compile(r"[\u4e00-\u9fff]")
_BETWEEN_PARTS = re.compile(r"[\s·•]+")
_BETWEEN_WORDS = re.compile(r"[\s\-]+")
_INITIALS = re.compile(rf"(?:[A-Z]\.?){{2,{_MAX_INITIALS}}}")
# Longer Chinese is no short form, and one of one character is a word.
_CHINESE_SHORT = range(2, 6)


class Reason(StrEnum):
    """Why two names may be one."""

    KNOWN = "known"
    TITLE = "title"
    INITIALS = "initials"
    SHORT = "short"
    LANGUAGES = "languages"


@dataclass(frozen=True, kw_only=True, slots=True)
class Naming:
    """The names of one kind in a document, and the story that it tells: its own id if no other
    document tells it.
    """

    document: str
    story: str
    lang: str
    names: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class SpellingProposal:
    """Two names that may be one: ``other`` would be a spelling of ``name``.

    ``together`` stories of those ``stories`` that name ``other`` name both; each is 0 where that
    tells nothing. ``examples`` are a document that has ``name`` and one that has ``other``, of one
    story if there is any.
    """

    name: str
    other: str
    reason: Reason
    together: int
    stories: int
    documents: int
    examples: tuple[str, str]


def propose(
    namings: Sequence[Naming],
    facts: Iterable[Sequence[str]] = (),
    titles: AbstractSet[str] = frozenset(),
) -> list[SpellingProposal]:
    """Return the pairs of names that may be one, those in most documents first.

    Args:
        namings: The names of one kind in some documents.
        facts: What one bearer of a name is called, as far as that is known beforehand.
        titles: Words before the names of people, in small letters; none for what has no titles.
    """
    seen = _Seen(namings)
    found: dict[frozenset[str], SpellingProposal] = {}
    # The surest reason of a pair comes first.
    for name, other, reason in (
        *_known(seen, facts, titles),
        *_titled(seen, titles),
        *_by_initials(seen),
        *_short_forms(seen, titles),
        *_chinese_short_forms(seen),
        *_told_twice(seen),
    ):
        found.setdefault(frozenset((name, other)), seen.proposal(name, other, reason))
    return sorted(found.values(), key=lambda each: (-each.documents, each.name, each.other))


class _Seen:
    """The names of one kind with their documents and stories."""

    def __init__(self, namings: Iterable[Naming]) -> None:
        documents: dict[str, dict[str, str]] = defaultdict(dict)
        tongues: dict[str, set[bool]] = defaultdict(set)
        for each in namings:
            tongues[each.story].add(each.lang.partition("-")[0] == "zh")
            for name in each.names:
                documents[name][each.document] = each.story
        most = sorted(documents, key=lambda name: (-len(documents[name]), name))[:MAX_NAMES]
        self.names = tuple(most)
        self.documents = {name: documents[name] for name in most}
        self.stories = {name: frozenset(documents[name].values()) for name in most}
        self.told_twice = frozenset(story for story, each in tongues.items() if len(each) > 1)

    def count(self, name: str) -> int:
        return len(self.stories[name])

    def together(self, one: str, other: str) -> int:
        return len(self.stories[one] & self.stories[other])

    def goes_with(self, short: str, full: str) -> bool:
        """Return whether most stories that name ``short`` name ``full`` too, and not just one."""
        together = self.together(short, full)
        return together >= _FEW_STORIES and together >= _MOST * self.count(short)

    def proposal(self, name: str, other: str, reason: Reason) -> SpellingProposal:
        shared = self.stories[name] & self.stories[other]
        tells = reason in (Reason.INITIALS, Reason.SHORT, Reason.LANGUAGES)
        return SpellingProposal(
            name=name,
            other=other,
            reason=reason,
            together=len(shared) if tells else 0,
            stories=self.count(other) if tells else 0,
            documents=len(self.documents[name].keys() | self.documents[other].keys()),
            examples=(self._example(name, shared), self._example(other, shared)),
        )

    def _example(self, name: str, stories: AbstractSet[str]) -> str:
        documents = self.documents[name]
        return min(documents, key=lambda each: (documents[each] not in stories, each))


Pairs = Iterator[tuple[str, str, Reason]]


def folded(name: str) -> str:
    """Return a name in small letters and simplified characters."""
    return fold_script(name).casefold()


def _known(seen: _Seen, facts: Iterable[Sequence[str]], titles: AbstractSet[str]) -> Pairs:
    """Pair what is known to be one, the name in most documents with each other one."""
    written: dict[str, list[str]] = defaultdict(list)
    for name in seen.names:
        written[folded(name)].append(name)
    for group in _unambiguous(facts):
        all_spellings = [name for each in group for name in written.get(each, ())]
        spellings = [
            name
            for name in all_spellings
            if not (titles and _is_surname(name) and _bearers(seen, name, all_spellings, titles))
        ]
        spellings.sort(key=lambda name: (-len(seen.documents[name]), name))
        yield from ((spellings[0], other, Reason.KNOWN) for other in spellings[1:])


def _is_surname(name: str) -> bool:
    return len(_parts(name)) == 1 and not _HAN.search(name)


def _unambiguous(facts: Iterable[Sequence[str]]) -> list[list[str]]:
    """Return groups of folded names, without names that mean something in several of them. Those
    with two names in common are one.
    """
    groups: list[set[str]] = []
    of_name: dict[str, list[set[str]]] = defaultdict(list)
    for fact in facts:
        names = {folded(name) for name in fact}
        group = next(
            (each for name in names for each in of_name[name] if len(each & names) > 1), None
        )
        if group is None:
            groups.append(group := set())
        for name in names - group:
            of_name[name].append(group)
        group |= names
    return [sorted(name for name in group if len(of_name[name]) == 1) for group in groups]


def _titled(seen: _Seen, titles: AbstractSet[str]) -> Pairs:
    """Pair a full name with the one after a title: Mayor Ann Lee and Ann Lee."""
    for name in seen.names:
        core = " ".join(_without_titles(_parts(name), titles))
        # One word after a title is anybody's surname.
        if core != name and " " in core and core in seen.documents:
            yield core, name, Reason.TITLE


def _by_initials(seen: _Seen) -> Pairs:
    by_initials: dict[str, list[str]] = defaultdict(list)
    for name in seen.names:
        for letters in _initials(name):
            by_initials[letters].append(name)
    for short in seen.names:
        # Only capitals: other short names share their letters with too much.
        if not _INITIALS.fullmatch(short):
            continue
        fulls = by_initials.get(short.replace(".", ""), [])
        for full in fulls:
            together = seen.together(short, full)
            rarer = min(seen.count(short), seen.count(full))
            others = (each for each in fulls if each != full)
            if (
                together >= _FEW_STORIES
                and together >= _MOST * rarer
                and not any(seen.together(short, each) >= _RIVAL * together for each in others)
            ):
                yield full, short, Reason.INITIALS


def _initials(name: str) -> set[str]:
    """Return the first letters of a name, with those of its small words and without."""
    words = [word for word in _BETWEEN_WORDS.split(name) if word[:1].isalpha()]
    first = [word[0] for word in words if word[0].isupper()]
    every = [word[0].upper() for word in words]
    return {"".join(each) for each in (first, every) if len(first) > 1}


def _short_forms(seen: _Seen, titles: AbstractSet[str]) -> Pairs:
    """Pair the name of a person with its last words: Donald Trump and Trump."""
    if not titles:
        return
    by_last: dict[str, list[str]] = defaultdict(list)
    for name in seen.names:
        parts = _parts(name)
        if len(parts) > 1 and _without_titles(parts, titles) == parts:
            by_last[parts[-1]].append(name)
    for short in seen.names:
        parts = _parts(short)
        for full in by_last.get(parts[-1], ()):
            longer = _parts(full)
            if (
                len(longer) > len(parts)
                and longer[-len(parts) :] == parts
                and seen.goes_with(short, full)
                and not _bearers(seen, short, (short, full), titles)
            ):
                yield full, short, Reason.SHORT


def _bearers(seen: _Seen, short: str, own: Sequence[str], titles: AbstractSet[str]) -> bool:
    """Return whether others of this name are about as frequent as the one who has ``own`` names.

    Their full names have its words at any place: Ann Moor and Rose Moor, Hans Weber Jr.
    """
    words = set(_parts(short))
    fulls = [name for name in own if words < set(_parts(name))]
    cores = {tuple(_parts(name)) for name in fulls}
    most = max((seen.count(name) for name in fulls), default=0)
    return any(
        seen.count(name) >= _RIVAL * most
        for name in seen.names
        if words < set(core := _without_titles(_parts(name), titles)) and tuple(core) not in cores
    )


def _parts(name: str) -> list[str]:
    return [part for part in _BETWEEN_PARTS.split(name) if part] or [name]


def _without_titles(parts: list[str], titles: AbstractSet[str]) -> list[str]:
    """Return the words after titles; "Mayor-elect" is one."""
    for number, part in enumerate(parts):
        if part.casefold().strip(".").removesuffix("-elect") not in titles:
            return parts[number:]
    return parts


def _chinese_short_forms(seen: _Seen) -> Pairs:
    """Pair a Chinese name with its short form: 世界卫生组织 and 世卫组织."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for name in seen.names:
        by_first[name[:1]].append(name)
    for short in seen.names:
        if len(short) not in _CHINESE_SHORT or not _HAN.match(short):
            continue
        fulls = [each for each in by_first[short[0]] if _shortens(folded(short), folded(each))]
        for full in fulls:
            others = (each for each in fulls if each != full)
            # 世卫 may shorten several names: only one that clearly leads is proposed.
            rival = _RIVAL * seen.together(short, full)
            if seen.goes_with(short, full) and not any(
                seen.together(short, each) >= rival for each in others
            ):
                yield full, short, Reason.SHORT


def _shortens(short: str, full: str) -> bool:
    """Return whether a name has a part of each word of another, taken as words of two characters.

    One that lacks a whole word names something else: 北京大学 is not 北京师范大学.
    """
    words = [full[at : at + 2] for at in range(0, len(full), 2)]
    if len(words) < 2 or len(short) >= len(full):
        return False
    choice = "".join(f"(?:{'|'.join(map(re.escape, {word, *word}))})" for word in words)
    return bool(re.fullmatch(choice, short))


def _told_twice(seen: _Seen) -> Pairs:
    """Pair a Chinese name with one in other letters that stands in the same stories of both
    languages, and with no other one as often.
    """
    told = {
        name: stories
        for name in seen.names
        if len(stories := seen.stories[name] & seen.told_twice) >= _FEW_TOLD_TWICE
    }
    likeness: dict[str, dict[str, float]] = defaultdict(dict)
    for chinese in filter(_HAN.search, told):
        for latin in told:
            if _HAN.search(latin):
                continue
            together = len(told[chinese] & told[latin])
            share = 2 * together / (len(told[chinese]) + len(told[latin]))
            if together >= _FEW_TOLD_TWICE and share >= _NEARLY_ALL:
                likeness[chinese][latin] = likeness[latin][chinese] = share
    for chinese in filter(_HAN.search, told):
        # Two that fit are the president and the minister beside her.
        if len(likeness[chinese]) == 1:
            (latin,) = likeness[chinese]
            if len(likeness[latin]) == 1:
                name, other = sorted(
                    (chinese, latin), key=lambda each: (-len(seen.documents[each]), each)
                )
                yield name, other, Reason.LANGUAGES
