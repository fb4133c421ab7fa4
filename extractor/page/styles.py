"""Which classes the style sheets in a page hide, without a browser.

Only selectors of one class, perhaps with tags, count: others hide it in some places only. So do
rules for print or narrow screens, and those for a state such as ``:hover``. A class that another
rule shows is seen somewhere, too.
"""

import re
from collections.abc import Iterable, Iterator

MAX_LENGTH = 300_000
"""Characters of style sheets that are read: pages carry whole libraries of them."""
_HIDING = (
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|r?em|%)?(?![.\d\w])"
    r"|opacity\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3,}(?:px|r?em|%))"
)
HIDDEN = re.compile(_HIDING, re.IGNORECASE)
"""A declaration after which no reader sees an element."""
_BLOCK = re.compile(r"@[^@{};]*+\{(?:[^{}]*+\{[^{}]*+\})*+[^{}]*+\}")
"""A group of rules that hold under a condition."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment that nothing closes goes on to the end."""
_RULE = re.compile(r"(?<![^{}])(?P<selectors>[^{}]*+)\{(?P<declarations>[^{}]*+)\}")
"""A rule. The search begins behind braces alone: elsewhere it would read each selector anew for
each of its characters.
"""
_CLASS = re.compile(
    r"(?:[a-z]\w*+(?:\s*+>\s*+|\s++))*+(?:[a-z]\w*+)?\.(?P<name>[\w-]++)", re.IGNORECASE
)
"""A selector of one class, perhaps with tags."""
_COMBINATORS = re.compile(r"[\s>+~]+")
_NAMES = re.compile(r"\.([\w-]++)")
_SHOWING = re.compile(
    r"display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.\d)", re.IGNORECASE
)
_MAX_SELECTORS = 2_000
"""Characters of the selectors of a rule that are read."""


def hidden_classes(sheets: Iterable[str]) -> frozenset[str]:
    """Return the classes that style sheets hide everywhere."""
    text = "".join(sheets)[:MAX_LENGTH]
    if not HIDDEN.search(text):
        return frozenset()
    plain = _COMMENT.sub("", text)
    hidden = {
        match["name"]
        for selector in _selectors(_BLOCK.sub("", plain), HIDDEN)
        if (match := _CLASS.fullmatch(selector))
    }
    shown = {
        name
        for selector in _selectors(plain, _SHOWING)
        for name in _NAMES.findall(_COMBINATORS.split(selector)[-1])
    }
    return frozenset(hidden - shown)


def _selectors(text: str, declared: re.Pattern[str]) -> Iterator[str]:
    """Yield the selectors of the rules with such a declaration."""
    for rule in _RULE.finditer(text):
        if declared.search(rule["declarations"]):
            for selector in rule["selectors"][-_MAX_SELECTORS:].split(","):
                yield selector.strip()
