"""What short texts, classes, addresses and attribute values mean: a time, a name, or a number of a
post.

Forums repeat their labels in every post, so results are cached. All patterns are for text in lower
case, which is searched several times faster than without regard to case.
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from extractor.dates import words
from extractor.languages.tables import all_words, alternatives
from extractor.page.dom import is_hidden
from extractor.page.styles import HIDDEN

MAX_DATE_LENGTH = 90
"""Most characters of a leaf that may be a date line. Longer ones are running text."""
MAX_NAME_LENGTH = 40
"""Most characters of a member's name. Longer texts are titles and sentences."""
_MAX_CLASS_LENGTH = 300
"""Characters of class names and addresses that are searched: bounds the cost of generated ones."""
_MEMORY = 8_192
"""Answers that each cache keeps. The labels and classes of a board come again in every post."""
_DIGIT = re.compile(r"\d")
_MOMENT = re.compile(
    r"\d(?:[:：时時点點h]\s?\d\d|[./-]\d{1,2}[./-]\d\d|"
    rf"\s?(?:[ap]\.?m\b|\S{{1,3}}\s?(?:(?<!名)前|전)"
    rf"|[^\W\d]{{1,9}}\.?\s(?:{alternatives('forum_dates.after_amount')})\b))|"
    r"[月월]\s?\d|'\d\d\b|"
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th|er|\.|º)?[\s-](?:de\s)?(?:{words.MONTH_STARTS})|"
    rf"(?:{words.MONTH_STARTS})[^\W\d]*\.?\s\d{{1,2}}(?:st|nd|rd|th)?\b"
    rf"|(?:{alternatives('forum_dates.relative_before')})\s\d)|"
    r"(?<!\w)\d{1,3}\s?(?:[mhdwy]|mo|min|hr|yr)\b"
)
"""Times with a digit. Alternatives that begin alike share their beginning, which is checked at
every character. On Japanese boards, 名前 behind the number of a post is the label of a name.
"""
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOMENT_WORDS = re.compile(words.FORUM_RELATIVE)
"""Times without a digit."""
_OTHER_MOMENT = re.compile(words.FORUM_OTHER_LABELS)
_ASCII_OTHER_MOMENT = re.compile(words.ASCII_FORUM_OTHER_LABELS)
"""Labels of a time that is not the post's."""
_STAMP = re.compile(r"(?:\d{4}-\d\d-\d\d[t ]\d\d:\d\d|1\d{9}(?:\d{3})?$)")
_CLOCK = re.compile(r"\d[:：时時点點h]\s?\d\d")
_FULL_DATE = re.compile(r"\d\D{1,12}(?:19|20)\d\d|(?:19|20)\d\d\D{1,3}\d|\d[./-]\d\d?[./-]\d\d")
_NAME_CLASS = re.compile(
    r"(?:^|[\s_-])(?:author(?:name|link)?|user-?(?:name|link)?|nick(?:name)?|poster|posted-?by"
    r"|member-?name|authi|"
    r"screen-?name|creator|d_name|full-?name|display-?name|fn|bigusername|name|u-?name|post-?user)"
    r"(?:$|\s|[_-](?!title|rank|role|group|level|location|from|reg|join|posts?|stat|badge|avatar"
    r"|sig))|username|"
    r"user_?name"
)
_NAME_WORDS = (
    "name",
    "user",
    "author",
    "member",
    "poster",
    "posted",
    "nick",
    "authi",
    "creator",
    "fn",
)
"""What such a class contains. Searching for each takes less time than the whole expression, here
and below.
"""
_PROFILE = re.compile(
    r"member|user|profil|(?:^|[/?&=])space|people|/u/|/author|uid[=-]|[?&](?:un|author)=|viewpro"
    r"|home/|/id/|/@|"
    r"/personal"
)
_PROFILE_WORDS = (
    "member", "user", "profil", "space", "people", "/u/", "/author", "uid", "un=", "author=",
    "viewpro", "home/", "/id/", "/@", "/personal",
)  # fmt: skip
_NO_NAME = re.compile(
    rf"^[\W\d_]*$|^\W*(?:{alternatives('forum_labels.no_name')})\W*$"
    r"|^\[[a-z ]*\]$|^\([^()]*\)$|^[^\W\d_]{2,12}\s?[:：]\s?\S"
    rf"|^\d{{1,6}}\s(?:{alternatives('forum_labels.answers_counted')})$"
    rf"|^(?:{alternatives('forum_labels.no_name_starts')})"
    r"|\.(?:jpe?g|png|gif|webp|zip|rar|7z|pdf|docx?|xlsx?|txt|mp[34])$|\d[:：]\d|[:：]\s*$"
    rf"|{alternatives('forum_labels.posted')}|"
    r"\d\s?\S{1,3}\s?[前전]|\d \w+ ago\b|\d{4}[-/年]|^https?:"
)
_BUTTONS = frozenset(
    (*all_words("forum_labels.buttons"), *all_words("days.today"), *all_words("days.yesterday"))
)
"""Links and buttons of posts, and days relative to today, which stand where names do."""
_AROUND_LABEL = " \t[](){}<>«»:：.…·•|#+-–—▸►→←↑↓✓✔"
_ADVERTISEMENT = re.compile(rf"^\W*(?:{alternatives('forum_labels.advertisement')})\W*$")
_SENTENCE = re.compile(r"[。！？；，、][^)）\]】]|[。！？；]$|^[“「„«]")
_LATIN_SENTENCE = re.compile(r"\s\S+\s\S+.*[^\W\d_]{4}[.!?]$")
_EDIT = re.compile(alternatives("forum_labels.edited"))
_EDIT_WORDS = ("edit", "bearbeitet", "modifi")
"""What such a text in ASCII contains."""
_SIGNATURE = re.compile(
    r"(?:^|[\s_-])(?:sig|sign|signature|signatur|usersig|postsig|modified|edit-?info|pstatus"
    r"|notice)(?:$|[\s_-])|"
    r"signature|lastedit|edited|(?:^|\s)changes(?:$|\s)"
)
_OF_BODY = re.compile(r"body-\w*sig")
"""Khoros names a body by how it marks signatures, too: "lia-component-body-signature-highlight"."""
_NOTE = re.compile(
    r"(?:^|[\s_-])(?:signature|modified|edit-?info|pstatus|notice)(?:$|[\s_-])|lastedit|edited"
)
"""The same without words that some boards use for the line of author and time."""
_CAPTION = re.compile(
    r"(?:^|[\s_-])(?:(?:bb)?code(?:block|spoiler)?|(?:ips|bb)?spoiler|sp)[_-]?(?:title|head(?:er"
    r"|ing)?|caption|top|toggle|"
    r"button|btn)(?:$|[\s_-])|attach_nopermission"
)
"""Words for captions of code and spoilers, and for what Discuz shows in place of files."""
_POST_DATE = re.compile(r"post-?date|posted-?on|post-?time")
"""Words for the time of a post, in whose box the time of a change may stand, too."""
_ASIDE = re.compile(
    r"(?:^|[\s_-])(?:pop|popup|popover|p_pop|tip|tips|tooltip|menu|dropdown|hovercard|usercard"
    r"|userinfo|user-info|"
    r"profile|"
    r"badges?|medals?|stats|rate|rating|upload|attach-?form|reply-?form|related|similar|comments"
    r"|comment-list|cm|"
    r"modact)"
    r"(?:$|[\s_-])"
)
"""Words for boxes of a post that show something other than its text."""
_BESIDE = re.compile(
    r"(?:^|[\s_-])(?:side-?bar\w*|widgets?|related\w*|similar\w*|recommend\w*|suggest\w*|trending"
    r"|popular|footer|"
    r"breadcrumbs?)"
    r"(?:$|[\s_-])"
)
"""Words for boxes beside the main text. Wrappers of whole pages may have them, too."""
_BODY = re.compile(
    r"(?:^|[\s_-])(?:content|text|body|message|msg|markdown|md|prose|entry|t_f|description)(?:$"
    r"|[\s_-])|"
    r"postbody|posttext|msgtext|usertext|cooked|prose"
)
_QUOTE = re.compile(
    r"(?:^|[\s_-])(?:bb_?code_?)?(?:block)?quote"
    r"(?:d|s|r|_?box|_?block|_?body|_?content|_?message|_?wrap\w*|_?container)?"
    r"(?=$|[\s_-])(?!-(?:button|link|btn|control))|(?:^|\s)(?:citation|citat|citazione)(?=$|\s)"
    r"|^zitat|(?:reply|"
    r"post|bb|msg)[_-]?cite\b|(?:code|block|post|msg|bb)Quote\w*\b|\bquote(?:Block|Box|Content)\b|"
    # After the name of a software, as in "ipsQuote". What quotes several posts is a button.
    r"(?:^|\s)(?-i:(?!multi)[a-z]+Quote)(?=$|\s)",
    re.IGNORECASE,
)
_QUOTE_WORDS = ("quote", "zitat", "cite", "citat", "citaz")
"""What an ASCII class of a quote contains. Searching for each takes less time than the whole
expression.
"""
INLINE = frozenset({"span", "font", "i", "em", "b", "small"})
_CONCEALING = frozenset(
    ("jammer", "hidden", "d-none", "sr-only", "visually-hidden", "visuallyhidden", "u-srOnly")
)
"""Classes that hide by themselves. Discuz, the commonest software of Chinese forums, calls its
words against copying so.
"""
_SPOILER = re.compile("spoil|reveal|collaps|toggle|expand", re.IGNORECASE)
"""What classes say of words that readers may show."""
_NUMBER_NAME = re.compile(r"(?:^|-|_)(?:id|pid|num|number|content|key)$")
_RUN_OF_DIGITS = re.compile(r"\d+|[0-9a-f]*\d[0-9a-f]{7,}")


