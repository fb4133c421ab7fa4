"""Figures of English sentences. Pure.

A number counts what stands beside it in its clause: "killed five people", "five people were
killed", "the death toll rose to five". What may be a part, a possibility, or of another event, is
no figure: no conflict is better than a false one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from features.stories.statements.figures import (
    Bound,
    Figure,
    scaled,
    scores,
    step_of,
    without_overlaps,
)
from features.stories.statements.words import Words, words_of
from newsroom.stop_words import STOP_WORDS


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    return noun.removesuffix("s")


_words = words_of("en")
assert _words is not None
_WORDS: Words = _words
_CODES = {
    "RMB": "yuan", "CNY": "yuan", "USD": "dollar", "GBP": "pound", "EUR": "euro", "JPY": "yen",
}  # fmt: skip
_TOKEN = re.compile(
    rf"(?<!\w)(?<!\d[.,])(?P<number>(?:{'|'.join(_CODES)}|US|A|C)?[$£€¥]?"
    r"\d+(?:,\d{3})*(?:\.\d+)?(?:tn|bn|mn|[bmkBMK])?(?!\w|[.,]\d))"
    r"|(?P<word>[A-Za-z][A-Za-z'’.]*[A-Za-z]|[A-Za-z])|(?P<other>\S)"
)
_NUMERAL = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_WRITTEN = re.compile(rf"({_NUMERAL.pattern})([bmkBMK](?!\w))?")
_YEAR = re.compile(r"\b(?:in|since|from|until|of|by|to) ((?:19|20)\d\d)\b", re.IGNORECASE)
_ANOTHER_PERIOD = re.compile(
    r"\b(?:last|previous|every|per|each|a) (?:year|month|week|season|decade)\b", re.IGNORECASE
)
_SCORE = re.compile(r"(?<![\d.,:/–-])(\d{1,2})\s?[-–]\s?(\d{1,2})(?![\d.,/:–-]*\d|[-–\w])")
MONTHS = {
    name: number
    for listed in ("months", "months_short")
    for number, name in enumerate(_WORDS.lists[listed], 1)
}
NO_TERMS = frozenset(MONTHS) | frozenset(_WORDS.numbers)
"""What two sentences may share by chance; figures compare them."""
_MONTH = "|".join(sorted((name.capitalize() for name in MONTHS), key=len, reverse=True))
_DATE = re.compile(
    rf"\b(?:(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:)"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)? (?P<month2>{_MONTH})\b)"
    r"(?:,? (?P<year>(?:19|20)\d\d)\b)?"
)
_WEEKDAYS = {name: number for number, name in enumerate(_WORDS.lists["weekdays"])}
_WEEKDAY = re.compile(rf"\b(?:{'|'.join(name.capitalize() for name in _WEEKDAYS)})\b")
_STRENGTH = re.compile(
    r"\b(?:strength|force) of (?P<of>\d\.\d)\b"
    r"|\b(?:quake|earthquake|tremor|aftershock)s?,? (?:measuring|measured|registering|registered) "
    r"(?:(?:at|a|about|around) )?(?P<measured>\d(?:\.\d)?)\b"
    r"|(?<![\d.])(?P<before>\d\.\d)[- ](?:strong )?(?:quake|earthquake|tremor|temblor)\b"
)
_AFTERSHOCK = re.compile(r"\b(?:after|fore)shock")
_FULL_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’.-]*){1,2})"
_KIN = "|".join(_WORDS.lists["kin"])
# "The mayor's daughter, Ann Moor", "Ann Moor, (the) daughter of the mayor".
_RELATIVES = (
    re.compile(rf"\b(?P<whose>[\w-]+)['’]s (?P<kin>{_KIN}),? {_FULL_NAME}"),
    re.compile(rf"{_FULL_NAME},? (?:is |was )?(?:the )?(?P<whose>[\w-]+)['’]s (?P<kin>{_KIN})\b"),
    re.compile(
        rf"{_FULL_NAME},? (?:is |was )?(?:the |a )?(?P<kin>{_KIN}) of (?:the )?(?P<whose>[\w-]+)"
    ),
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_AGE_AFTER = re.compile(r"(?P<name>[A-Z][\w'’-]+), (?:aged )?(?P<age>\d{1,3})(?=,|\.|;|$)")
_AGE_BEFORE = re.compile(
    r"(?P<age>\d{1,3})-year-old (?:[a-z-]+ ){0,3}(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)"
)
_SUFFIXES = {"tn": 1e12, "bn": 1e9, "b": 1e9, "mn": 1e6, "m": 1e6, "k": 1e3}
_CURRENCIES = {"$": "dollar", "£": "pound", "€": "euro", "¥": "yuan"}
_MONEY = {
    "dollar": "dollar", "dollars": "dollar", "euro": "euro", "euros": "euro", "pounds": "pound",
    "yuan": "yuan", "yen": "yen",
}  # fmt: skip
_NUMBERED = ("no", "no.", "number", "route", "highway", "flight", "channel", "chapter")
_MEASURES = frozenset(
    ["percent", *_CURRENCIES.values(), *_MONEY.values(), *map(_singular, _WORDS.lists["units"])]
)
_AFTER, _BEFORE = 8, 10
_AFTER_THE_EVENT = "aftershock"
"""Whom a strength is of that is not the strength of the event."""
_SAID_BEFORE = 4
"""Words before a weekday that may say that it is the day of a statement."""
_MAX_AGE = 110
_CLAUSE = frozenset(';:()—–"“”')


@dataclass(frozen=True, slots=True)
class _NumberToken:
    text: str
    lower: str
    start: int
    end: int
    is_number: bool


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that is ``tokens[first:last]``."""

    first: int
    last: int
    digits: str
    multiplier: float
    currency: str

    @property
    def value(self) -> float:
        """Return what it says."""
        return scaled(self.digits, self.multiplier)


