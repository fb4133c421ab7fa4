"""Words around the names of authors in the languages of the news: labels, roles, credentials, words
to reject.
"""

import re

from extractor.dates.calendar import WEEKDAYS as WEEKDAY_NAMES
from extractor.languages.tables import all_words, alternatives

WORKS = r"(?:words|text|story|photo(?:graph)?s|pictures)"
_BY = (
    rf"(?:(?:{WORKS}\s(?:and|&)\s{WORKS}|written|posted|published|story|words|text|article"
    r"|reported|authored|created|compiled|recipe|guide|report|"
    r"interview|contributed|shared|contribution|recommended|post|"
    r"this (?:post|article|story) was (?:written|contributed))\s*)?by"
)
_WORDS = r"(?:words|story|text)\s?[:：]\s*"
TOLD_TO = alternatives("names.told_to")
"""Who wrote down what somebody else has said, in the languages that have a word for it."""
OFFICE = rf"(?:{alternatives('names.our')})\s(?:\w{{2,20}}\s)?(?:{alternatives('names.office')})"
"""A reporter's office between the word for "by" and the name: "Von unserer Redakteurin Anna Weiß".
"""
LABEL = re.compile(
    rf"^(?:{_BY}|{OFFICE}|{TOLD_TO}|{alternatives('names.by')})(?:\s*[:：]\s*|\s+)"
    rf"|^(?-i:By(?=[A-Z][a-z]))|^{_WORDS}",
    re.I,
)
"""Words before a name that mark it as the author's."""
REPORTERS = alternatives("bylines.reporters")
"""Offices of those who write, right before their names in Chinese and Japanese."""
CJK_LABEL = re.compile(
    r"^[\[［【(（■□●▲◎\s]*(?:原创|文字|本文)?(?:作者|撰文|撰稿|撰写|执笔人?|執筆者?|文(?:\s?[/／、]?\s?[图圖](?=[\s/／:：]))?|"
    rf"著者?|投稿者|翻译|译者|글|글쓴이|[^\s,，。:：]{{0,12}}?(?:{REPORTERS}))\s*[:：/／]?\s*"
)
CJK_TAIL = re.compile(
    r"(?:\s*(?:기자|특파원|논설위원|記者|记者|通讯员|氏|さん|編集部員))+(?:\s*(?:외|=).*)?$|\s+[\u4e00-\u9fff]{2,8}报道$|"
    r"\s*(?:发自|报道|/摄).*$"
)
"""Words after a Chinese, Japanese or Korean name that mark it as a reporter's."""
ROLES = frozenset(all_words("names.roles"))
"""Professions, and labels of the page, that follow names."""
JOINTS = frozenset(all_words("names.and"))
"""Words between the names of a list."""
STOPS = frozenset(all_words("names.stops"))
"""Words of running text, at which a name has ended."""
BEGINNINGS = frozenset(all_words("names.beginnings"))
"""Words in lower case that begin running text after "by"."""
ASKING = frozenset(all_words("names.asking"))
"""Words that begin labels of a page, such as "How We Test" and "More Stories", and no names."""
TOPICS = frozenset(all_words("names.topics"))
"""Last words of the names of sections and topics, which stand where names do."""
DETERMINERS = frozenset(all_words("names.determiners"))
"""Second words of labels of a page, such as "Find a Provider" and "In This Article"."""
CREDENTIALS = frozenset(all_words("names.credentials"))
NOBODY = frozenset(all_words("names.nobody"))
"""Words in the place of a name that are not a name."""
PARTICLES = frozenset(all_words("names.particles"))
"""Words in lower case inside names."""
WEEKDAYS = frozenset((*WEEKDAY_NAMES, *all_words("names.weekdays")))
"""Days of the week, which begin the date behind a name."""
SURNAMES = "".join(all_words("persons.family_signs"))
"""The commonest Chinese surnames, except those that begin common words. They tell a name from other
words.
"""
GIVEN = frozenset(all_words("persons.given"))
"""Common given names of many countries: the evidence that a line alone is a person."""
JAPANESE = all_words("persons.family")
"""Common family names of Japan. Those that are everyday words are left out."""
JAPANESE_SHORT = "".join(all_words("persons.family_short"))
"""Family names of one character. Each also begins words, so more must tell the name."""
