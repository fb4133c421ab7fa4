"""Look-up tables for the words of the calendar: months, weekdays, units of time, days before
today.
"""

from extractor.dates import words

MONTHS = {
    name: number
    for number, names in enumerate(words.MONTH_NAMES.split(";"), 1)
    for name in names.split()
} | words.LEVANTINE_MONTHS
JALALI_MONTHS = {name: number for number, name in enumerate(words.JALALI_MONTH_NAMES.split(), 1)}
WEEKDAYS = {
    name: day
    for day, names in enumerate(words.WEEKDAY_NAMES.strip().splitlines())
    for name in names.split()
}
"""Days of the week by name; Monday is 0."""
SECONDS_OF = {word: seconds for seconds, units in words.UNITS.items() for word in units.split()} | {
    word: 2 * seconds for seconds, units in words.DUAL_UNITS.items() for word in units.split()
}
DAYS_BACK = {
    word: days
    for days, lines in words.DAY_WORDS.items()
    for line in lines.split("\n")
    for word in line.split("|")
    if word
}


def month_of(name: str, lang: str) -> int | None:
    """Return the number of a month from its name in any of the languages; ``lang`` decides if two
    of them disagree.
    """
    known = name.lower()
    bare = known.rstrip(".")
    if lang.startswith("hr") and bare in words.CROATIAN_MONTHS:
        return words.CROATIAN_MONTHS[bare]
    return MONTHS.get(bare) or MONTHS.get(known)
