"""What is packed into Beanstalkd's priority and into the body of a buried job."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import QueueRefused
from scheduler.queue.checks import check_job, storable
from scheduler.queue.envelope import HEADER_BYTES, Envelope, pack_priority, unpack_priority
from scheduler.queue.port import NewJob
from scheduler.queue.rank import (
    LAST_PRIORITY,
    LAST_ROUND,
    next_round,
    rank_of,
    round_of,
    split_rank,
)

ENVELOPES = st.builds(
    Envelope,
    body=st.binary(),
    reason=st.text(st.characters(exclude_categories=["Cs"])),
    priority=st.integers(0, LAST_PRIORITY),
    round=st.integers(0, LAST_ROUND),
    ttr_seconds=st.integers(1, 2**31),
)


@given(ENVELOPES)
def test_an_envelope_keeps_all_but_the_end_of_a_long_reason(envelope: Envelope) -> None:
    data = envelope.to_bytes()
    read = Envelope.from_bytes(data)
    assert (read.body, read.ttr_seconds) == (envelope.body, envelope.ttr_seconds)
    assert (read.priority, read.round) == (envelope.priority, envelope.round)
    assert envelope.reason.startswith(read.reason)
    assert len(read.reason.encode()) >= min(len(envelope.reason.encode()), 397)
    assert len(data) <= len(envelope.body) + HEADER_BYTES


@pytest.mark.parametrize("reason", ["\x00" * 5000, "\U0001f600" * 5000, "é" * 5000, '"\\' * 5000])
def test_no_header_is_longer_than_the_room_left_for_it(reason: str) -> None:
    envelope = Envelope(body=b"x", reason=reason, priority=9, round=99, ttr_seconds=2**32)
    assert len(envelope.to_bytes()) <= 1 + HEADER_BYTES


@given(st.binary())
def test_anything_can_be_read_as_an_envelope(data: bytes) -> None:
    assert Envelope.from_bytes(data).body in data


def test_a_body_that_was_buried_before_there_were_rounds_is_of_the_first() -> None:
    assert Envelope.from_bytes(
        b'{"reason": "timeout: x", "priority": 3, "ttr": 60}\nbody'
    ) == Envelope(body=b"body", reason="timeout: x", priority=3, round=0, ttr_seconds=60)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_later_places_of_a_visit_are_in_no_earlier_round(index: int, further: int) -> None:
    assert 0 <= round_of(index) <= round_of(index + further) <= LAST_ROUND
    assert [round_of(each) for each in (0, 9, 10, 20, 10**9)] == [0, 0, 1, 2, LAST_ROUND]
    assert next_round(round_of(index)) == min(round_of(index) + 1, LAST_ROUND)


@given(st.integers(0, LAST_PRIORITY), st.integers(0, LAST_ROUND))
def test_a_rank_says_priority_and_round(priority: int, round_number: int) -> None:
    assert split_rank(rank_of(priority, round_number)) == (priority, round_number)


@given(st.integers(0, LAST_PRIORITY), st.integers(0, LAST_ROUND), st.integers(0, 999))
def test_priority_round_and_failures_come_back(
    priority: int, round_number: int, failures: int
) -> None:
    packed = pack_priority(priority, round_number, failures)
    assert unpack_priority(packed) == (priority, round_number, failures)
    assert packed < 2**32


@given(st.integers(0, LAST_PRIORITY - 1), st.integers(0, LAST_ROUND - 1), st.integers(0, 10**9))
def test_failures_never_reach_into_the_next_round_and_rounds_never_into_the_next_priority(
    priority: int, round_number: int, failures: int
) -> None:
    assert pack_priority(priority, round_number, failures) < pack_priority(
        priority, round_number + 1, 0
    )
    assert pack_priority(priority, LAST_ROUND, failures) < pack_priority(priority + 1, 0, 0)


@pytest.mark.parametrize(
    ("job", "why"),
    [
        (NewJob(body="", priority=10), "priority 10"),
        (NewJob(body="", priority=-1), "priority -1"),
        (NewJob(body="", round=LAST_ROUND + 1), "round 100"),
        (NewJob(body="", round=-1), "round -1"),
        (NewJob(body="", ttr_seconds=0), "time to run"),
        (NewJob(body="\ud800"), "is not valid text"),
    ],
)
def test_a_senseless_job_is_refused_with_the_reason(job: NewJob, why: str) -> None:
    with pytest.raises(QueueRefused, match=why):
        check_job(job)


@given(st.text())
def test_any_reason_becomes_storable(reason: str) -> None:
    assert storable(storable(reason)) == storable(reason)
    storable(reason).encode()
