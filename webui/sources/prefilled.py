"""What a query string fills into the form of a new source. Pure."""

from typing import TYPE_CHECKING

from django.http import QueryDict

from storage.channels import channel_names
from storage.database.sources.source_config import (
    CORE_FIELDS,
    SourceConfig,
    result_parsers,
)
from storage.database.sources.validation import ADDRESS_LENGTH, BOUNDS, ENTRY_LENGTH, NAME_LENGTH
from storage.whole_numbers import whole_number

if TYPE_CHECKING:
    pass

_MAX_PATTERNS = 10


def prefilled(query: QueryDict, empty: SourceConfig) -> SourceConfig:
    """Return the draft that a query describes. Missing and invalid values come from ``empty``."""
    channel = query.get("channel", "")
    patterns = (text.strip()[:ENTRY_LENGTH] for text in query.getlist("pattern")[:_MAX_PATTERNS])
    return SourceConfig(
        name=query.get("name", "").strip()[:NAME_LENGTH],
        channel=channel if channel in channel_names() else empty.channel,
        address=query.get("address", "").strip()[:ADDRESS_LENGTH],
        time_zone=query.get("time_zone", "").strip()[: CORE_FIELDS["time_zone"].rules.max_length],
        patterns=tuple(dict.fromkeys(filter(None, patterns))),
        interval_seconds=_whole(
            query.get("interval", ""), "interval_seconds", empty.interval_seconds
        ),
        max_pages=_whole(query.get("max_pages", ""), "max_pages", empty.max_pages),
        result_parser=parser if (parser := query.get("result_parser")) in result_parsers() else "",
    )


def _whole(text: str, field: str, default: int) -> int:
    """Return a number within the bounds of a field; ``default`` for anything that is no number."""
    low, high = BOUNDS[field]
    number = whole_number(text)
    if number is None:
        return default
    return min(max(number, low), high)
