"""Anchor nodes: the elements of a page that contain the time of a post.

Times are searched for in short text leaves, in ``time`` elements, and in attributes that give the
full time of a relative text ("3 days ago"). Times of registration, edits and last visits do not
count, nor do times in quotes.
"""

import re

from lxml import etree

from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch, find_date_matches, parse_date_text
from extractor.forum.quotes import is_quote
from extractor.page.dom import Element

_MAX_LINE_LENGTH = 90
"""Most characters of a leaf that may be a date line. Longer ones are running text."""
_TIME = re.compile(
    r"\d[:：时時点點h]\s?\d|\d\s?[ap]\.?m\b|前|ago|刚|剛|now|\b(?:vor|hace|il y a|há)\b|"
    "назад|전|(?:19"
    r"|20)\d\d|月\d",
    re.I,
)
_OTHER = re.compile(
    r"编辑|編輯|修改|編集|edit|注册|註冊|登録|regist|join|member since|miembro|mitglied|最后|最後|"
    "last|更新|生日|登录|"
    r"登入|dabei|geändert|bearbeitet|modifi|gmt[+-]",
    re.IGNORECASE,
)
_ATTRIBUTES = (
    "datetime",
    "title",
    "data-time",
    "data-timestamp",
    "data-date",
    "data-original-title",
)
_FEW = 3
"""Characters beside a time that say nothing about it, so that the leaf before may be its label."""
_LABEL = 20
"""Most characters of a leaf that may be the label of the next one ("joined:")."""


def post_times(top: Element, context: DateContext) -> dict[Element, DateMatch]:
    """Return the anchor nodes below ``top`` in document order; only those with a time of day, if
    there are any.
    """
    found: dict[Element, DateMatch] = {}
    label = ""
    walker = etree.iterwalk(top, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            leaf = element.tail if element is not top else None
        elif is_quote(element) and element is not top:
            walker.skip_subtree()
            continue
        else:
            leaf = element.text
            if element.attrib and (moment := _in_attributes(element, context)):
                found.setdefault(element, moment)
        if not leaf or leaf.isspace():
            continue
        text = leaf.strip()
        moment = _in_leaf(text, label, context)
        holder = element if event == "start" else element.getparent()
        if moment and holder is not None:
            found.setdefault(holder, moment)
        label = text if len(text) <= _LABEL else ""
    exact = {element: moment for element, moment in found.items() if moment.exact}
    return exact or found


def _in_leaf(text: str, label: str, context: DateContext) -> DateMatch | None:
    if len(text) > _MAX_LINE_LENGTH or not _TIME.search(text) or _OTHER.search(text):
        return None
    moment = next(iter(find_date_matches(text, context)), None)
    bare = moment is not None and len(text) - len(moment.raw) < _FEW
    return None if bare and _OTHER.search(label) else moment


def _in_attributes(element: Element, context: DateContext) -> DateMatch | None:
    for name in _ATTRIBUTES:
        value = element.get(name)
        if (
            value
            and len(value) <= _MAX_LINE_LENGTH
            and any(char.isdigit() for char in value)
            and not _OTHER.search(value)
        ):
            moment = parse_date_text(value, context)
            if moment and moment.exact:
                return moment
    return None
