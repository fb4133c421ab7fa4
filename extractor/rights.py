"""What a page says about the use of its text: its rights signals, as codes. Pure.

    noindex  noarchive  nosnippet   X-Robots-Tag and <meta name="robots">
    train-ai=n                      the same, as noai (DeviantArt) or noml (Mojeek)
    tdm-reserved  tdm-open          the TDM Reservation Protocol (W3C community group, 10 May 2024):
                                    1 and 0, as header and <meta name="tdm-reservation">
    train-ai=n  ai-use=n  search=n  Content-Usage (draft-ietf-aipref-vocab-08 and -attach-05), and
                                    the same with =y; Content-Signal (contentsignals.org) by its
                                    own names, yes and no

Where a page says both, the stricter counts, as the draft wants it. What cannot be read says
nothing.

A *statement* is a line "code: place", such as "noarchive: X-Robots-Tag": a signal, and which
header, element or file says it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

_AGENTS = ("robots", "newsloom")
"""The names by which a page speaks to all crawlers, and to this one alone."""
_ROBOTS = {
    "noindex": "noindex",
    "none": "noindex",
    "noarchive": "noarchive",
    "nocache": "noarchive",
    "nosnippet": "nosnippet",
    "noai": "train-ai=n",
    "noml": "train-ai=n",
}
_VALUED = frozenset(("max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"))
"""Rules with a value: a name before any other colon is that of a crawler."""
_RULE = re.compile(r"([^\s,;:=\"'，、]+)\s*(:(?!\s*[,;，、])|)")
"""A rule, and whether it has a value. Many pages part rules by blanks alone."""
_CRAWLER = re.compile(r"[a-z*][\w.*-]*", re.ASCII)
_TDM = {"1": "tdm-reserved", "0": "tdm-open"}
USAGES = ("train-ai", "ai-use", "search")
"""The categories of the draft."""
_SIGNALS = {"ai-train": "train-ai", "ai-input": "ai-use", "search": "search"}
"""The names of Content-Signal for them."""
_STRICTER = {"tdm-open": "tdm-reserved", **{f"{each}=y": f"{each}=n" for each in USAGES}}
CODES = (
    *("noindex", "noarchive", "nosnippet", "tdm-reserved", "tdm-open"),
    *(f"{each}={answer}" for each in USAGES for answer in "ny"),
)
"""Every signal, in the order in which they are shown."""
ROBOTS_TAG, TDM_HEADER, USAGE_HEADER = "X-Robots-Tag", "TDM-Reservation", "Content-Usage"
SIGNAL_HEADER = "Content-Signal"
HEADERS = (ROBOTS_TAG, TDM_HEADER, USAGE_HEADER, SIGNAL_HEADER)
"""The headers that say a signal."""
META = "meta "
"""Begins the place of a statement in a ``meta`` element; its name follows."""
_MAX_LENGTH = 4_000
"""Longer statements are no preferences: the longest that says all takes 40 characters."""

# A dictionary of RFC 9651, 3.2. Nothing is tried twice, so that no text takes long.
_KEY = r"[a-z*][a-z0-9_.*-]*+"
_WORD = r"[A-Za-z*][!#$%&'*+.^_`|~:/A-Za-z0-9-]*+"
_BARE = (
    r"(?:-?+[0-9]{1,15}+(?:\.[0-9]{1,3}+)?+"
    r"|\"(?:[ !#-\[\]-~]|\\[\"\\])*+\""
    rf"|{_WORD}"
    r"|:[A-Za-z0-9+/=]*+:|\?[01]|@-?+[0-9]{1,15}+"
    r"|%\"(?:[ !#$&-~]|%[0-9a-f]{2})*+\")"
)
_PARAMETERS = rf"(?:;\x20*+{_KEY}(?:={_BARE})?+)*+"
_ITEM = f"{_BARE}{_PARAMETERS}"
_LIST = rf"\(\x20*+(?:{_ITEM}(?:\x20++{_ITEM})*+\x20*+)?+\){_PARAMETERS}"
_MEMBER = re.compile(rf"(?P<key>{_KEY})(?:=(?P<value>{_LIST}|{_ITEM})|{_PARAMETERS})", re.ASCII)
_COMMA = re.compile(r"[ \t]*,[ \t]*")


def read_rights(headers: Mapping[str, str], meta: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the statements of a page that are not overruled, in the order of ``CODES``.

    ``headers`` has lower-case names; several of one name are joined with commas. ``meta`` has the
    contents of the page's ``meta`` elements by lower-case name.
    """
    tdm = TDM_HEADER.lower()
    found: dict[str, Iterable[str]] = {
        ROBOTS_TAG: robots_rules(headers.get(ROBOTS_TAG.lower(), "")),
        **{f"{META}{name}": _each(robots_rules, meta.get(name, ())) for name in _AGENTS},
        TDM_HEADER: _tdm(headers.get(tdm, "")),
        f"{META}{tdm}": _each(_tdm, meta.get(tdm, ())),
        USAGE_HEADER: usage_preferences(headers.get(USAGE_HEADER.lower(), "")),
        SIGNAL_HEADER: content_signals(headers.get(SIGNAL_HEADER.lower(), "")),
    }
    stated = (f"{code}: {place}" for place, codes in found.items() for code in codes)
    return strictest_statements(stated)


