"""Whether a sentence speaks of another time than its report does. Pure."""

import re
from datetime import datetime, timedelta

from features.stories.statements import chinese, english
from features.stories.statements.words import words_of

_NAMES = "|".join(name.capitalize() for name in english.MONTHS)
_MONTHS = {
    # Not the verbs: "the quake of September", "in early May", "on 5 May", "May 5".
    "en": re.compile(
        rf"\b(?:(?:[Ii]n|[Oo]f|[Ss]ince|[Ff]rom|[Uu]ntil|[Bb]y|[Ll]ast|[Tt]his|[Ee]arly|[Ll]ate"
        rf"|[Mm]id|[Dd]uring|[Tt]he|\d{{1,2}})[ -](?P<month>{_NAMES})\b"
        rf"|(?P<month2>{_NAMES})\.? \d{{1,2}}\b)"
    ),
    "zh": re.compile(r"(?<!\d)(?P<month>1[0-2]|[1-9])(?P<month2>)月"),
}
# A report at the beginning of a month still speaks of the last one.
_JUST_BEFORE = timedelta(days=8)


def months_in(sentence: str, lang: str) -> set[int]:
    """Return the numbers of the months that a sentence names."""
    found = _MONTHS[lang].finditer(sentence)
    return {_number(each["month"] or each["month2"]) for each in found}


def speaks_of_another_month(sentence: str, lang: str, published: datetime) -> bool:
    """Return whether a sentence names months, and not that of its report."""
    named = months_in(sentence, lang)
    own = {published.month, (published - _JUST_BEFORE).month}
    return bool(named) and named.isdisjoint(own)


def is_background(sentence: str, lang: str, published: datetime) -> bool:
    """Return whether a sentence tells what was before the event of its report."""
    words = words_of(lang)
    assert words is not None
    past = words.lists["past"]
    if lang == "en":
        tells_past = not set(past).isdisjoint(re.findall(r"[a-z]+", sentence.lower()))
        another = english.ANOTHER_TIME
    else:
        tells_past = any(word in sentence for word in past)
        another = chinese.ANOTHER_TIME
    is_of_year = another.search(sentence) is not None
    return tells_past or is_of_year or speaks_of_another_month(sentence, lang, published)


def _number(month: str) -> int:
    return int(month) if month.isdigit() else english.MONTHS[month.lower()]
