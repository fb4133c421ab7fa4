"""What a field of a source is to all code that reads or writes it."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

OF_CHANNEL = "channel"
"""The group of the fields that channels of features bring."""


class FieldKind(Enum):
    """The kind of value that a field has."""

    TEXT = auto()
    LIST = auto()
    PAIRS = auto()
    FLAG = auto()
    WHOLE = auto()
    NUMBER = auto()


@dataclass(frozen=True, kw_only=True)
class FieldRules:
    """The rules of one field for all code that reads or writes it."""

    #: One of ``storage.database.sources.source_config.GROUPS``.
    group: str
    #: One sentence for the API description and the command line.
    about: str
    #: Smallest and largest number.
    bounds: tuple[int, int] | None = None
    #: Most characters of a text.
    max_length: int = 1000
    #: Most entries of a list.
    max_entries: int | None = None
    #: The only texts that are valid.
    choices: tuple[str, ...] = ()
    #: Whether a change makes the source due at once: it decides what a visit reads of its lists.
    starts_visit: bool = False
    #: Whether values may be secret, so that the audit and the API hide them.
    has_secrets: bool = False
    #: Whether the table of sources has a column for it.
    is_column: bool = True
    #: Whether only a feature reads it: see the hook ``source_choices``.
    by_feature: bool = False
    #: A name that files, jobs, API requests and audit entries may still use.
    former_name: str = ""


@dataclass(frozen=True)
class SourceField:
    """One field of a source as its consumers need it.

    ``default`` is None if the field is required.
    """

    name: str
    kind: FieldKind
    required: bool
    default: Any
    rules: FieldRules

    @property
    def is_time_span(self) -> bool:
        """Return whether the number is one of seconds that people write with a unit."""
        return self.kind is FieldKind.WHOLE and self.name.endswith("_seconds")

    @property
    def is_of_channel(self) -> bool:
        """Return whether a channel of a feature has brought it."""
        return self.rules.group == OF_CHANNEL

    @property
    def is_password(self) -> bool:
        """Return whether it is such a text that nobody may see."""
        return self.is_of_channel and self.rules.has_secrets and self.kind is FieldKind.TEXT
