"""Find names in Chinese from the tags of words: those of LAC if it is installed, else of jieba.

The tags know words, and nothing of names that stand side by side; the rules here cut and join them
as Chinese news writes names. How sure a name is was counted on one half of the People's Daily
sentences of ``benchmarks.names``.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from newsroom.recognition.known import cities, known
from newsroom.recognition.mentions import Kind, Mention
from newsroom.recognition.words import chinese_words

Tags = Sequence[tuple[str, str]]
ChineseTagger = Callable[[str], Tags]
"""Splits a text into words with their tags; joined, the words give the text."""

_WORDS = chinese_words()
_KNOWN = known("zh")
# Where no known name begins, none is looked up.
_HEADS = frozenset(name[:2] for name in _KNOWN)
_LONGEST = max(map(len, _KNOWN))
"""Characters of the longest known name: no more are looked up."""
_KINDS: dict[str, Kind] = {
    "PER": "person", "LOC": "place", "ORG": "org", "nr": "person", "ns": "place", "nt": "org",
}  # fmt: skip
_TAGS: dict[Kind, str] = {"person": "PER", "place": "LOC", "org": "ORG"}
_LAC = frozenset(_TAGS.values())
# LAC's tags for what may be inside the name of an organisation after its first word.
_PARTS = frozenset(
    ["n", "nz", "vn", "ns", "nt", "LOC", "ORG", "PER", "j", "a", "m", "f", "b", "s", "an", "nw"]
)
_ENDS = frozenset(["n", "nz", "ORG"])
_MAX_PARTS = 5
_MAX_SHORT = 3
_WHOLE_PERSON = 3
_LONG_PLACE = 3
_LONG_NAME = 4
_SURE = 0.9
"""The confidence of a name that is known."""


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


_SIDES = "".join(sorted(_WORDS.countries))
_PAIRED = _any_of(_WORDS.after_countries)
_HAN = re.compile(r"[\u3400-\u9fff·]+")
_AFTER_NAME = re.compile(f"(?<=...)(?:{_any_of(_WORDS.person_tails)})$")
_TITLES = re.compile(f"(?:{_any_of(_WORDS.titles)})$")
_OFFICE_BEFORE = re.compile(f"(?:{_any_of(_WORDS.offices)})$")
_OFFICE_AFTER = re.compile(_any_of(_WORDS.offices | _WORDS.said))
_PLACE_END = re.compile(f"..(?:{_any_of(_WORDS.place_ends)})$")
_NO_PLACE = re.compile(f".?(?:{_any_of(_WORDS.no_places)})")
_PLACE_TAIL = re.compile(f"(?:{_any_of(_WORDS.place_tails)})$")
_GOVERNMENT = re.compile(f"^(.{{1,6}}?)(?:{_any_of(_WORDS.governments)})$")
_ORGANISATION = re.compile(f"(?:{_any_of(_WORDS.organisation_ends)})$")
_ALONE = re.compile(f"(?:.{{2,}}(?:{_any_of(_WORDS.organisation_ends_alone)}))$")
_NO_ORGANISATION = re.compile(f"(?:{_any_of(_WORDS.no_organisations)})$")
_GENERAL = re.compile(f".?(?:{_any_of(_WORDS.too_general)})")
# What stands before a name and is no part of it: 前苏联, and a dateline's end (电新华社).
_BEFORE = re.compile("^(?:[前原](?=苏联|南斯拉夫)|[讯电](?=.{2}))")
# The province or city before what lies in it: 长沙市 and 芙蓉区人民法院.
_ABOVE = re.compile("^(?:(?:.{2,5}省|.{2,4}自治区)(?=.{2})|.{2,5}市(?=.{1,5}[区县].))")
# One character for a country inside a word that is no name: 驻华, 美军, 印巴两国.
_COUNTRY = re.compile(
    f"(?<=[驻访旅])[{_SIDES}]|(?<!中)华(?=人|侨|裔)|(?<=[来对在])华|(?<=全)美"
    f"|(?!西方)[{_SIDES}](?=[军方]|[{_SIDES}](?:{_PAIRED}))|(?<=[{_SIDES}])[{_SIDES}](?={_PAIRED})"
)
_PAIR = re.compile(f"[{_SIDES}]{{2}}(?:{_PAIRED})")
# The rest of a name whose place the tags have cut off: 县水务局.
_CUT = re.compile("[县镇村省]|市(?!场)")
# The other side, an army, an airline, a family, a county: no people.
_NOBODY = re.compile(
    f"[{_SIDES}][军方]|.[航行家]|.{{2,}}[省市县区镇乡村街]|{_any_of(_WORDS.no_people)}"
)


@dataclass(slots=True)
class _Word:
    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def find(text: str, tag: ChineseTagger) -> list[Mention]:
    """Return the names in a text in order."""
    words = _words(tag(text))
    trusted = any(each.tag in _LAC for each in words)
    found = list(_found(_joined(list(_with_known(text, words)))))
    taken = {at for each in found for at in range(each.start, each.end)}
    found += [
        Mention(each.start(), each.end(), _WORDS.countries[each[0]], "place", 0.0)
        for each in _COUNTRY.finditer(text)
        if each.start() not in taken
    ]
    sure = [replace(each, confidence=_confidence(each, text, trusted)) for each in found]
    return sorted(_agreed(sure), key=lambda each: each.start)


def _words(tags: Tags) -> list[_Word]:
    words, at = [], 0
    for text, tag in tags:
        words.append(_Word(text, tag, at))
        at += len(text)
    return words


def _with_known(text: str, words: Sequence[_Word]) -> Iterator[_Word]:
    """Yield the words, with the known names as words of their own where these may be names."""
    spans = deque(_known_spans(text, words))
    done = 0
    for word in words:
        at = max(word.start, done)
        while spans and spans[0][0] < word.end:
            start, done = spans.popleft()
            if at < start:
                yield _Word(text[at:start], word.tag, at)
            yield _Word(text[start:done], _TAGS[_KNOWN[text[start:done]]], start)
            at = done
        if at == word.start:
            yield _Word(word.text, "LOC", at) if _is_city(word) else word
        elif at < word.end:
            # What is left of a person or place is none.
            tag = word.tag if _KINDS.get(word.tag) == "org" else ""
            yield _Word(text[at : word.end], tag, at)


def _is_city(word: _Word) -> bool:
    """Return whether tags took a city for something else; 秀英, of two characters, is a given name,
    too.
    """
    may_be_person = _KINDS.get(word.tag) == "person" and len(word.text) < _LONG_PLACE
    return word.tag in _KINDS and not may_be_person and word.text in cities()


def _known_spans(text: str, words: Sequence[_Word]) -> Iterator[tuple[int, int]]:
    """Yield where known names are, at each place the longest that may be one."""
    number_at = [number for number, each in enumerate(words) for _ in each.text]
    done = 0
    for at in range(len(text) - 1):
        if at < done or text[at : at + 2] not in _HEADS:
            continue
        for end in range(min(len(text), at + _LONGEST), at + 1, -1):
            name = text[at:end]
            if name in _KNOWN and _may_be(name, at, words[number_at[at] : number_at[end - 1] + 1]):
                yield at, end
                done = end
                break


def _may_be(name: str, start: int, words: Sequence[_Word]) -> bool:
    """Return whether a known name is one where it stands in words: it is one or several of them,
    or cut from names.
    """
    whole = words[0]
    begins, ends = whole.start == start, words[-1].end == start + len(name)
    if begins and ends:
        return True
    if len(words) > 1:
        return (begins or whole.tag in _KINDS) and (ends or words[-1].tag in _KINDS)
    kind = _KNOWN[name]
    if kind != _KINDS.get(whole.tag):
        return False
    if kind == "org":
        return len(name) >= _LONG_NAME
    # With more characters, 李强 and 四川 are others; 普京 is not.
    return begins and not (
        name[0] in _WORDS.surnames if kind == "person" else _is_place(whole.text)
    )


def _is_place(name: str) -> bool:
    listed = name in cities() or _KNOWN.get(name) == "place"
    return listed or _PLACE_END.search(name) is not None


def _joined(words: Sequence[_Word]) -> Iterator[_Word]:
    """Yield words, with those that make one name as one."""
    at = 0
    while at < len(words):
        word = words[at]
        end, tag = at + 1, word.tag
        if tag in ("n", "nz") and _ALONE.search(word.text):
            tag = tag if _NO_ORGANISATION.search(word.text) else "ORG"
        elif tag == "PER" and word.text.endswith("·") and _tag(words, end) == "PER":
            end += 1
        elif _KINDS.get(tag) in ("place", "org") and not _is_short(word.text):
            end = _organisation_end(words, at)
            tag = "ORG" if end > at + 1 else tag
        if end > at + 1 or tag != word.tag:
            word = _Word("".join(each.text for each in words[at:end]), tag, word.start)
        yield word
        at = end


def _tag(words: Sequence[_Word], at: int) -> str:
    if at < len(words):
        return words[at].tag
    return ""


def _is_short(text: str) -> bool:
    """Return whether each character stands for a country."""
    return (
        len(text) <= _MAX_SHORT
        and text not in _KNOWN
        and all(each in _WORDS.countries for each in text)
    )


def _organisation_end(words: Sequence[_Word], at: int) -> int:
    """Return where the organisation ends that begins with a name; if none does, the name's end."""
    for end in range(min(len(words), at + _MAX_PARTS), at + 1, -1):
        last = words[end - 1]
        inside = all(each.tag in _PARTS for each in words[at + 1 : end])
        ends = _ORGANISATION.search(last.text) and not _NO_ORGANISATION.search(last.text)
        if inside and last.tag in _ENDS and ends:
            return end
    return at + 1


