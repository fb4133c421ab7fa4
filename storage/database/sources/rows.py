"""The rows of an import file, before they are compared with the stored sources."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from storage.database.field_errors import ErrorCode, FieldError


@dataclass(frozen=True)
class FileRow:
    """One source in a file: text by field.

    ``for_new`` has texts that apply only if the source is new.
    """

    line: int
    cells: Mapping[str, str]
    for_new: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RowError:
    """What is wrong in one line; the problem has no field if it concerns the whole line."""

    line: int
    problem: FieldError

    @property
    def field(self) -> str:
        """The field that is wrong, or ""."""
        return self.problem.field

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@dataclass(frozen=True)
class RowWarning:
    """What Newsloom leaves out of a file whose other contents it reads.

    ``is_row`` says that it is a whole row.
    """

    line: int
    problem: FieldError
    is_row: bool = False


class Unreadable(Exception):
    """The whole file cannot be read. It becomes the only error of the plan."""

    def __init__(self, line: int, code: ErrorCode, **params: object) -> None:
        self.error = RowError(line, FieldError("", "", code, params))
        super().__init__(str(self.error))
