"""The tubes of the queue: those of the core, and one for each pool of workers of a feature."""

from hooks.answers import WorkerPool
from hooks.features import Features
from hooks.process import features
from scheduler.queue.port import TUBES


def pools_of(on: Features) -> list[WorkerPool]:
    """Return the pools of workers that features bring."""
    return on.ask_for_all("worker_pools")


def tubes_of(on: Features) -> tuple[str, ...]:
    """Return all tubes, those of the core first."""
    return (*TUBES, *(pool.name for pool in pools_of(on)))


def all_tubes() -> tuple[str, ...]:
    """Return all tubes, in a process of Django."""
    return tubes_of(features())
