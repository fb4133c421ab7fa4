"""Figures of Chinese sentences. Pure.

As in English: "造成5人死亡", "5人遇难", "死亡人数升至5人"; a part or a possibility is no figure.
Texts are read in simplified characters, which stand at the same places.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from math import prod

from features.stories.statements.figures import (
    Bound,
    Figure,
    scaled,
    scores,
    step_of,
    without_overlaps,
)
from features.stories.statements.words import Words, words_of
from storage.documents.chinese import fold_script

_words = words_of("zh")
assert _words is not None
_WORDS: Words = _words


def _any_of(words: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


_DIGITS = "".join(_WORDS.numbers)
_TENS = "".join(_WORDS.multipliers)
_MEASURES = _any_of(_WORDS.lists["measures"])
_MONEY = _any_of(_WORDS.lists["money"])
_AFTER_LOW, _AFTER_ABOUT = (_any_of(_WORDS.bounds[each]) for each in ("low_after", "about_after"))
_NUMBER = re.compile(
    rf"(?P<digits>\d+(?:,\d{{3}})*(?:\.\d+)?|[{_DIGITS}{_TENS}]+)(?P<unit>[万亿千百]*)"
    rf"(?P<more>{_AFTER_LOW})?"
    rf"(?:(?P<money>{_MONEY})|(?P<percent>%|％)|(?P<measure>{_MEASURES})|(?P<short>[死伤])"
    rf"|(?P<magnitude>级(?:强烈)?地震))(?P<about>{_AFTER_ABOUT}|{_AFTER_LOW})?"
)
_DIGITS_ALONE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_LARGE_PART = rf"({_DIGITS_ALONE.pattern})\s?[多余]?\s?([十百千]*[万亿]+)"
_LARGE = re.compile(rf"(?:{_LARGE_PART})+")
"""12亿, 1200多万, 1亿2000万, whatever they count. 千 alone may begin a unit, as in 5千米."""
_LARGE_IN_WORDS = re.compile(
    rf"(?P<whole>[{_DIGITS}十][{_DIGITS}{_TENS}]*)(?:点(?P<part>[{_DIGITS}]+))?[多余]?"
    r"(?P<unit>[十百千]*[万亿]+)?"
)
"""三千万, 三万六千, 十五点二亿; also what has no 万 or 亿, which is not large."""
_FEW = re.compile(
    "(?<![一二两三四五六七八九])[一二两三四五六七八九]{2}(?![一二三四五六七八九零〇])"
)
"""一两, 五六十: about so many."""
_MAGNITUDE = re.compile(
    r"(?:震级|地震强度|地震烈度|里氏)(?:为|达|约)*(?:里氏)?(?P<digits>\d+(?:\.\d+)?)级?"
)
_AFTERSHOCK = re.compile(r"[余前]震")
_WEEKDAY = re.compile(r"(?<![上下每])(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?!次|届|期)")
_WEEKDAYS = "一二三四五六日"
_SPEAKING = re.compile(_any_of(_WORDS.lists["speaking"]))
_KIN_BEFORE = re.compile(
    rf"(?P<whose>{_any_of(_WORDS.lists['roles'])})的?(?P<kin>{_any_of(_WORDS.lists['kin'])})[，、]?$"
)
"""市长的女儿, before a name."""
_SAID_AFTER = 6
_SCORE = re.compile(r"(?<![\d.])(\d{1,2})\s?(?:比|[:：-])\s?(\d{1,2})(?![\d年月日点时:：-])")
_DATE = re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]")
_PUNCTUATION = re.compile('[，。；、：！？（）“”"《》,;:()\n]')
_PLACE_AGE = re.compile(r"(?P<age>\d{1,3})岁")
_ELSEWHERE = re.compile(_any_of(_WORDS.lists["elsewhere"]))
_YEAR = re.compile(r"((?:19|20)\d\d)年(?!\d{1,2}月)")
_PARTS = re.compile(f"(?:{_any_of(_WORDS.lists['parts_before'])})$")
_HEAD = re.compile(_any_of(list(_WORDS.heads)))
_NOUN = re.compile(r"[\u3400-\u9fff]{1,4}")
_AFTER, _BEFORE = 10, 10
_MAX_AGE = 110
_BOUNDS: tuple[Bound, ...] = ("low", "high", "about")


def is_of_another_time(sentence: str, years: Collection[int] = ()) -> bool:
    """Return whether a sentence names a year that is none of those ``years`` that its report is
    about.
    """
    return any(int(each) not in years for each in _YEAR.findall(sentence))


def figures_of(
    sentence: str, people: Sequence[str] = (), years: Collection[int] = ()
) -> list[Figure]:
    """Return the figures of a sentence; ``people`` are those whom its report names, and ``years``
    those that it is about.
    """
    text = fold_script(sentence)
    found = [*_dates(text), *_weekdays(text), *scores(_SCORE, text), *_ages(text, people)]
    taken = [(each.start, each.end) for each in found]
    if not _ELSEWHERE.search(text) and not is_of_another_time(text, years):
        for number in _NUMBER.finditer(text):
            if not any(left <= number.start() < right for left, right in taken):
                found += _counted(text, number)
        found += _magnitudes(text)
    return [*without_overlaps(found), *_names(text, people)]


def numerals_of(sentence: str) -> set[float]:
    """Return all numbers of a sentence, also those that count nothing."""
    text = fold_script(sentence)
    digits = {float(each.replace(",", "")) for each in _DIGITS_ALONE.findall(text)}
    return digits | {value for each in _NUMBER.finditer(text) if (value := _read_number(each)[0])}


def amounts_of(sentence: str) -> set[float]:
    """Return all numbers of a sentence as they are meant: 1,200,000,000 for 12亿."""
    text = fold_script(sentence)
    found = {
        sum(scaled(digits, _product(unit)) for digits, unit in re.findall(_LARGE_PART, large[0]))
        for large in _LARGE.finditer(text)
    }
    text = _LARGE.sub(" ", text)
    found |= {_read_large(each) for each in _LARGE_IN_WORDS.finditer(text) if _is_large(each[0])}
    text = _LARGE_IN_WORDS.sub(lambda each: " " if _is_large(each[0]) else each[0], text)
    for number in _NUMBER.finditer(text):
        value = _read_number(number)[0]
        # 一 is rarely a number.
        if value and not (number["digits"] == "一" or _FEW.search(number["digits"])):
            found.add(value)
    return found | {scaled(each, 1) for each in _DIGITS_ALONE.findall(_NUMBER.sub(" ", text))}


def _is_large(number: str) -> bool:
    return ("万" in number or "亿" in number) and not _FEW.search(number)


def _read_large(number: "re.Match[str]") -> float:
    part = "".join(str(_WORDS.numbers[each]) for each in number["part"] or "零")
    return scaled(f"{_read(number['whole']) or 0:.0f}.{part}", _product(number["unit"] or ""))


def _product(unit: str) -> int:
    return prod(_WORDS.multipliers[each] for each in unit)


def _counted(text: str, number: "re.Match[str]") -> Iterator[Figure]:
    value, step = _read_number(number)
    before = _PUNCTUATION.split(text[max(0, number.start() - _BEFORE) : number.start()])[-1]
    bound, phrase = _bound(before, number)
    before = before.removesuffix(phrase)
    if value is None or _PARTS.search(before) or _YEAR.match(text, number.start()):
        return
    after = _PUNCTUATION.split(text[number.end() : number.end() + _AFTER])[0]
    # Where the next number begins, what this one counts is over.
    after = re.split(r"\d", after)[0]
    head, group, is_telling = _head(number, before, after)
    if head:
        yield Figure(
            start=number.start() - len(phrase),
            end=number.end() - len(number["short"] or ""),
            kind="number",
            value=value,
            head=head,
            group=_strength_of(text) if head in _WORDS.measured else group,
            bound=bound,
            step=step,
            is_telling=is_telling,
            is_growing=head in _WORDS.growing,
        )


def _read_number(number: "re.Match[str]") -> tuple[float | None, float]:
    digits, multiplier = number["digits"], float(_product(number["unit"]))
    is_count = not (number["money"] or number["percent"] or number["magnitude"])
    if digits[0].isdigit():
        step = step_of(digits, multiplier, is_count=is_count)
        return scaled(digits, multiplier), step
    value = _read(digits)
    return (None if value is None else value * multiplier), multiplier if multiplier > 1 else 0.0


def _read(digits: str) -> float | None:
    """Return the value of a number in characters; None if it is none, as in 百万."""
    total, part, digit = 0, 0, 0
    if digits[0] in _TENS and digits[0] != "十":
        return None
    for each in digits:
        if each in _WORDS.numbers:
            digit = digit * 10 + _WORDS.numbers[each]
        elif (times := _WORDS.multipliers[each]) >= _WORDS.multipliers["万"]:
            total, part, digit = (total + part + digit) * times, 0, 0
        else:
            part, digit = part + (digit or 1) * times, 0
    return float(total + part + digit)


def _bound(before: str, number: "re.Match[str]") -> tuple[Bound, str]:
    for name in _BOUNDS:
        for phrase in _WORDS.bounds[name]:
            if before.endswith(phrase):
                return name, phrase
    if number["more"] or number["about"] in _WORDS.bounds["low_after"]:
        return "low", ""
    return ("about", "") if number["about"] else ("exact", "")


def _head(number: "re.Match[str]", before: str, after: str) -> tuple[str, str, bool]:
    """Return what a number counts, whom, and whether that is telling; "" if that is not clear."""
    if number["short"]:
        return {"死": "dead", "伤": "injured"}[number["short"]], "", True
    if number["magnitude"]:
        return "magnitude", "", True
    if number["money"] or number["percent"]:
        return (number["money"] or "%").replace("人民币", "元"), "", False
    counts_people = number["measure"] in ("人", "名", "位", "例")
    if counts_people:
        told = _HEAD.search(after)
        noun = after[: told.start()] if told else after
        earlier = [] if told else list(_HEAD.finditer(before))
        if told or earlier:
            return _WORDS.heads[(told or earlier[-1])[0]], _group(noun), True
    following = _NOUN.match(after)
    is_unit = number["measure"] in _WORDS.lists["units"]
    counted = "" if is_unit or following is None else following[0][:2]
    return f"{number['measure']}{counted}", "", False


def _group(noun: str) -> str:
    """Return whom a number counts, "" for people in general: 名矿工 but not 人."""
    plain = re.sub("(?:在|因|已|均|被|当场|不幸|不同程度|确认|全部|共|也|仍|送医).*", "", noun)
    if plain in _WORDS.lists["people"]:
        return ""
    return plain[-2:]


def _magnitudes(text: str) -> Iterator[Figure]:
    for found in _MAGNITUDE.finditer(text):
        yield Figure(
            start=found.start("digits"),
            end=found.end("digits"),
            kind="number",
            value=float(found["digits"]),
            head="magnitude",
            group=_strength_of(text),
            step=step_of(found["digits"], 1.0, is_count=False),
            is_telling=True,
        )


def _strength_of(text: str) -> str:
    """Return what the strength in a sentence is of, "" for the event itself."""
    return "aftershock" if _AFTERSHOCK.search(text) else ""


def _weekdays(text: str) -> Iterator[Figure]:
    """Yield the weekday of what happens, if no other is named: not that on which somebody spoke."""
    found = list(_WEEKDAY.finditer(text))
    if len(found) == 1 and not _SPEAKING.search(text, found[0].end(), found[0].end() + _SAID_AFTER):
        yield Figure(
            start=found[0].start(),
            end=found[0].end(),
            kind="date",
            value=(_WEEKDAYS.index(found[0]["day"].replace("天", "日")),),
            head="weekday",
        )


def _dates(text: str) -> Iterator[Figure]:
    for found in _DATE.finditer(text):
        value = (int(found["month"]), int(found["day"]))
        yield Figure(
            start=found.start(),
            end=found.end(),
            kind="date",
            value=value,
            head="day",
            group=found["year"] or "",
        )


def _ages(text: str, people: Sequence[str]) -> Iterator[Figure]:
    """Yield ages of people whose name is beside them."""
    for found in _PLACE_AGE.finditer(text):
        near = [
            name
            for name in map(fold_script, people)
            if text.startswith(name, found.end() + text[found.end() :].startswith("的"))
            or text[: found.start()].rstrip("（(，,现年").endswith(name)
        ]
        if near and 0 < int(found["age"]) <= _MAX_AGE:
            yield Figure(
                start=found.start(),
                end=found.end(),
                kind="number",
                value=float(found["age"]),
                head="age",
                group=near[0],
                is_telling=True,
            )


def _names(text: str, people: Sequence[str]) -> Iterator[Figure]:
    """Yield the people beside a word for what one person is or does."""
    for name in map(fold_script, people):
        for found in re.finditer(re.escape(name), text):
            before, after = text[: found.start()], text[found.end() :]
            heads = {role for role in _WORDS.lists["roles"] if before.endswith(role)}
            heads |= {deed for deed in _WORDS.lists["deeds"] if after.startswith(deed)}
            told = [(head, "") for head in heads]
            if kin := _KIN_BEFORE.search(before):
                told.append((kin["kin"], kin["whose"]))
            for head, whose in told:
                yield Figure(
                    start=found.start(),
                    end=found.end(),
                    kind="name",
                    value=name,
                    head=head,
                    group=whose,
                )
