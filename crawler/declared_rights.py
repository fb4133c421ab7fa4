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

    The protocol has a list of objects, each with a number; many files have an object alone, or
    write the number as a text.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return UsageRules()
    rules = []
    for each in found if isinstance(found, list) else [found]:
        if not isinstance(each, dict):
            continue
        path = _path(each.get("location"))
        value = str(each.get("tdm-reservation")).strip()
        if path and value in _TDM:
            rules.append((path, _TDM[value]))
    return UsageRules(tuple(rules[:MAX_RULES]), TDMREP)


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
    if text.startswith("*"):
        text = f"/{text}"
    return unquote(text) if text.startswith("/") else ""