def is_of_another_time(sentence: str, years: Collection[int] = ()) -> bool:
    """Return whether a sentence names a period or a year that is none of those ``years`` that its
    report is about.
    """
    named = map(int, _YEAR.findall(sentence))
    return bool(_ANOTHER_PERIOD.search(sentence)) or any(each not in years for each in named)


def figures_of(
    sentence: str, people: Sequence[str] = (), years: Collection[int] = ()
) -> list[Figure]:
    """Return the figures of a sentence; ``people`` are those whom its report names, and ``years``
    those that it is about.
    """
    found = [
        *_dates(sentence),
        *_weekdays(sentence),
        *scores(_SCORE, sentence),
        *_ages(sentence, people),
    ]
    taken = [(each.start, each.end) for each in found]
    tokens = _tokens(sentence)
    words = {each.lower for each in tokens}
    if words.isdisjoint(_WORDS.lists["elsewhere"]) and not is_of_another_time(sentence, years):
        strengths = list(_strengths(sentence))
        found += strengths
        taken += [(each.start, each.end) for each in strengths]
        for number in _numbers(tokens):
            start = tokens[number.first].start
            if not any(left <= start < right for left, right in taken):
                found += _counted(tokens, number)
    return [*without_overlaps(found), *_names(sentence, people), *_relatives(sentence)]


def numerals_of(sentence: str) -> set[float]:
    """Return all numbers of a sentence, also those that count nothing."""
    digits = {float(each.replace(",", "")) for each in _NUMERAL.findall(sentence)}
    words = (_WORDS.numbers.get(word, 0) for word in re.findall(r"[a-z]+", sentence.lower()))
    return digits | {float(value) for value in words if value > 1}


def amounts_of(sentence: str) -> set[float]:
    """Return all numbers of a sentence as they are meant: 1,200,000,000 for "1.2 billion"."""
    tokens = _tokens(sentence)
    found: set[float] = set()
    rest, end = "", 0
    for number in _read_all(tokens):
        first, last = tokens[number.first], tokens[number.last - 1]
        # "One" is rarely a number.
        if first.is_number or number.value > 1:
            found.add(number.value)
        rest, end = f"{rest}{sentence[end : first.start]} ", last.end
    for digits, suffix in _WRITTEN.findall(rest + sentence[end:]):
        # 5m may be metres or millions, and what is in a name, as in G20, is a number in it.
        found |= {scaled(digits, 1), scaled(digits, _SUFFIXES.get(suffix.lower(), 1))}
    return found


