"""The port *budgets*, stored beside ``seen``: the pages that count against the budget of each
source, by day.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

KEPT_SECONDS = 3 * 86_400
"""How long the pages of a day are kept, and how long a page counts as waiting unless it asks again.
"""


@dataclass(frozen=True, kw_only=True)
class BudgetUse:
    """The pages of a source that count for one day, and those that wait for another one."""

    used: int = 0
    waiting: int = 0


class Budgets(Protocol):
    """Exact for all processes together, also if they die.

    Methods raise ``storage.errors.Unavailable``.

    A page counts once for a day, however often it asks, so a job that runs again takes nothing
    again.
    """

    def take(self, source_id: int, day: str, key: str, most: int) -> bool:
        """Return whether the page ``key`` may be fetched on this day (``YYYY-MM-DD``), and count it
        if it may.

        False if ``most`` other pages count for the day; then the page waits.
        """

    def used(self, days: Mapping[int, str]) -> dict[int, BudgetUse]:
        """Return the use of each source's budget on the day given for it."""

    def close(self) -> None:
        """Release connections and files."""
