"""Errors of the configuration. Retrying does not help."""

from collections.abc import Sequence

from storage.database.field_errors import FieldError
from storage.errors import Refused


class Invalid(Refused):
    """What you tried to save breaks a rule.

    ``problems`` names each field, its value and what to do.
    """

    def __init__(self, problems: Sequence[FieldError]) -> None:
        self.problems = list(problems)
        super().__init__("the configuration", "; ".join(map(str, problems)))


class NotFound(Refused):
    """No object of this ``kind`` has this ``name``."""

    def __init__(self, kind: str, name: object) -> None:
        self.kind = kind
        self.name = name
        super().__init__("the configuration", f"there is no {kind} {name!r}")


class UnreadableSource(Refused):
    """The row of a source has a value of the wrong type, which no form or import writes."""

    def __init__(self, source_id: int, why: str) -> None:
        self.source_id = source_id
        super().__init__(
            "the configuration",
            f"source {source_id} cannot be read: {why}; delete it, or restore its row from a "
            "backup",
        )
