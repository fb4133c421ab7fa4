"""The kinds of events. Pure."""

from enum import StrEnum


class EventKind(StrEnum):
    """What an event is about.

    * ``source``: a source went from the state ``before`` to the state ``after``.
    * ``host``: a host stopped to answer (``after`` is the outcome) or answers again (``before``
      is).
    * ``system``: the monitor found a problem (``after`` is its code) or the problem is over
      (``before`` is).
    * ``process``: a process died, with the reason, vanished, or is back.
    * ``jobs``: jobs were buried.
    * ``change``: a user changed the configuration.
    """

    SOURCE = "source"
    HOST = "host"
    SYSTEM = "system"
    PROCESS = "process"
    JOBS = "jobs"
    CHANGE = "change"


VANISHED = "vanished"
"""The reason of a ``process`` event for a worker that sends no heartbeat, and whose death nobody
saw.
"""
RETURNED = "returned"
"""The reason of a ``process`` event for a worker that had vanished and sends heartbeats again."""
