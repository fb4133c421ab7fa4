"""Budgets in Redis: a set for each source and day, and one of the pages that wait."""

from collections.abc import Mapping

from storage.budgets.port import KEPT_SECONDS, BudgetUse
from storage.seen.connection import RedisServer

_BUDGET = "budget"


class RedisBudgets:
    """The port ``Budgets`` over Redis, by its server's clock. The first call connects."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError."""
        self._server = RedisServer(url)
        self._take = self._server.script("take", package="storage.budgets")

    def take(self, source_id: int, day: str, key: str, most: int) -> bool:
        """See ``Budgets.take``."""
        return bool(
            self._server.call(self._take, self._name(source_id), [day, key, most, KEPT_SECONDS])
        )

    def used(self, days: Mapping[int, str]) -> dict[int, BudgetUse]:
        """See ``Budgets.used``."""
        oldest = self._server.time() - KEPT_SECONDS
        with self._server.translated():
            pipeline = self._server.client.pipeline(transaction=False)
            for source_id, day in days.items():
                pipeline.scard(self._name(source_id, f":{day}"))
                pipeline.zcount(self._name(source_id, ":waiting"), oldest, "+inf")
            counts = iter(pipeline.execute())
        return {source_id: BudgetUse(used=next(counts), waiting=next(counts)) for source_id in days}

    def close(self) -> None:
        """See ``Budgets.close``."""
        self._server.close()

    def _name(self, source_id: int, rest: str = "") -> str:
        return self._server.key(f"{_BUDGET}:{source_id}", rest)
