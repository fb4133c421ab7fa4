"""The pages that count against the budget of each source, by day, and those that wait."""

from collections.abc import Mapping
from dataclasses import dataclass

from storage.state.port import Admit, Keep, Members, Rank, Ranks, Remove, Size, StateStore

KEPT_SECONDS = 3 * 86_400
"""How long the pages of a day are kept, and how long a page counts as waiting unless it asks again.
"""


@dataclass(frozen=True, kw_only=True)
class BudgetUse:
    """The pages of a source that count for one day, and those that wait for another one."""

    used: int = 0
    waiting: int = 0


class Budgets(StateStore):
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
        taken, waiting = _taken(source_id, day), _waiting(source_id)
        is_taken, *_ = self._state.run_all(
            [Admit(taken, key, most), Keep(taken, KEPT_SECONDS), Remove(waiting, [key])]
        )
        if not is_taken:
            # Only a page that has to wait asks the clock and writes again. If the process dies
            # here, its job runs again, and so does this.
            now = self._state.now()
            self._state.run_all(
                [
                    Rank(waiting, {key: now}, least=now - KEPT_SECONDS),
                    Keep(waiting, KEPT_SECONDS),
                ]
            )
        return bool(is_taken)

    def used(self, days: Mapping[int, str]) -> dict[int, BudgetUse]:
        """Return the use of each source's budget on the day given for it."""
        oldest = self._state.now() - KEPT_SECONDS
        taken = [Size(_taken(source_id, day)) for source_id, day in days.items()]
        waiting = [Size(_waiting(source_id), least=oldest) for source_id in days]
        sizes = self._state.run_all([*taken, *waiting])
        return {
            source_id: BudgetUse(used=used, waiting=waits)
            for source_id, used, waits in zip(
                days, sizes[: len(days)], sizes[len(days) :], strict=True
            )
        }


def _taken(source_id: int, day: str) -> Members:
    return Members(f"budget:{source_id}", f":{day}")


def _waiting(source_id: int) -> Ranks:
    return Ranks(f"budget:{source_id}", ":waiting")
