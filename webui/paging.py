"""Where one page of a long list is: the numbers of its rows, and its neighbours. Pure."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, kw_only=True)
class Paging:
    """The page ``number``, from 1, of ``total`` rows with ``size`` rows a page.

    ``missing`` is the number that was asked for if there is no such page, else None.
    """

    number: int
    total: int
    size: int
    missing: int | None = None

    @classmethod
    def near(cls, number: int, total: int, size: int) -> Self:
        """Return the page with this number, or the nearest one that exists."""
        found = min(max(number, 1), max(1, -(-total // size)))
        missing = None if found == number else number
        return cls(number=found, total=total, size=size, missing=missing)

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def skipped(self) -> int:
        """How many rows come before this page."""
        return (self.number - 1) * self.size

    @property
    def first(self) -> int:
        """The number of the first row, from 1; 0 without rows."""
        return min(self.skipped + 1, self.total)

    @property
    def last(self) -> int:
        """The number of the last row."""
        return min(self.number * self.size, self.total)

    @property
    def previous(self) -> int | None:
        """The number of the page before, None on the first."""
        if self.number > 1:
            return self.number - 1
        return None

    @property
    def following(self) -> int | None:
        """The number of the page after, None on the last."""
        if self.number < self.pages:
            return self.number + 1
        return None
