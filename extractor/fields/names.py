"""Find people's names in a text that should contain them: a byline, a meta element, an author
box.
"""

import re
from collections.abc import Iterator
from itertools import islice, takewhile

from extractor.dates.calendar import MONTHS
from extractor.fields.name_words import (
    ASKING,
    BEGINNINGS,
    CJK_LABEL,
    CJK_TAIL,
    CREDENTIALS,
    DETERMINERS,
    GIVEN,
    JAPANESE,
    LABEL,
    NOBODY,
    PARTICLES,
    REPORTERS,
    ROLES,
    STOPS,
    SURNAMES,
    WEEKDAYS,
)
from extractor.languages.tables import alternatives

Names = tuple[str, ...]

_MAX_BYLINE_LENGTH = 400
"""Characters of a statement that are read for names: bounds what a broken one costs."""
_MAX_NAME_LENGTH = 60
"""Most characters of a name."""
_MAX_HAN_LENGTH = 20
"""The same of one in Chinese, Japanese or Korean characters; teams have long ones."""
_MAX_NAMES = 12
"""Names that are kept. Statements with more list a whole staff."""
_MAX_WORDS = 6
"""Most words of a name."""
_MAX_SHORT_FORM_LENGTH = 4
"""Most characters of a word such as "Jr." that a full stop shortens."""
_MAX_LABELS = 3
"""Labels before a name that are cut off, one after the other, such as "Written by: Editor"."""
_SLACK = 4
"""Letters that a part of a list may have beside its name: punctuation, an initial."""
_REMOVED = re.compile(
    r"https?://\S+|www\.\S+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<!\w)@\w+|"
    r"[(（\[［【][^()（）\[\]［］【】]{0,120}[)）\]］】]|[\u200b\u200d-\u200f\ufeff]|(?<!\w)\u200c|\u200c(?!\w)"
)
"""Addresses, handles, text in brackets, invisible characters but for the joint inside Persian
words.
"""
_STRONG = re.compile(
    r"\s*[|｜•⋅●▪■»›—–―\n\t]\s*|\s+[-~]\s+|(?<![\u4e00-\u9fff])\s*·\s*|·(?![\u4e00-\u9fff])\s*"
    r"|\s+(?=[\u4e00-\u9fff]{2,6}[:：])"
)
"""Separators between the name and other facts of a byline. A dot is also inside foreign names in
Chinese.
"""
_PICTURE = re.compile(rf"\W*(?:{alternatives('names.picture')})\s?[:：./]\s?\S", re.IGNORECASE)
"""The beginning of the credit of a picture."""
_LIST = re.compile(
    rf"\s*[,;、，；/／]\s*(?:(?:{alternatives('names.and')})\s+)?"
    rf"|\s+(?:{alternatives('names.and')}|a|{alternatives('names.with')})\s+|\s*&\s*|"
    rf"\s+و(?=\S)|(?<=[\u4e00-\u9fff])(?:{alternatives('names.and_signs')})(?=[\u4e00-\u9fff])"
)
"""Separators between two names, a comma before "and" among them."""
_WITH = re.compile(rf"\s(?:{alternatives('names.with')})\s")
"""A separator that only names may be on both sides of: biographies have it, too."""
_REPORTING = re.compile(rf"\s(?:{alternatives('names.reports_from')})\s\w[\w'’-]*$", re.IGNORECASE)
"""From where somebody reports, behind the name."""
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]")
_ORGANISATION = re.compile(
    rf"[\u4e00-\u9fff]{{2}}(?:{alternatives('bylines.houses')})$|^(?:{REPORTERS})$"
    rf"|{alternatives('bylines.buttons')}"
)
_REPORTER = re.compile(rf"^(?:{REPORTERS})(?=[\u4e00-\u9fff]{{2,3}}$)")
"""An office that no blank separates from the name."""
_BODY = re.compile(
    r"(?:[\w&.'’-]+\s){0,4}(?:agency|association|board|bureau|cent(?:er|re)|college|commission"
    r"|committee|council|department|"
    r"division|federation|foundation|institute|ministry|office|school|society|union"
    r"|university)\s(?:for|of|on)\s",
    re.I,
)
"""The beginning of the name of a body: "and" may be part of it, as in "Ministry of Water and Soil".
"""
_PICTURED = re.compile(r"[摄攝]$|撮影$|供[图圖]$")
"""The end of such a credit, behind the name."""
_DIGIT = re.compile(r"\d")
_TEXT = re.compile(r"[\d:：!！?？。]")
"""Signs that no name in Chinese characters has."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""What ends a list of names: its date, after which come sections and topics."""
_WHITE = re.compile(r"[^\S\u3000\n]+")
_CAPITALS = re.compile(r"(?:[A-Z][A-Z.'’-]*\s){1,3}[A-Z][A-Z'’-]{2,}\s(?=[A-Z][a-z])")
"""A name in capitals before an office that is not: "ANNA HILL Staff Writer"."""
_DATED = re.compile(
    r"\s*(?:\d{1,2}[./-]\d{1,2}[./-]|(?:19|20)\d\d|(?:last\s)?updated|published|posted\s)", re.I
)
_KOREAN_OFFICE = re.compile(
    rf"(?<=[가-힣]{{2}})\s(?:{alternatives('bylines.ranks')})?"
    rf"(?:{alternatives('bylines.reporters_after')})$"
)
_CODE = re.compile(r"[{}=#<>\\?©]")
_EDGES = ' \t,;:：|·•-–—/／*_<>"“”„()（）[]［］【】「」'
_OUTER = _EDGES + ".。"


