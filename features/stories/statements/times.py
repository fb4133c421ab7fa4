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
_IS_OF_ANOTHER_TIME = {"en": english.is_of_another_time, "zh": chinese.is_of_another_time}
_YEAR = re.compile(
    r"(?<!since )(?<!from )(?<!until )(?<![自从\d])((?:19|20)\d\d)(?!\d)", re.IGNORECASE
)
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


def years_of(title: str) -> set[int]:
    """Return the years that a report is about: those in its title, as in "Festival 2024"."""
    return {int(each) for each in _YEAR.findall(title)}


def is_background(sentence: str, lang: str, title: str, published: datetime) -> bool:
    """Return whether a sentence tells what was before the event of its report."""
    words = words_of(lang)
    assert words is not None
    past = words.lists["past"]
    if lang == "en":
        tells_past = not set(past).isdisjoint(re.findall(r"[a-z]+", sentence.lower()))
    else:
        tells_past = any(word in sentence for word in past)
    return (
        tells_past
        or _IS_OF_ANOTHER_TIME[lang](sentence, years_of(title))
        or speaks_of_another_month(sentence, lang, published)
    )


def _number(month: str) -> int:
    if month.isdigit():
        return int(month)
    return english.MONTHS[month.lower()]
