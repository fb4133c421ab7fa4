"""Read tags as people write them: separated by commas, also Chinese ones, and by line breaks."""

import re
from collections.abc import Iterable

_SEPARATOR = re.compile(r"[,，、\n\r]")


def read_tags(texts: str | Iterable[str]) -> tuple[str, ...]:
    """Return the tags in one or several texts, each once, without surrounding or double spaces."""
    whole = texts if isinstance(texts, str) else "\n".join(texts)
    tags = (" ".join(each.split()) for each in _SEPARATOR.split(whole))
    return tuple(dict.fromkeys(filter(None, tags)))