@lru_cache(maxsize=_MEMORY)
def tells_moment(text: str) -> bool:
    """Return whether a short text may contain the time of a post."""
    lowered = text.lower()
    if not _DIGIT.search(lowered):
        is_told = _MOMENT_WORDS.search(lowered) and not _SENTENCE.search(lowered)
        return bool(is_told) and not _is_other_moment(lowered)
    found = _YEAR.search(lowered) or _MOMENT.search(lowered) or _MOMENT_WORDS.search(lowered)
    return bool(found) and not _is_other_moment(lowered)


@lru_cache(maxsize=_MEMORY)
def tells_other_moment(text: str) -> bool:
    """Return whether a label belongs to a time that is not the post's."""
    return _is_other_moment(text.lower())


def _is_other_moment(lowered: str) -> bool:
    pattern = _ASCII_OTHER_MOMENT if lowered.isascii() else _OTHER_MOMENT
    return bool(pattern.search(lowered))


def tells_time_of_day(text: str) -> bool:
    """Return whether a text has a time as a clock shows it."""
    return bool(_CLOCK.search(text.lower()))


@lru_cache(maxsize=_MEMORY)
def is_dated(text: str) -> bool:
    """Return whether a short text looks like a time rather than a name."""
    return bool(_DIGIT.search(text)) and bool(_MOMENT.search(text.lower()))


