"""Which classes the style sheets in a page hide, without a browser.

Only rules whose last selector is a class alone, perhaps with a tag, count; not those for print or
narrow screens, and not those for a state such as ``:hover``.
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
_BLOCK = re.compile(r"@[^{};]*+\{(?:[^{}]*+\{[^{}]*+\})*+[^{}]*+\}")
"""A group of rules that hold under a condition."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"(?P<selectors>[^{}]*+)\{(?P<declarations>[^{}]*+)\}")
_CLASS = re.compile(r"(?:^|[\s>+~])(?:[a-z]\w*)?\.(?P<name>[\w-]+)\s*$", re.IGNORECASE)
_MAX_SELECTORS = 2_000
"""Characters of the selectors of a rule that are read."""


def hidden_classes(sheets: Iterable[str]) -> frozenset[str]:
    """Return the classes that style sheets hide everywhere."""
    text = "".join(sheets)[:MAX_LENGTH]
    return frozenset(_classes(text)) if HIDDEN.search(text) else frozenset()


def _classes(text: str) -> Iterator[str]:
    plain = _BLOCK.sub("", _COMMENT.sub("", text))
    for rule in _RULE.finditer(plain):
        if HIDDEN.search(rule["declarations"]):
            for selector in rule["selectors"][-_MAX_SELECTORS:].split(","):
                if match := _CLASS.search(selector):
                    yield match["name"]
