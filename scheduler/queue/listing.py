"""Read the jobs of a Beanstalkd that no worker holds; it has no command that lists them."""

import time
from collections.abc import Iterator, Mapping, Sequence

import greenstalk

from scheduler.queue.connection import BeanstalkdSession, QueueReply
from scheduler.queue.envelope import Envelope, buried_tube, unpack_priority
from scheduler.queue.port import JobState, QueuedJob
from storage.parts import in_parts

# Bodies have up to 60 kB, and a reader keeps little of each.
_JOBS_AT_A_TIME = 200
# A tenth of a million questions take a second, in which the server answers others too.
_NUMBERS_AT_A_TIME = 1_000
_MAX_NUMBERS = 100_000
_MAX_ASKING_SECONDS = 1.0
# Another reader holds the buried jobs for as long as it takes to read them.
_READER_SECONDS = 0.05
_MAX_READERS = 40
_WAITING = ("ready", "delayed")


def tube_counts(session: BeanstalkdSession, tube: str) -> dict[str, int]:
    """Return the numbers of ready, delayed and reserved jobs of a tube."""
    states = "ready", "delayed", "reserved"
    try:
        stats = dict(session.client.stats_tube(tube))
    except greenstalk.NotFoundError:  # a tube exists only while a client uses it or it holds a job
        return dict.fromkeys(states, 0)
    return {state: int(str(stats[f"current-jobs-{state}"])) for state in states}


def count_buried(session: BeanstalkdSession, tube: str) -> int:
    """Return how many jobs of a tube are buried."""
    return sum(tube_counts(session, buried_tube(tube)).values())


def read_buried(session: BeanstalkdSession, tube: str, limit: int) -> Iterator[QueuedJob]:
    """Yield the oldest buried jobs of a tube. They are held until all are read."""
    session.watch([buried_tube(tube)])
    wait_for_readers(session, tube)
    held: list[str] = []
    rest = min(limit, count_buried(session, tube))
    while rest > 0:
        wanted = min(rest, _JOBS_AT_A_TIME)
        asked = session.ask_each(["reserve-with-timeout 0"] * wanted)
        taken = [reply for reply in asked if reply.name == "RESERVED"]
        held += [reply.numbers[0] for reply in taken]
        for reply, facts in zip(taken, _facts(session, taken), strict=True):
            yield _buried_job(tube, int(reply.numbers[0]), reply.body, facts)
        rest = rest - wanted if len(taken) == wanted else 0
    # A job held for too long has gone back by itself, which this does not mind.
    session.ask_each([f"release {number} 0 0" for number in held])


def read_waiting(session: BeanstalkdSession, tube: str, limit: int) -> Iterator[QueuedJob]:
    """Yield waiting jobs of a tube, the newest first."""
    rest = min(limit, sum(tube_counts(session, tube)[state] for state in _WAITING))
    newest, latest = session.newest_number() - 1, time.monotonic() + _MAX_ASKING_SECONDS
    oldest = max(0, newest - _MAX_NUMBERS)
    while rest > 0 and newest > oldest and time.monotonic() < latest:
        numbers = range(newest, max(oldest, newest - _NUMBERS_AT_A_TIME), -1)
        newest = numbers[-1] - 1
        found = [
            facts
            for facts in map(_parsed, session.ask_each([f"stats-job {each}" for each in numbers]))
            if facts.get("tube") == tube and facts.get("state") in _WAITING
        ][:rest]
        rest -= len(found)
        for part in in_parts(found, _JOBS_AT_A_TIME):
            peeked = session.ask_each([f"peek {facts['id']}" for facts in part])
            for facts, reply in zip(part, peeked, strict=True):
                if reply.name == "FOUND":
                    yield _waiting_job(tube, reply.body, facts)


def read_one(session: BeanstalkdSession, tube: str, number: int) -> QueuedJob | None:
    """Return a waiting or buried job; None if there is none of this number in the tube."""
    asked, peeked = session.ask_each([f"stats-job {number}", f"peek {number}"])
    facts = _parsed(asked)
    if facts.get("state") not in _WAITING or peeked.name != "FOUND":
        return None
    if facts["tube"] == tube:
        return _waiting_job(tube, peeked.body, facts)
    if facts["tube"] == buried_tube(tube):
        return _buried_job(tube, number, peeked.body, facts)
    return None


def wait_for_readers(session: BeanstalkdSession, tube: str) -> None:
    """Wait for those who read the buried jobs of a tube, and hold them meanwhile."""
    for _ in range(_MAX_READERS):
        if not tube_counts(session, buried_tube(tube))["reserved"]:
            return
        time.sleep(_READER_SECONDS)


def _facts(session: BeanstalkdSession, taken: Sequence[QueueReply]) -> list[Mapping[str, str]]:
    commands = [f"stats-job {reply.numbers[0]}" for reply in taken]
    return [_parsed(reply) for reply in session.ask_each(commands)]


def _parsed(reply: QueueReply) -> Mapping[str, str]:
    """Return the values of a reply with statistics, which is flat YAML; none of another reply."""
    lines = reply.body.decode("utf-8", "replace").splitlines()
    pairs = (line.partition(": ") for line in lines if ": " in line)
    return {name: value.strip('"') for name, _, value in pairs}


def _buried_job(tube: str, number: int, body: bytes, facts: Mapping[str, str]) -> QueuedJob:
    envelope = Envelope.from_bytes(body)
    return QueuedJob(
        id=str(number),
        tube=tube,
        state=JobState.BURIED,
        body=_text(envelope.body),
        reason=envelope.reason,
        age_seconds=float(facts["age"]) if "age" in facts else None,
    )


def _waiting_job(tube: str, body: bytes, facts: Mapping[str, str]) -> QueuedJob:
    state = JobState(facts["state"])
    _, _, failures = unpack_priority(int(facts["pri"]))
    return QueuedJob(
        id=facts["id"],
        tube=tube,
        state=state,
        body=_text(body),
        failures=failures,
        age_seconds=float(facts["age"]),
        wait_seconds=float(facts["time-left"]) if state is JobState.DELAYED else 0.0,
    )


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")