def _tokens(sentence: str) -> list[_NumberToken]:
    return [
        _NumberToken(
            each[0],
            each[0].lower().replace("’", "'"),
            each.start(),
            each.end(),
            each["number"] is not None,
        )
        for each in _TOKEN.finditer(sentence)
    ]


def _numbers(tokens: Sequence[_NumberToken]) -> Iterator[_Number]:
    """Yield the numbers that may count something."""
    for number in _read_all(tokens):
        if not _is_no_count(tokens, number):
            yield number


def _read_all(tokens: Sequence[_NumberToken]) -> Iterator[_Number]:
    at = 0
    while at < len(tokens):
        number = _read(tokens, at)
        if number:
            yield number
        at = number.last if number else at + 1


def _read(tokens: Sequence[_NumberToken], at: int) -> _Number | None:
    """Return the number that begins with a token, None if none does."""
    token = tokens[at]
    last = at + 1
    currency = ""
    if token.is_number:
        digits = token.text.lstrip(ascii_uppercase)
        currency = _CODES.get(token.text[:3]) or _CURRENCIES.get(digits[0], "")
        digits = digits.lstrip("$£€¥")
        suffix = digits.lstrip("0123456789,.")
        digits = digits.removesuffix(suffix)
        multiplier = _SUFFIXES.get(suffix.lower(), 1.0)
        if len(suffix) == 1 and not currency:
            return None
    elif token.lower in _WORDS.numbers:
        value = _WORDS.numbers[token.lower]
        if value >= 20 and last + 1 < len(tokens) and tokens[last].text == "-":
            value += _WORDS.numbers.get(tokens[last + 1].lower, 0)
            last += 2
        digits, multiplier = str(value), 1.0
    else:
        return None
    while (scale := _scale(tokens, last)) is not None:
        multiplier *= _WORDS.multipliers[tokens[scale].lower]
        last = scale + 1
    return _Number(at, last, digits, multiplier, currency)


def _scale(tokens: Sequence[_NumberToken], at: int) -> int | None:
    """Return where the word is that multiplies the number before: "million", or "-million"."""
    if at + 1 < len(tokens) and tokens[at].text == "-":
        at += 1
    is_scale = at < len(tokens) and tokens[at].lower in _WORDS.multipliers
    return at if is_scale else None


def _is_no_count(tokens: Sequence[_NumberToken], number: _Number) -> bool:
    """Return whether a number is a year, a clock time, a part of a range or a name, or "one"."""
    before = tokens[number.first - 1].text if number.first else ""
    if number.last < len(tokens):
        after = tokens[number.last].text
    else:
        after = ""
    text = tokens[number.first].text
    touches = number.first and tokens[number.first - 1].end == tokens[number.first].start
    if touches and before in "-–/:#.'’+":
        # A hyphen before may belong to "magnitude-6.1".
        return not (before == "-" and tokens[number.first - 2].lower in _WORDS.heads)
    if after in (":", "/", "–") and number.last + 1 < len(tokens):
        return tokens[number.last + 1].text[:1].isdigit() or after != ":"
    is_name = len(before) > 1 and before.isupper()
    if before.lower() in _NUMBERED or is_name:
        return True
    if number.last == number.first + 1 and _YEAR.fullmatch(text):
        return after.lower() not in _WORDS.lists["people"]
    return text.lower() == "one" and after.lower() not in ("person", "man", "woman", "dead")


