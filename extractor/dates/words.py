"""Patterns of the words around dates, put together from ``extractor.languages``.

They match in upper and lower case unless a comment says otherwise.
"""

from extractor.languages.tables import all_words, alternatives

MONTH_STARTS = alternatives("forum_dates.month_starts")
"""Beginnings of month names in the commonest languages of forums, in lower case: a quick test for a
date.
"""
AGO = alternatives("ago.after")
"""Words after an amount of time: "3 hours ago"."""
SINCE = alternatives("ago.before")
"""Words before an amount of time: "vor 3 Stunden"."""
ONE = alternatives("ago.one")
"""Articles and numerals for one: "an hour ago"."""
HALF = alternatives("ago.half")
"""A half of the unit after it: "half an hour ago"."""
SINGLE_UNITS = alternatives("ago.unit_alone")
"""Units that mean one or two of them without a number: "час назад"."""
NOW = alternatives("ago.now")
"""Phrases for the time of the fetch itself."""
NOW_SIGNS = alternatives("ago.now_signs")
"""Each of these phrases contains one of these. In lower case."""
RELATIVE_SIGNS = all_words("ago.signs")
"""Every relative date without a digit contains one of these. In lower case."""
FORUM_RELATIVE = (
    alternatives("forum_dates.relative")
    + rf"|\b(?:(?:{alternatives('forum_dates.relative_words')})\b"
    + rf"|(?:{alternatives('forum_dates.relative_before')})\s(?:ein|un))"
)
"""Relative dates without a digit, as forums write them. In lower case. One check for the start of a
word serves all.
"""

FORENOON = all_words("day_parts.forenoon")
NOON = all_words("day_parts.noon")
AFTERNOON = all_words("day_parts.afternoon")
"""Parts of the day before a time, in Chinese, Japanese and Korean."""
AM = alternatives("clock.am")
PM = alternatives("clock.pm")
"""Marks of the forenoon and afternoon after a time."""
CONNECTORS = alternatives("clock.at")
"""Words between a date and its time of day."""

MARKS = alternatives("clock.mark")
"""What tells a time after it."""
OF_YEAR = alternatives("clock.of_year")
"""What follows a year, before a time."""
ON = alternatives("clock.on")
"""Words between a time of day and its date."""

PUBLISHED_LABELS = alternatives("labels.published")
MODIFIED_LABELS = alternatives("labels.modified")
COMMENT_LABELS = alternatives("labels.comments")
OTHER_LABELS = alternatives("labels.other")
"""Labels of dates on articles: published, changed later, those of comments, or something else."""
_NOT_OF_POST_AT_WORD = (
    rf"\b(?:{alternatives('forum_dates.not_of_post_starts')}"
    rf"|(?:{alternatives('forum_dates.not_of_post_words')})\b)"
)
_NOT_OF_POST = all_words("forum_dates.not_of_post")
ASCII_FORUM_OTHER_LABELS = "|".join((*filter(str.isascii, _NOT_OF_POST), _NOT_OF_POST_AT_WORD))
FORUM_OTHER_LABELS = "|".join((*_NOT_OF_POST, _NOT_OF_POST_AT_WORD))
"""Labels of forum dates that are not a post's: registration, edit, last visit, the forum's clock.
In lower case.

Texts of ASCII, which are most, can only contain the first ones.
"""
