"""What a robots.txt says about the use of a host's pages: its Content-Usage and Content-Signal
rules. Pure.

The form of Content-Usage is that of draft-ietf-aipref-attach-05: a rule belongs to the group of a
crawler, names a path as Allow and Disallow do, and then preferences. A Content-Signal
(contentsignals.org) without a path is for all pages. The rule with the longest path counts; of
several with one path, all do.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from urllib.parse import unquote, urlsplit

from extractor.rights import content_signals, strictest, usage_preferences

ROBOTS_TXT = "robots.txt"
_READERS = {
    "content-usage": usage_preferences,
    "content-signal": content_signals,
    "content-signals": content_signals,
}
_TOKEN = re.compile(r"\*(?!\S)|[\w-]+", re.ASCII)
MAX_RULES = 1_000
"""A site has preferences for some of its sections, not for each of its pages."""


@dataclass(frozen=True)
class UsageRules:
    """The rules for this crawler: paths, each with the codes of its preferences. ``file`` is which
    file of the host says so.
    """

    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    file: str = ROBOTS_TXT

    def statements(self, url: str) -> list[str]:
        """Return what the rules say about a page, as statements of ``extractor.rights``."""
        return [f"{code}: {self.file}" for code in self.codes(url)]

    def codes(self, url: str) -> tuple[str, ...]:
        """Return what the rules say about a page, as codes of ``extractor.rights``."""
        parts = urlsplit(url)
        place = unquote(f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}")
        matching = [(path, codes) for path, codes in self.rules if matches(path, place)]
        longest = max((len(path) for path, _ in matching), default=0)
        counting = [codes for path, codes in matching if len(path) == longest]
        return strictest(chain.from_iterable(counting))


def read_usage_rules(lines: Iterable[str], agent: str) -> UsageRules:
    """Return the rules of the groups that name the crawler ``agent``, else of those for all."""
    rules = []
    for label, value in own_groups(lines, agent):
        if label not in _READERS:
            continue
        path, _, preferences = value.replace("\t", " ").partition(" ")
        # A rule without a path is for all pages.
        path, preferences = (path, preferences) if path.startswith("/") else ("/", value)
        rules.append((unquote(path), tuple(_READERS[label](preferences))))
    return UsageRules(tuple(rules[:MAX_RULES]))


def own_groups(lines: Iterable[str], agent: str) -> list[tuple[str, str]]:
    """Return the lines, as label and value, of the groups that name the crawler ``agent``, else of
    those for all. Lines before the first group are meant for all.
    """
    groups: dict[str, list[tuple[str, str]]] = {"*": []}
    names = {"*"}
    is_open = False
    for label, value in _records(lines):
        if label == "user-agent":
            name = group_name(value, agent)
            names = {*names, name} if is_open else {name}
            # Groups of others are not kept: a hostile file could name thousands.
            names &= {agent.lower(), "*"}
            is_open = True
            for name in names:
                groups.setdefault(name, [])
            continue
        is_open = False
        for name in names:
            groups[name].append((label, value))
    return groups.get(agent.lower(), groups["*"])


def group_name(value: str, agent: str) -> str:
    """Return whom a ``User-agent`` line names, in lower case: ``*`` for all, or a crawler without
    what follows its token, such as a version (RFC 9309, 2.2.1).

    The own name ``agent`` may have blanks, which no token has.
    """
    written = value.strip().lower()
    found = _TOKEN.match(written)
    if written == agent.lower() or not found:
        return written
    return found[0]


def matches(pattern: str, place: str) -> bool:
    """Return whether a path of robots.txt is the beginning of a place; ``*`` stands for any
    characters, ``$`` for the end.
    """
    is_whole = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not place.startswith(first):
        return False
    at = len(first)
    for number, part in enumerate(others, 1):
        # What ends a place may not share characters with what was found before it.
        if is_whole and number == len(others):
            return place.endswith(part) and len(place) - len(part) >= at
        at = place.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return not is_whole or at == len(place)


def _records(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        label, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield label.strip().lower(), value.strip()
