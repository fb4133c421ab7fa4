"""Choose which value of an entry is its address, title, text, time and author: by what the values
look like first, by the names of members second.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from extractor.dates.context import DateContext
from extractor.dates.date_matches import parse_date_text
from features.json_lists.addresses import is_address
from features.json_lists.columns import Column, is_time_list

MIN_SCORE = 0.8
"""Below this, most values of a column do not look like what is sought."""
_MAX_TITLE = 300
"""Longer texts are no titles."""
_MAX_NAME = 60
"""Longer texts are no names of authors."""
_MIN_UNNAMED_TITLE = 8
"""Shorter texts below a member whose name does not speak of titles are codes and labels."""
_TELLING_LENGTH = 200
"""A text as long as this on average is surely one."""
_DEPTH_COST = 0.15
"""The entry's own values count more than those of its author, pictures and links."""

_DAY = re.compile(r"(?:19|20)\d{6}", re.ASCII)
_IS_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|ico|mp[34]|m3u8|css|js|pdf)(?:$|[?!@])", re.I)
_IS_INTERFACE = re.compile(r"^https?://api\.|/(?:api|wp-json|jsonapi)/", re.IGNORECASE)
"""Addresses for programs, where readers find nothing."""
_TAG = re.compile(r"<[a-z/][^>]*>", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]")
_IS_CODE = re.compile(r"[\w.:/@#%-]*[\d_/@#%][\w.:/@#%-]*|[a-z0-9]+(?:-[a-z0-9]+)+", re.ASCII)
"""Ids, slugs, addresses and names of files: no blank, and a digit or a sign in it."""

_LINK_NAMES = re.compile(
    r"^(?:web_?|share_?|article_?|post_?|news_?|ap_?|html_?|original_?|page_?|target_?)*"
    r"(?:url|link|href|permalink|uri|id)$"
)
_TITLE_NAMES = re.compile(r"title|headline|subject|^name$|^word$|^query$")
_TEXT_NAMES = re.compile(
    r"content|body|text|summary|descri|desc$|excerpt|abstract|intro|digest|note|html|brief"
)
_TIME_NAMES = re.compile(r"publish|creat|posted|date|time|pub|issued|ctime|_at$|updat|modif")
_FIRST_TIME_NAMES = re.compile(r"publish|posted|pub|issued|ctime|^date")
_CREATED = re.compile(r"creat")
"""The time of a draft if there is a time of publication, else that of publication."""
_LATER_TIME_NAMES = re.compile(r"updat|modif|edit|last|bump|expire|end|delet|mtime|index")
_AUTHOR_NAMES = re.compile(r"author|user|account|creator|byline|writer|poster|owner")
_NAME_NAMES = re.compile(r"name|nick|handle|acct|login|author|user|creator|byline|original")
_DISPLAYED = re.compile(r"display|nick|screen|full|^name$")
_OF_OTHERS = re.compile(
    r"image|img|avatar|thumb|icon|logo|cover|photo|pic|media|video|banner|embed|^api|self|"
    r"_links|reply|parent|reblog|quote|category|section|tag|community|counts"
)
"""Members that describe something else than the entry."""
_OF_PERSONS = re.compile(r"author|user|account|creator|owner|profile|poster|actor")


def chosen(columns: Sequence[Column], collected: datetime) -> dict[str, str]:
    """Return the expression of each role that the entries have: "link", "title", "text", "time",
    "author".
    """
    found: dict[str, str] = {}
    for role in ROLES:
        ranked = candidates(role, columns, collected)
        free = [each for each in ranked if each not in found.values()]
        if free:
            found[role] = free[0]
    return found


def candidates(role: str, columns: Sequence[Column], collected: datetime) -> list[str]:
    """Return the expressions that may have a role, the likeliest first."""
    scored = [
        (ROLES[role](column, collected) - _distance(column), column.expression)
        for column in columns
    ]
    likely = [each for each in scored if each[0] >= MIN_SCORE]
    return [expression for _score, expression in sorted(likely, key=lambda each: -each[0])]


def moment(value: object, context: DateContext) -> datetime | None:
    """Return the time that a value says: a text, a number since 1970, or a list of year, month, day
    and time of day, as servers in Java write them.
    """
    if is_time_list(value):
        year, month, day, *clock = value
        hour, minute, second = (*clock, 0, 0, 0)[:3]
        value = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
    if isinstance(value, float) and math.isfinite(value):
        value = int(value)
    # True is an int in Python, and no time.
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    # Eight digits alone would be read as seconds since 1970.
    if _DAY.fullmatch(value):
        value = f"{value[:4]}-{value[4:6]}-{value[6:]}"
    match = parse_date_text(value, context)
    return match.value if match else None


