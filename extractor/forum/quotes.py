"""Which elements of a post hold the words of another post."""

import re

from extractor.dom import Element

_NAME = re.compile(
    r"(?:^|[\s_-])(?:bb_?code_?)?(?:block)?quote(?:d|s|_?box|_?block|_?body|_?content)?(?:$|[\s_-])", re.I
)


def is_quote(element: Element) -> bool:
    """Whether an element is a quoted post; a ``blockquote`` with a name of its own may be a post's whole text."""
    name = element.get("class") or ""
    return bool(_NAME.search(name)) if name else element.tag == "blockquote"
