"""Sources for the contract tests of the configuration."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from storage.database.sources.source_config import SourceConfig

if TYPE_CHECKING:
    from storage.database.models import Source

NOW = datetime(2026, 3, 5, 12, 0, 0, 123456, tzinfo=UTC)


def add(name: str, *, next_visit: datetime = NOW, **fields: Any) -> "Source":
    from storage.database.models import Source
    from storage.database.sources.sources import add_source

    given = {"channel": "feed", "address": f"https://example.org/{name}.xml"} | fields
    source = add_source(SourceConfig(name=name, **given), "anna")
    Source.objects.filter(pk=source.pk).update(next_visit=next_visit)
    return source
