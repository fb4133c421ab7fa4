"""The fields of a source that something reads: those of the core, and those of features that are
on.
"""

from typing import Any

from hooks.answers import SourceChoice
from hooks.process import features
from storage.database.sources.fields import SourceField
from storage.database.sources.source_config import SourceConfig, source_fields, value_of


def source_choices() -> dict[str, SourceChoice]:
    """Return the texts for the fields that features read, by their names."""
    found: dict[str, SourceChoice] = {}
    for answer in features().ask("source_choices"):
        found |= answer
    return found


def shown_fields() -> dict[str, SourceField]:
    """Return the fields that forms and the API have, in their order."""
    read = source_choices()
    return {
        name: each
        for name, each in source_fields().items()
        if name in read or not each.rules.by_feature
    }


def hidden_values(config: SourceConfig) -> dict[str, Any]:
    """Return what a source has in the other fields: it stays as it is."""
    return {name: value_of(config, name) for name in source_fields().keys() - shown_fields().keys()}