def _found(words: Iterable[_Word]) -> Iterator[Mention]:
    for word in words:
        kind, text = _KINDS.get(word.tag), word.text
        if kind is None or _PAIR.match(text) or not (text in _KNOWN or _HAN.fullmatch(text)):
            continue
        if kind == "person":
            if not _NOBODY.fullmatch(text):
                name = _TITLES.sub("", _AFTER_NAME.sub("", text)) or text
                yield _mention(word.start, name, "person")
        elif kind == "place" and _is_short(text):
            for at, each in enumerate(text, word.start):
                yield _mention(at, each, "place")
        else:
            yield from _places_and_organisations(word, kind)


def _mention(start: int, text: str, kind: Kind) -> Mention:
    name = _WORDS.countries.get(text, text) if kind == "place" else text
    return Mention(start, start + len(text), name, kind, 0.0)


def _places_and_organisations(word: _Word, kind: Kind) -> Iterator[Mention]:
    text = _BEFORE.sub("", word.text)
    start = word.start + len(word.text) - len(text)
    if above := _ABOVE.match(text):
        yield _mention(start, above[0], "place")
        text, start = text[above.end() :], start + above.end()
    if kind == "org" and (government := _GOVERNMENT.match(text)):
        text = government[1]
        kind = _KNOWN.get(text, "place")
    if kind == "place" and _ORGANISATION.search(text):
        kind = "org"
    if kind == "place" and _NO_PLACE.fullmatch(text):
        return
    if kind == "place" and (len(text) > _LONG_PLACE or text[-1] in "晴阴"):
        text = _PLACE_TAIL.sub("", text)
    if kind == "org" and text not in _KNOWN:
        # Words such as "the company", and what is left of a longer name.
        if _CUT.match(text) or _GENERAL.fullmatch(text):
            return
    yield _mention(start, text, kind)