def names_in(text: str) -> Names:
    """Return the names in a byline without labels, roles, dates, addresses and places; () if there
    is none.
    """
    for piece in _STRONG.split(_plain(text)):
        # The credit of a picture names its photographer.
        names = () if _PICTURE.match(piece) else _names_of(_without_labels(piece))
        if names:
            return names
    return ()


def stated_names(text: str) -> Names:
    """Return the names in a statement for machines: whole, except for labels, addresses, dates and
    credentials.
    """
    own = _without_labels(_plain(text))
    is_body = _BODY.match(own) and "," not in own
    if is_body:
        parts = [own]
    else:
        parts = _LIST.split(own)[: 2 * _MAX_NAMES]
    found: dict[str, None] = {}
    for index, part in enumerate(parts):
        unlabelled = _without_labels(_KOREAN_OFFICE.sub("", part))
        undated = _DATED.split(unlabelled)[0]
        name = _own_name(undated.strip(_EDGES))
        if _is_stated(name, index == 0):
            found[name] = None
    people = [name for name in found if not is_organisation(name)]
    return tuple(people or found)[:_MAX_NAMES]


def _own_name(name: str) -> str:
    """Return a statement without what follows a person's name after a sign, or after capitals: an
    employer, a motto.
    """
    first = _STRONG.split(name)[0]
    own = first if is_full(first) else name
    capitals = _CAPITALS.match(own)
    return capitals[0].rstrip() if capitals else own


def is_full(name: str) -> bool:
    """Return whether a name is a person's, not a word or handle: two words, or a script without
    blanks.
    """
    return " " in name or bool(_HAN.search(name))


def is_organisation(name: str) -> bool:
    """Return whether a Chinese or Japanese name is a medium's or an authority's, or only says what
    somebody's work is, or what a button does.
    """
    return bool(_ORGANISATION.search(name))


def begins_with_family(name: str) -> bool:
    """Return whether a name in Chinese characters begins with a common family name.

    Names in other scripts pass.
    """
    return not "\u4e00" <= name[:1] <= "\u9fff" or name[0] in SURNAMES or name.startswith(JAPANESE)


def is_handle(name: str) -> bool:
    """Return whether a name is an account's: one word in lower case, or with digits or
    punctuation.
    """
    return " " not in name and name.isascii() and (name.islower() or not name.isalpha())


def _plain(text: str) -> str:
    # Twice, because brackets may be in brackets.
    return _WHITE.sub(" ", _REMOVED.sub(" ", _REMOVED.sub(" ", text[:_MAX_BYLINE_LENGTH]))).strip()


def _without_labels(piece: str) -> str:
    for _ in range(_MAX_LABELS):
        shorter = CJK_LABEL.sub("", LABEL.sub("", piece.strip(' \t,;:：|*_"“”„'), count=1), count=1)
        if shorter == piece:
            break
        piece = shorter
    return piece.removeprefix("Di ") if _is_by_in_italian(piece) else piece


def _is_by_in_italian(piece: str) -> bool:
    """Return whether "Di" at the start means "by": a given name follows, and no other one that
    makes it a surname.
    """
    start, first, second = [*piece.split(maxsplit=3), "", "", ""][:3]
    if start != "Di" or first.lower() not in GIVEN:
        return False
    return second.istitle() and second.lower() not in GIVEN


def _is_stated(name: str, first: bool) -> bool:
    words = [word.strip(".").lower() for word in name.split()]
    if not first and (CREDENTIALS.issuperset(words) or not ROLES.isdisjoint(words)):
        return False
    return _is_name(name)


def _is_phrase(piece: str) -> bool:
    """Return whether a text is a label of the page, such as "In This Article", by the words it
    begins with.
    """
    words = piece.lower().split(maxsplit=2)
    if len(words) < 2:
        return False
    if words[0] in ASKING or words[1] in DETERMINERS:
        return True
    return words[0] in STOPS and words[1] == "the"


