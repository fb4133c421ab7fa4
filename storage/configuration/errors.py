"""Errors of the configuration: answers that trying again will not change."""

from collections.abc import Sequence

from storage.configuration.validation import FieldError
from storage.errors import Refused


class Invalid(Refused):
    """What was to be saved breaks a rule. ``problems`` names each field, its value and what to do."""

    def __init__(self, problems: Sequence[FieldError]) -> None:
        self.problems = list(problems)
        super().__init__("the configuration", "; ".join(map(str, problems)))


class NotFound(Refused):
    """There is no ``kind`` of this ``name``."""

    def __init__(self, kind: str, name: object) -> None:
        self.kind = kind
        self.name = name
        super().__init__("the configuration", f"there is no {kind} {name!r}")