def _confidence(each: Mention, text: str, trusted: bool) -> float:
    """Return how sure a name is, by what tells it besides its tag."""
    name = text[each.start : each.end]
    if _KNOWN.get(each.name) == each.kind:
        return _SURE
    if each.kind == "person":
        office = _OFFICE_BEFORE.search(text[max(0, each.start - 4) : each.start])
        office = office or _OFFICE_AFTER.match(text[each.end : each.end + 4])
        sure = 0.5 if trusted else 0.3
        sure += 0.25 * (name[0] in _WORDS.surnames) + 0.1 * (len(name) == _WHOLE_PERSON)
        sure += 0.15 * (len(name) >= _WHOLE_PERSON and _WORDS.foreign >= set(name))
        sure += 0.3 * (office is not None or "·" in name)
    elif each.kind == "place":
        sure = (0.55 if trusted else 0.45) + 0.35 * _is_place(each.name)
    else:
        sure = (0.6 if trusted else 0.5) + 0.2 * (_ORGANISATION.search(name) is not None)
    # A single character is the rest of a name, unless it stands for a country.
    if len(each.name) == 1:
        return 0.0
    return round(min(1.0, sure), 2)


def _agreed(found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the names, with a surname alone as the only full name of it."""
    full = {each.name for each in found if each.kind == "person" and len(each.name) >= 2}
    for each in found:
        same = [other for other in full if other.startswith(each.name)]
        if each.kind == "person" and len(each.name) == 1 and len(same) == 1:
            yield replace(each, name=same[0], confidence=max(each.confidence, 0.8))
        else:
            yield each