def _counted(tokens: Sequence[_NumberToken], number: _Number) -> Iterator[Figure]:
    bound, first = _bound(tokens, number.first)
    before = _clause(reversed(tokens[max(0, first - _BEFORE) : first]))[::-1]
    after = _clause(tokens[number.last : number.last + _AFTER])
    is_part = before and before[-1].lower in _WORDS.lists["parts_before"]
    is_range = before and before[-1].lower == "from" and "to" in [each.lower for each in after[:2]]
    if is_part or is_range or (after and after[0].lower in _WORDS.lists["parts_after"]):
        return
    # "A 12-year-old" counts nobody.
    if not number.currency and after and after[0].text == "-" and len(after) > 1:
        after = after[1:]
        if after[0].lower not in _WORDS.heads:
            return
    head, group, is_telling = _head(number, before, after)
    if not head or not number.value:
        return
    is_count = head not in _WORDS.measured and head not in _MEASURES
    is_after = head in _WORDS.measured and any(_AFTERSHOCK.match(each.lower) for each in tokens)
    yield Figure(
        start=tokens[first].start if bound != "exact" else tokens[number.first].start,
        end=tokens[number.last - 1].end,
        kind="number",
        value=number.value,
        head=head,
        group=_AFTER_THE_EVENT if is_after else group,
        bound=bound,
        step=step_of(number.digits, number.multiplier, is_count=is_count),
        is_telling=is_telling,
        is_growing=head in _WORDS.growing,
    )


def _bound(tokens: Sequence[_NumberToken], first: int) -> tuple[Bound, int]:
    """Return the bound before a number, and where it begins."""
    names: tuple[Bound, ...] = ("low", "high", "about")
    best: tuple[Bound, int] = ("exact", first)
    for name in names:
        for phrase in _WORDS.bounds[name]:
            words = phrase.split()
            start = first - len(words)
            if start >= 0 and [each.lower for each in tokens[start:first]] == words:
                best = min(best, (name, start), key=lambda each: each[1])
    return best


def _clause(tokens: Iterable[_NumberToken]) -> list[_NumberToken]:
    """Return the tokens up to the end of a clause, or up to another number."""
    found: list[_NumberToken] = []
    for token in tokens:
        is_end = token.text in _CLAUSE or token.text == "," or token.lower in ("and", "but")
        if is_end or token.lower in _WORDS.lists["stops"] or token.text[0].isdigit():
            break
        if token.lower in _WORDS.numbers and token.lower != "one":
            break
        found.append(token)
    return found


def _head(
    number: _Number, before: Sequence[_NumberToken], after: Sequence[_NumberToken]
) -> tuple[str, str, bool]:
    """Return what a number counts, whom, and whether that is telling; "" if that is not clear."""
    words = [each.lower for each in after[:2]]
    if number.currency or (words and words[0] in _MONEY):
        return number.currency or _MONEY[words[0]], "", False
    if words[:1] == ["%"] or words == ["per", "cent"]:
        return "percent", "", False
    if words and words[0] in _WORDS.lists["units"]:
        return _singular(words[0]), "", False
    telling = _telling_head(before, after)
    if telling in _WORDS.measured:
        return telling, "", True
    noun = _noun(after)
    if telling:
        # "12 miners died" tells of miners, "12 people died" of nobody in particular.
        is_group = noun and noun not in _WORDS.lists["people"] and noun not in _WORDS.heads
        return telling, _singular(noun) if is_group else "", True
    if noun:
        return (_singular(noun), "", False)
    return ("", "", False)


def _telling_head(before: Sequence[_NumberToken], after: Sequence[_NumberToken]) -> str:
    heads = [_WORDS.heads[each.lower] for each in after if each.lower in _WORDS.heads]
    heads += [_WORDS.heads[each.lower] for each in reversed(before) if each.lower in _WORDS.heads]
    return heads[0] if heads else ""


def _noun(after: Sequence[_NumberToken]) -> str:
    """Return the noun that follows a number: the first plural, or a word for people."""
    people = _WORDS.lists["people"]
    for token in after[:4]:
        word = token.lower
        if word in people:
            return word
        # What is counted stands before: "12 of the", "12 dead".
        if word in _WORDS.lists["fillers"] or word in _WORDS.heads or not word[0].isalpha():
            return ""
        if (
            word.endswith("s")
            and len(word) > 3
            and word not in STOP_WORDS
            and word[-2] not in "su'"
        ):
            return word
    return ""


