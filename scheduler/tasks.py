"""The work of features that a role does beside its own, each when it is due."""

from datetime import datetime

from hooks.process import features
from scheduler.recurrence import Every
from storage.errors import StorageError


class Tasks:
    """What the features answer at a hook that returns ``hooks.answers.Task``."""

    def __init__(self, hook: str, **arguments: object) -> None:
        self._hook = hook
        found = features().ask_for_all(hook, **arguments)
        self._tasks = [(each, Every(each.seconds)) for each in found]

    def run_due(self, now: datetime) -> None:
        """Do what is due at ``now``. Raises StorageError; what was due then still is.

        Any other error is a bug of a feature, which must stop neither the role nor other features.
        """
        for task, every in self._tasks:
            if not every.due(now):
                continue
            try:
                task.run(now)
            except StorageError:
                raise
            except Exception:  # noqa: BLE001 logged as the feature's
                features().note_failure(task.feature, self._hook)
            every.done(now)
