"""What files of a host beside robots.txt say about the use of its pages. Pure.

    /.well-known/tdmrep.json   the TDM Reservation Protocol (W3C community group, 10 May 2024)
    /ai.txt                    groups of Allow and Disallow as in robots.txt, about the training of
                               models (Spawning); a pattern may name a kind of file: *.html

As in robots.txt, the rule with the longest pattern counts for a page. What cannot be read says
nothing.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from crawler.usage_rules import MAX_RULES, UsageRules, own_groups

TDMREP, AI_TXT = "/.well-known/tdmrep.json", "/ai.txt"
_TDM = {"1": ("tdm-reserved",), "0": ("tdm-open",)}
_TRAINING = {"disallow": ("train-ai=n",), "allow": ("train-ai=y",)}


def read_tdmrep(body: bytes, _agent: str) -> UsageRules:
    """Return the rules of a tdmrep.json, which are for all crawlers.

    The protocol has a list of objects, each with a place and a number; many files have an object
    alone, put the list into one, write the number as a text, or several places as a list.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return UsageRules()
    rules = []
    for each in _objects(found):
        value = str(each.get("tdm-reservation")).strip()
        places = each.get("location")
        for place in places if isinstance(places, list) else [places]:
            if value in _TDM and (path := _path(place)):
                rules.append((path, _TDM[value]))
    return UsageRules(tuple(rules[:MAX_RULES]), TDMREP)


def _objects(found: Any) -> list[dict[str, Any]]:
    """Return the objects of a list, or an object with those of the lists in it."""
    if isinstance(found, dict):
        within = [each for value in found.values() if isinstance(value, list) for each in value]
        found = [found, *within]
    if isinstance(found, list):
        return [each for each in found if isinstance(each, dict)]
    return []


def read_ai_txt(body: bytes, agent: str) -> UsageRules:
    """Return the rules of an ai.txt for the crawler ``agent``, else those for all."""
    lines = body.decode("utf-8-sig", "replace").splitlines()
    rules = []
    for label, value in own_groups(lines, agent):
        path = _path(value)
        if label in _TRAINING and path:
            rules.append((path, _TRAINING[label]))
    return UsageRules(tuple(rules[:MAX_RULES]), AI_TXT)


READERS: Mapping[str, tuple[str, Callable[[bytes, str], UsageRules]]] = {
    "tdmrep": (TDMREP, read_tdmrep),
    "ai": (AI_TXT, read_ai_txt),
}
"""The path and the reader of each file, by its name in the settings."""


def _path(pattern: Any) -> str:
    """Return a pattern as rules have it, from the first slash of the path on; "" for none."""
    if not isinstance(pattern, str):
        return ""
    text = pattern.strip()
    if text.startswith(("http://", "https://")):
        try:
            text = urlsplit(text).path or "/"
        except ValueError:
            return ""
    # Files have "./news" and "*.html", too, where a rule begins with a slash.
    text = text.removeprefix(".") if text.startswith("./") else text
    if text.startswith("*"):
        text = f"/{text}"
    return unquote(text) if text.startswith("/") else ""