def _dates(sentence: str) -> Iterator[Figure]:
    for found in _DATE.finditer(sentence):
        month = MONTHS[(found["month"] or found["month2"]).lower()]
        day = int(found["day"] or found["day2"])
        yield Figure(
            start=found.start(),
            end=found.end(),
            kind="date",
            value=(month, day),
            head="day",
            group=found["year"] or "",
        )


def _weekdays(sentence: str) -> Iterator[Figure]:
    """Yield the weekday of what happens, if no other is named: not that on which somebody spoke."""
    found = list(_WEEKDAY.finditer(sentence))
    if found:
        before = re.findall(r"[a-z]+", sentence[: found[0].start()].lower())
    else:
        before = []
    said = {*_WORDS.lists["speaking"], "last", "next", "every", "previous", "until", "since"}
    if len(found) == 1 and said.isdisjoint(before[-_SAID_BEFORE:]):
        yield Figure(
            start=found[0].start(),
            end=found[0].end(),
            kind="date",
            value=(_WEEKDAYS[found[0][0].lower()],),
            head="weekday",
        )


def _strengths(sentence: str) -> Iterator[Figure]:
    """Yield the strength of an earthquake that is told without the word magnitude."""
    for found in _STRENGTH.finditer(sentence):
        named = str(found.lastgroup)
        yield Figure(
            start=found.start(named),
            end=found.end(named),
            kind="number",
            value=float(found[named]),
            head="magnitude",
            group=_AFTER_THE_EVENT if _AFTERSHOCK.search(sentence.lower()) else "",
            step=step_of(found[named], 1.0, is_count=False),
            is_telling=True,
        )


def _relatives(sentence: str) -> Iterator[Figure]:
    """Yield people by whose relatives they are, with their full names: relatives share the last."""
    for pattern in _RELATIVES:
        for found in pattern.finditer(sentence):
            whose = found["whose"].lower()
            if whose not in STOP_WORDS:
                yield Figure(
                    start=found.start("name"),
                    end=found.end("name"),
                    kind="name",
                    value=found["name"],
                    head=found["kin"],
                    group=whose,
                )


def _ages(sentence: str, people: Sequence[str]) -> Iterator[Figure]:
    """Yield ages of people whose name is beside them: these are told once in a story."""
    last_names = {name.split()[-1] for name in people}
    for pattern in (_AGE_AFTER, _AGE_BEFORE):
        for found in pattern.finditer(sentence):
            is_person = found["name"].split()[-1] in last_names
            if is_person and 0 < int(found["age"]) <= _MAX_AGE:
                yield Figure(
                    start=found.start("age"),
                    end=found.end("age"),
                    kind="number",
                    value=float(found["age"]),
                    head="age",
                    group=found["name"].split()[-1].lower(),
                    is_telling=True,
                )


def _names(sentence: str, people: Sequence[str]) -> Iterator[Figure]:
    """Yield the people beside a word for what one person is or does."""
    for name in people:
        for found in re.finditer(re.escape(name), sentence):
            for head in _roles(sentence[: found.start()], sentence[found.end() :]):
                yield Figure(
                    start=found.start(),
                    end=found.end(),
                    kind="name",
                    value=name.split()[-1],
                    head=head,
                )


def _roles(before: str, after: str) -> set[str]:
    """Return what a person is or does whose name is between two parts of a sentence."""
    left = [each.lower for each in _tokens(before)[-2:]]
    right = [each.lower for each in _tokens(after)[:4]]
    heads = {word for word in left if word in _WORDS.lists["roles"]}
    # "Smith, the minister", "Smith as minister".
    if right[:1] in ([","], ["as"]):
        heads |= {word for word in right[1:] if word in _WORDS.lists["roles"]}
    return heads | {word for word in right[:1] if word in _WORDS.lists["deeds"]}