def is_stamp(value: str) -> bool:
    """Return whether an attribute begins with a time in a machine's format."""
    return bool(_STAMP.match(value.lower()))


@lru_cache(maxsize=_MEMORY)
def holds_moment(value: str) -> bool:
    """Return whether an attribute contains the post's time, with time of day, for machines or
    people.
    """
    if is_stamp(value):
        return True
    return bool(_CLOCK.search(value)) and bool(_FULL_DATE.search(value)) and tells_moment(value)


@lru_cache(maxsize=_MEMORY)
def is_name(text: str) -> bool:
    """Return whether a text is short enough for a name and neither a common label nor a
    sentence.
    """
    if text.strip(_AROUND_LABEL).lower() in _BUTTONS:
        return False
    if not 0 < len(text) <= MAX_NAME_LENGTH or _NO_NAME.search(text.lower()):
        return False
    is_sentence = _SENTENCE.search(text) or (
        text.rstrip().endswith((".", "!", "?")) and _LATIN_SENTENCE.search(text)
    )
    return not is_sentence


@lru_cache(maxsize=_MEMORY)
def is_advertisement(text: str) -> bool:
    """Return whether a text is only the word for an advertisement."""
    return len(text) <= MAX_NAME_LENGTH and bool(_ADVERTISEMENT.match(text.lower()))


@lru_cache(maxsize=_MEMORY)
def is_name_class(name: str) -> bool:
    """Return whether a class means that an element shows a name."""
    lowered = name[:_MAX_CLASS_LENGTH].lower()
    return any(word in lowered for word in _NAME_WORDS) and bool(_NAME_CLASS.search(lowered))