def strictest_statements(statements: Iterable[str]) -> tuple[str, ...]:
    """Return statements, each once, in the order of their signals in ``CODES``, without those that
    a stricter signal overrules.
    """
    stated = tuple(dict.fromkeys(statements))
    counting = codes_of(stated)
    return tuple(each for code in counting for each in stated if each.startswith(f"{code}: "))


def codes_of(statements: Iterable[str]) -> tuple[str, ...]:
    """Return the signals of statements that are not overruled, in the order of ``CODES``."""
    return strictest(each.partition(": ")[0] for each in statements)


def places_of(statements: Iterable[str], code: str) -> tuple[str, ...]:
    """Return the places that say a signal, () if none is known."""
    parts = (each.partition(": ") for each in statements)
    return tuple(place for stated, _, place in parts if stated == code)


def strictest(codes: Iterable[str]) -> tuple[str, ...]:
    """Return signals in the order of ``CODES``, without those that a stricter one overrules."""
    found = set(codes)
    return tuple(code for code in CODES if code in found and _STRICTER.get(code) not in found)


def robots_rules(text: str) -> Iterator[str]:
    """Yield the signals of a list of robots rules, but for those that name another crawler."""
    is_meant = True
    valued = ""
    for name, colon in _RULE.findall(text[:_MAX_LENGTH].lower()):
        if valued:
            # "max-image-preview:none" says nothing of the page.
            is_none_shown = valued == "max-snippet" and name == "0"
            valued = ""
            if is_meant and is_none_shown:
                yield "nosnippet"
            continue
        valued = name if colon and name in _VALUED else ""
        if colon and not valued and _CRAWLER.fullmatch(name):
            is_meant = name in (*_AGENTS, "*")
        elif is_meant and name in _ROBOTS:
            yield _ROBOTS[name]


def usage_preferences(text: str) -> list[str]:
    """Return the signals of a dictionary of usage preferences; none of one that is not valid."""
    found: dict[str, str] = {}
    rest = text.strip(" ")
    if len(rest) > _MAX_LENGTH:
        return []
    at = 0
    while member := _MEMBER.match(rest, at):
        # The last of equal keys counts. A parameter has no meaning yet.
        found[member["key"]] = (member["value"] or "").partition(";")[0]
        if member.end() == len(rest):
            return [f"{key}={value}" for key, value in found.items() if f"{key}={value}" in CODES]
        comma = _COMMA.match(rest, member.end())
        if comma is None:
            return []
        at = comma.end()
    return []


def content_signals(text: str) -> list[str]:
    """Return the signals of a list such as "search=yes, ai-train=no"."""
    pairs = (each.partition("=") for each in re.split("[,;]", text[:_MAX_LENGTH].lower()))
    said = ((_SIGNALS.get(name.strip(), ""), value.strip()) for name, _, value in pairs)
    return [f"{usage}={value[0]}" for usage, value in said if usage and value in ("yes", "no")]


def _tdm(value: str) -> list[str]:
    """Return the signals of a value of the protocol, or of those of several headers; any other
    value is as good as none.
    """
    values = (each.strip(' \t"') for each in value[:_MAX_LENGTH].split(","))
    return [_TDM[each] for each in values if each in _TDM]


def _each(read: Callable[[str], Iterable[str]], texts: Sequence[str]) -> list[str]:
    return [code for text in texts for code in read(text)]
