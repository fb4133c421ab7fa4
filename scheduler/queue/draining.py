"""Move all jobs of one Beanstalkd to others, so that it can be switched off."""

from collections.abc import Sequence

from scheduler.jobs import host_in_body
from scheduler.queue.connection import BeanstalkdConnection, BeanstalkdSession, RawJob
from scheduler.queue.envelope import Envelope, buried_tube
from scheduler.queue.listing import tube_counts
from scheduler.queue.port import TUBES
from scheduler.queue.rendezvous import ranked

_BURIED = frozenset(map(buried_tube, TUBES))
_TUBES = (*TUBES, *sorted(_BURIED))


class Drain:
    """Moves jobs from a server that the other processes have left, or are about to leave.

    A job is held while it is moved, and deleted here only when it is there. Dying in between leaves
    it on both servers, never on none, and a page that is read twice is stored once.
    """

    def __init__(self, address: str, others: Sequence[str]) -> None:
        """Read the addresses, ``host:port`` each; raise ``storage.errors.SettingsError``.

        ``move`` connects.
        """
        self._source = BeanstalkdConnection(f"beanstalkd://{address}")
        self._targets = {other: BeanstalkdConnection(f"beanstalkd://{other}") for other in others}

    def move(self) -> int:
        """Move the ready, delayed and buried jobs, with their failures and the rest of their delay;
        return how many.

        Raises:
            QueueUnavailable: A server does not answer. You can repeat the call.
        """
        moved = 0
        with self._source.session() as session:
            for tube in _TUBES:
                for job in session.take_waiting(tube):
                    self._move(session, tube, job)
                    moved += 1
        return moved

    def count_reserved(self) -> int:
        """Return how many jobs workers still hold on the server."""
        with self._source.session() as session:
            return sum(tube_counts(session, tube)["reserved"] for tube in _TUBES)

    def close(self) -> None:
        """Close all connections."""
        for connection in (self._source, *self._targets.values()):
            connection.close()

    def _move(self, session: BeanstalkdSession, tube: str, job: RawJob) -> None:
        body = Envelope.from_bytes(job.body).body if tube in _BURIED else job.body
        [address, *_] = ranked(host_in_body(body.decode("utf-8", "replace")), self._targets)
        with self._targets[address].session() as target:
            target.use(tube)
            target.client.put(job.body, job.packed_priority, job.delay_seconds, job.ttr_seconds)
        session.client.delete(job.number)
