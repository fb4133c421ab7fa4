"""What is packed into Beanstalkd's priority and into the body of a buried job."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import QueueRefused
from scheduler.queue.checks import check_job, storable
from scheduler.queue.envelope import HEADER_BYTES, Envelope, pack_priority, unpack_priority
from scheduler.queue.port import NewJob

ENVELOPES = st.builds(
    Envelope,
    body=st.binary(),
    reason=st.text(st.characters(exclude_categories=["Cs"])),
    priority=st.integers(0, 9),
    ttr_seconds=st.integers(1, 2**31),
)


@given(ENVELOPES)
def test_an_envelope_keeps_all_but_the_end_of_a_long_reason(envelope: Envelope) -> None:
    data = envelope.to_bytes()
    read = Envelope.from_bytes(data)
    assert (read.body, read.priority, read.ttr_seconds) == (envelope.body, envelope.priority, envelope.ttr_seconds)
    assert envelope.reason.startswith(read.reason)
    assert len(read.reason.encode()) >= min(len(envelope.reason.encode()), 397)
    assert len(data) <= len(envelope.body) + HEADER_BYTES


@pytest.mark.parametrize("reason", ["\x00" * 5000, "\U0001f600" * 5000, "é" * 5000, '"\\' * 5000])
def test_no_header_is_longer_than_the_room_left_for_it(reason: str) -> None:
    envelope = Envelope(body=b"x", reason=reason, priority=9, ttr_seconds=2**32)
    assert len(envelope.to_bytes()) <= 1 + HEADER_BYTES


@given(st.binary())
def test_anything_can_be_read_as_an_envelope(data: bytes) -> None:
    assert Envelope.from_bytes(data).body in data


@given(st.integers(0, 9), st.integers(0, 999))
def test_priority_and_failures_come_back(priority: int, failures: int) -> None:
    packed = pack_priority(priority, failures)
    assert unpack_priority(packed) == (priority, failures)
    assert packed < 2**32


@given(st.integers(0, 8), st.integers(0, 10**9))
def test_failures_never_reach_into_the_next_priority(priority: int, failures: int) -> None:
    assert pack_priority(priority, failures) < pack_priority(priority + 1, 0)


@pytest.mark.parametrize(
    ("job", "why"),
    [
        (NewJob(body="", priority=10), "priority 10"),
        (NewJob(body="", priority=-1), "priority -1"),
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
