"""Statuses and errors to outcomes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
)
from twisted.internet import error as network

from crawler.downloader.failures import classify
from crawler.failures import FetchFailed, check_status
from storage.outcomes import TRANSIENT, Outcome

NOW = 1_700_000_000.0


@pytest.mark.parametrize(
    ("status", "retry_after", "outcome", "wait"),
    [
        (404, "", Outcome.GONE, 0),
        (410, "", Outcome.GONE, 0),
        (403, "", Outcome.HTTP_4XX, 0),
        (429, "30", Outcome.THROTTLED, 30),
        (429, "", Outcome.THROTTLED, 60),
        (429, "soon", Outcome.THROTTLED, 60),
        (429, "99999999", Outcome.THROTTLED, 86_400),
        (503, "Tue, 14 Nov 2023 22:14:20 GMT", Outcome.THROTTLED, 60),
        (503, "", Outcome.HTTP_5XX, 0),
        (500, "", Outcome.HTTP_5XX, 0),
        (302, "", Outcome.REDIRECT_LOOP, 0),
        (429, "²", Outcome.THROTTLED, 60),
        (429, "9" * 400, Outcome.THROTTLED, 86_400),
        (999, "", Outcome.HTTP_5XX, 0),
        (99, "", Outcome.HTTP_5XX, 0),
    ],
)
def test_a_status_that_brings_no_page_has_an_outcome(
    status: int, retry_after: str, outcome: Outcome, wait: float
) -> None:
    with pytest.raises(FetchFailed) as caught:
        check_status(status, retry_after, NOW)
    assert caught.value.outcome is outcome
    assert caught.value.retry_after_seconds == pytest.approx(wait)


@given(
    st.integers(-1, 100_000),
    st.text() | st.datetimes().map(str) | st.from_regex(r"[A-Z][a-z]{2}, .*\d+ GMT"),
)
def test_any_status_and_header_gives_a_page_or_an_outcome(status: int, retry_after: str) -> None:
    failure = FetchFailed(Outcome.STORED, "")
    try:
        check_status(status, retry_after, NOW)
    except FetchFailed as raised:
        failure = raised
    assert failure.outcome is not Outcome.INTERNAL
    assert 0 <= failure.retry_after_seconds <= 86_400


@pytest.mark.parametrize("status", [200, 203, 204, 304])
def test_a_page_and_no_change_raise_nothing(status: int) -> None:
    check_status(status, "", NOW)


def test_an_error_no_one_foresaw_is_tried_again() -> None:
    failure = classify(RuntimeError("what?"))
    assert failure.outcome is Outcome.INTERNAL
    assert failure.outcome in TRANSIENT
    assert "what?" in failure.detail


@pytest.mark.parametrize(
    ("error", "outcome", "detail"),
    [
        (
            DownloadConnectionRefusedError("111"),
            Outcome.CONNECT,
            "the server refuses connections (111)",
        ),
        (CannotResolveHostError(), Outcome.DNS, "the host name has no address"),
        (
            DownloadTimeoutError("took 20 s"),
            Outcome.TIMEOUT,
            "the server did not answer in time (took 20 s)",
        ),
        (
            network.ConnectionLost("x" * 999),
            Outcome.CONNECT,
            "the connection failed (Connection to",
        ),
    ],
)
def test_details_of_failures_are_plain_words(
    error: Exception, outcome: Outcome, detail: str
) -> None:
    failure = classify(error)
    assert failure.outcome is outcome
    assert failure.detail.startswith(detail)
    assert len(failure.detail) <= 300
    assert "Error" not in failure.detail


def test_not_modified_is_a_fault_where_nobody_asked() -> None:
    with pytest.raises(FetchFailed, match="HTTP 304") as raised:
        check_status(304, "", NOW, is_conditional=False)
    assert raised.value.outcome == Outcome.HTTP_5XX
