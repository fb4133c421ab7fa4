"""Look-up tables for the words of the calendar: months, weekdays, units of time, days before
today.
"""

from extractor.languages import tables

MONTHS = {
    name: number
    for number, month in enumerate(tables.MONTHS, 1)
    for name in tables.all_words(f"months.{month}")
}
_MONTHS_HERE_ONLY = {
    (language, name): number
    for number, month in enumerate(tables.MONTHS, 1)
    for language, names in tables.words(f"months_here_only.{month}").items()
    for name in names
}
"""Months by language and name, where the name means another month in other languages."""
_LANGUAGES_WITH_OTHER_MONTHS = frozenset(language for language, _ in _MONTHS_HERE_ONLY)
NUMBERED_MONTHS = {
    numeral: number
    for number, month in enumerate(tables.MONTHS, 1)
    for numeral in tables.all_words(f"numbered_months.{month}")
}
"""Months by the numeral that names them after a word for month, as in Vietnamese."""
JALALI_MONTHS = {
    name: number for number, name in enumerate(tables.words("persian_months")["fa"], 1)
}
WEEKDAYS = {
    name: index
    for index, weekday in enumerate(tables.WEEKDAYS)
    for name in tables.all_words(f"weekdays.{weekday}")
}
"""Days of the week by name; Monday is 0."""
_SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_629_800,
    "year": 31_557_600,
}
"""A month is a twelfth of a Julian year."""
SECONDS_OF = {
    word: seconds
    for unit, seconds in _SECONDS.items()
    for word in tables.all_words(f"units.{unit}")
} | {
    word: 2 * seconds
    for unit, seconds in _SECONDS.items()
    for word in tables.all_words(f"two_units.{unit}")
}
"""Lengths of units of time by their words."""
DAYS_BACK = {
    word: days
    for days, day in enumerate(("today", "yesterday", "before_yesterday"))
    for word in tables.all_words(f"days.{day}")
}
"""Words for a day, with the number of days before today."""


def month_of(name: str, lang: str) -> int | None:
    """Return the number of a month from its name in any of the languages; ``lang`` decides if two
    of them disagree.
    """
    known = name.lower()
    bare = known.rstrip(".")
    for language in _LANGUAGES_WITH_OTHER_MONTHS:
        if lang.startswith(language) and (language, bare) in _MONTHS_HERE_ONLY:
            return _MONTHS_HERE_ONLY[language, bare]
    return MONTHS.get(bare) or MONTHS.get(known)