@lru_cache(maxsize=_MEMORY)
def is_quote_class(tag: str, name: str) -> bool:
    """Return whether an element is a quoted post.

    A ``blockquote`` with another class may be a post's whole text.
    """
    if not name:
        return tag == "blockquote"
    lowered = name.lower()
    may_be = not name.isascii() or any(word in lowered for word in _QUOTE_WORDS)
    return may_be and bool(_QUOTE.search(name[:_MAX_CLASS_LENGTH]))


@lru_cache(maxsize=_MEMORY)
def is_signature_class(name: str) -> bool:
    """Return whether a class means a signature or an edit note, and not a body that only mentions
    signatures.
    """
    return _means_note(_SIGNATURE, name)


@lru_cache(maxsize=_MEMORY)
def is_caption_class(name: str) -> bool:
    """Return whether a class means a caption in the text of a post, or a notice in place of what
    only members see.
    """
    return bool(name) and bool(_CAPTION.search(name[:_MAX_CLASS_LENGTH].lower()))


@lru_cache(maxsize=_MEMORY)
def is_note_class(name: str) -> bool:
    """Return whether a class means a signature or a note below a post, in which no time is the
    post's.
    """
    return _means_note(_NOTE, name)


def _means_note(pattern: re.Pattern[str], name: str) -> bool:
    """Return whether a class has a word for a note, is not that of a date, and is not that of a
    body with such notes.
    """
    lowered = name[:_MAX_CLASS_LENGTH].lower()
    if not pattern.search(lowered) or _POST_DATE.search(lowered):
        return False
    return any(pattern.search(word) and not _OF_BODY.search(word) for word in lowered.split())


@lru_cache(maxsize=_MEMORY)
def is_aside_class(name: str) -> bool:
    """Return whether a class means a box of a post that shows something other than its text."""
    return bool(name) and bool(_ASIDE.search(name[:_MAX_CLASS_LENGTH].lower()))


@lru_cache(maxsize=_MEMORY)
def is_body_class(name: str) -> bool:
    """Return whether a class or the like means the text of a post."""
    return bool(name) and bool(_BODY.search(name[:_MAX_CLASS_LENGTH].lower()))


@lru_cache(maxsize=_MEMORY)
def is_beside_class(name: str) -> bool:
    """Return whether a class means a box beside the main text."""
    return bool(name) and bool(_BESIDE.search(name[:_MAX_CLASS_LENGTH].lower()))


def is_concealed(
    tag: str, name: str, attributes: Mapping[str, str], hidden: AbstractSet[str] = frozenset()
) -> bool:
    """Return whether an element puts words between those of a post that only programs see.

    ``hidden`` are the classes that the page's style sheets hide. Hidden boxes are spoilers, unless
    their class says that they show something else, such as the name of a file.
    """
    if not attributes:
        return False
    is_inline = tag in INLINE
    if is_inline and name and not _SPOILER.search(name):
        classes = name.split()
        if name in _CONCEALING or not hidden.isdisjoint(classes):
            return True
    style = attributes.get("style", "")
    if style and is_inline and HIDDEN.search(style):
        return True
    return (is_inline or is_aside_class(name)) and is_hidden(attributes)


@lru_cache(maxsize=_MEMORY)
def tells_edit(text: str) -> bool:
    """Return whether a short text reports a change to a post."""
    lowered = text.lower()
    may_be = not text.isascii() or any(word in lowered for word in _EDIT_WORDS)
    return may_be and bool(_EDIT.search(lowered))


@lru_cache(maxsize=_MEMORY)
def is_profile(href: str) -> bool:
    """Return whether an address looks like a member's profile."""
    lowered = href[:_MAX_CLASS_LENGTH].lower()
    return any(word in lowered for word in _PROFILE_WORDS) and bool(_PROFILE.search(lowered))


@lru_cache(maxsize=1_024)
def is_number_attribute(name: str) -> bool:
    """Return whether an attribute's name means that it numbers things."""
    return bool(_NUMBER_NAME.search(name))


def masked(value: str) -> str:
    """Replace every run of digits in a value with "0"."""
    lowered = value.lower()
    if _DIGIT.search(lowered):
        return _RUN_OF_DIGITS.sub("0", lowered)
    return lowered