def _link_score(column: Column, _collected: datetime) -> float:
    is_named = column.name != "id" and bool(_LINK_NAMES.search(column.name))
    addresses = [
        text
        for text in column.texts
        if is_address(text, is_named=is_named) and not _IS_FILE.search(text)
    ]
    score = _share(addresses, column) + _variety(addresses)
    if _LINK_NAMES.search(column.name):
        score += 0.5
    if any(map(_is_of_another, column.names)):
        score -= 1.5
    if any(_IS_INTERFACE.search(address) for address in addresses):
        score -= 0.5
    return score if addresses else 0.0


def _title_score(column: Column, collected: datetime) -> float:
    texts = [text for text in column.texts if len(text) <= _MAX_TITLE and _is_prose(text)]
    if not texts or _time_share(column, collected) > 0.5:
        return 0.0
    is_named = bool(_TITLE_NAMES.search(column.name))
    if not is_named and _mean_length(texts) < _MIN_UNNAMED_TITLE:
        return 0.0
    score = 0.5 * _share(texts, column) + 0.5 * _variety(texts)
    if is_named:
        score += 1.0
    if any(map(_is_of_another, column.names)):
        score -= 1.0
    if _TEXT_NAMES.search(column.name):
        score -= 0.3
    return score


def _text_score(column: Column, collected: datetime) -> float:
    texts = [text for text in column.texts if _LETTERS.search(text)]
    if not texts or _time_share(column, collected) > 0.5 or _link_score(column, collected) > 1:
        return 0.0
    score = 0.5 * _share(texts, column) + min(1.0, _mean_length(texts) / _TELLING_LENGTH)
    if _TEXT_NAMES.search(column.name):
        score += 0.8
    if any(map(_is_of_another, column.names)):
        score -= 1.0
    return score


def _time_score(column: Column, collected: datetime) -> float:
    name = column.name
    if not _TIME_NAMES.search(name):
        return 0.0
    score = _time_share(column, collected) * 1.5
    if _FIRST_TIME_NAMES.search(name):
        score += 0.5
    elif _CREATED.search(name):
        score += 0.3
    if _LATER_TIME_NAMES.search(name):
        score -= 0.4
    if any(map(_is_of_another, column.names)):
        score -= 1.0
    return score


def _author_score(column: Column, _collected: datetime) -> float:
    names = [
        text
        for text in column.texts
        if len(text) <= _MAX_NAME and _LETTERS.search(text) and not is_address(text)
    ]
    path = column.names
    if not names or not any(_AUTHOR_NAMES.search(name) for name in path):
        return 0.0
    # An author's number is no name, though its member is called after the author, too.
    if not _NAME_NAMES.search(column.name) or "id" in re.split(r"[_.]", path[-1]):
        return 0.0
    score = 1.2 * _share(names, column)
    if _DISPLAYED.search(column.name):
        score += 0.4
    if any(_OF_OTHERS.search(name) for name in path):
        score -= 1.0
    return score


ROLES: Mapping[str, Callable[[Column, datetime], float]] = {
    "link": _link_score,
    "title": _title_score,
    "text": _text_score,
    "time": _time_score,
    "author": _author_score,
}
"""How well a column fits each role, in the order in which they are chosen."""


def _distance(column: Column) -> float:
    return _DEPTH_COST * (len(column.names) - 1)


def _is_of_another(name: str) -> bool:
    return bool(_OF_OTHERS.search(name) or _OF_PERSONS.search(name))


def _is_prose(text: str) -> bool:
    stripped = text.strip()
    return bool(_LETTERS.search(stripped)) and not _IS_CODE.fullmatch(stripped)


def _share(fitting: Sequence[str], column: Column) -> float:
    return len(fitting) / len(column.values)


def _variety(texts: Sequence[str]) -> float:
    if texts:
        return len(set(texts)) / len(texts)
    return 0.0


def _mean_length(texts: Sequence[str]) -> float:
    return sum(len(_TAG.sub("", text)) for text in texts) / len(texts)


def _time_share(column: Column, collected: datetime) -> float:
    context = DateContext(collected, "")
    read = [value for value in column.values if _may_be_time(value) and moment(value, context)]
    return len(read) / len(column.values)


def _may_be_time(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= 40 and any(character.isdigit() for character in value)
    if is_time_list(value):
        return True
    # Smaller numbers are counts and ids: as seconds, they would be of before 1974.
    return isinstance(value, int | float) and value > 10**8
