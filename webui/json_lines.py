"""Documents as JSON lines: one object a line, every field, times in ISO 8601."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import datetime

from storage.documents.port import Document


def json_lines(documents: Iterable[Document]) -> Iterator[bytes]:
    """Yield one line for each document, in UTF-8."""
    for document in documents:
        yield json.dumps(asdict(document), ensure_ascii=False, default=_plain).encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")