def _names_of(piece: str) -> Names:
    if _is_phrase(piece):
        return ()
    names: list[str] = []
    tells_more, before = False, ""
    for sign, part in _listed(piece):
        if names and _PICTURE.match(part):
            break
        if names and part[:1].isdigit():
            names[-1] = _without_weekday(names[-1])
        if names and _YEAR.search(part):
            names += filter(None, [_name(_DIGIT.split(part, maxsplit=1)[0], later=True)])
            break
        # Where they work, with whom they live, or what their story is about.
        if tells_more and ("," in sign or part[:1].islower()):
            continue
        is_reported = _REPORTING.sub("", before).endswith(tuple(names[-1:]))
        if tells_more and _WITH.search(sign) and not is_reported:
            continue
        before = part.strip()
        if _HAN.search(part):
            found = _han_names(part, later=bool(names))
        else:
            found = [_name(part, later=bool(names) and " " in names[0])]
        names += filter(None, found)
        if not names:
            return ()
        has_words = len(part.strip()) > sum(map(len, found)) + _SLACK
        tells_more = has_words or not any(found)
    if len(names) > 2 and not is_full(names[0]):
        return (names[0],)  # after one word come topics, not more names
    return tuple(dict.fromkeys(names[:_MAX_NAMES]))


def _without_weekday(name: str) -> str:
    """Return a name without the day of the week behind it, which begins its date: "Anna Hill
    Mon".
    """
    own, _, last = name.rpartition(" ")
    if " " in own and last.strip(".").lower() in WEEKDAYS:
        return own
    return name


def _listed(piece: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a list of names, each with the separator before it."""
    start, sign = 0, ""
    for match in islice(_LIST.finditer(piece), 2 * _MAX_NAMES):
        yield sign, piece[start : match.start()]
        start, sign = match.end(), match.group()
    yield sign, piece[start:]


def _han_names(part: str, *, later: bool) -> list[str]:
    """Return Chinese, Japanese and Korean names; blanks separate names of two to four characters.

    A ``later`` part, after a name, may also be the office of the person before it.
    """
    pieces = [_REPORTER.sub("", one) for one in CJK_TAIL.sub("", part).strip(_OUTER).split()]
    if pieces and _PICTURED.search(pieces[-1]):
        return []
    people = [piece for piece in pieces if not is_organisation(piece)]
    if people or later:
        pieces = people
    own = list(takewhile(_HAN.search, pieces)) or pieces
    if len(own) > 1 and all(2 <= len(one) <= 4 for one in own):
        return [one for one in own if one not in NOBODY]
    # Blanks between single characters only spread one name over the line.
    is_spread = all(len(one) <= 2 for one in own)
    name = ("" if is_spread else " ").join(own)
    is_text = bool(_TEXT.search(name))
    if not 2 <= len(name) <= _MAX_HAN_LENGTH or name in NOBODY or is_text:
        return []
    return [name]


def _name(part: str, later: bool) -> str:
    """Return the name at the start of a part, up to a role, a date or a word of running text; ""
    without a name.

    A ``later`` part, after a name of several words, must have several words too and name no role,
    because places, titles and professions follow a comma.
    """
    words = part.strip(_OUTER).split()
    if not words or words[0] in BEGINNINGS or (later and _DIGIT.search(words[0])):
        return ""
    small = part.islower() and len(words) <= 3
    if later and words[0][0].islower() and words[0] not in PARTICLES and not small:
        return ""
    own: list[str] = []
    for index, word in enumerate(words):
        bare = word.strip(".,;:’'\"()").lower()
        if later and bare in ROLES:
            return ""
        if index + 1 < len(words):
            following = words[index + 1]
        else:
            following = ""
        if _ends_name(word, bare, own, following):
            break
        is_running_text = word[0].islower() and bare not in PARTICLES and not small
        if own and is_running_text:
            break
        own.append(word)
    while own and own[-1] in PARTICLES:
        own.pop()

    if len(own) > _MAX_WORDS or (later and len(own) < 2):
        return ""
    name = " ".join(own).strip(_EDGES)
    # The dot of "Jr." and "B." belongs to the name.
    if own and len(own[-1]) > _MAX_SHORT_FORM_LENGTH:
        name = name.rstrip(".")
    if ":" not in name and _is_name(name):
        return name
    return ""


def _ends_name(word: str, bare: str, own: list[str], following: str) -> bool:
    """Return whether a word after the ``own`` words of a name is no longer part of it.

    ``bare`` is the word in small letters without punctuation, ``following`` the word after it.
    """
    if bare in ROLES:
        return True
    has_digit = bool(_DIGIT.search(word))
    if not own:
        # An account such as "anna7" may begin a name, a date or a price may not.
        return has_digit and (word[0].isdigit() or not word.isalnum())
    if has_digit:
        return True
    is_whole = len(own) > 1
    if is_whole and word.endswith((":", "：")):
        return True  # the label of another fact
    if is_whole and word.istitle() and len(own[-1]) > 2 and all(one.isupper() for one in own):
        return True  # "ANNA HILL Staff Writer"
    may_be_surname = not is_whole and word.istitle()  # "Rui Ma"
    if bare in CREDENTIALS and not may_be_surname:
        return True
    if following[:1].isdigit() and (bare in MONTHS or bare in WEEKDAYS):
        return True
    return bare in STOPS and (word.islower() or is_whole)


def _is_name(name: str) -> bool:
    if not 2 <= len(name) <= _MAX_NAME_LENGTH or _CODE.search(name):
        return False
    if sum(map(str.isalpha, name)) < 2 or name.lower() in MONTHS:
        return False
    return not all(word.strip(".") in NOBODY for word in name.lower().split())
