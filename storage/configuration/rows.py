"""What is read from a file of sources, before it is compared with the sources there are."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FileRow:
    """One source in a file: text by field. ``for_new`` holds what only a source that is new here gets."""

    line: int
    cells: Mapping[str, str]
    for_new: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RowError:
    """What is wrong in one line; ``field`` is empty when it concerns the whole line."""

    line: int
    field: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.field}: {self.message}" if self.field else f"line {self.line}: {self.message}"


class Unreadable(Exception):
    """The file as a whole cannot be read. Turned into the plan's only error."""

    def __init__(self, line: int, message: str) -> None:
        self.error = RowError(line, "", message)
        super().__init__(message)
