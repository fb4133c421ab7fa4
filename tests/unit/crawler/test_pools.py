"""The pools that features bring, as a worker asks them."""

import asyncio
import logging
from typing import Any

import pytest

from crawler.failures import FetchFailed
from crawler.job_results import HandedOver
from crawler.pools import Pools
from hooks.features import FEATURE_FAILED, load_features
from scheduler.jobs import PageJob, SourceSpec
from storage.errors import StorageError, Unavailable
from storage.outcomes import Outcome

SPEC = SourceSpec(id=7, name="Harbour", channel="list")
JOB = PageJob(
    run_id="r", source=SPEC, url="https://example.org/1", key="k", collected=0.0, kind="article"
)
LOST = FetchFailed(Outcome.TIMEOUT, "slow")


class Policy:
    """Answers each question in the same way."""

    def __init__(self, answer: bool | Exception) -> None:
        self._answer = answer
        self.noted: list[bool] = []

    async def takes(self, job: Any) -> bool:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    may_help = takes

    async def note(self, job: Any, *, helped: bool) -> None:
        self.noted.append(await self.takes(job) and helped)

    async def try_again(self, job: Any, failure: Any) -> bool:
        return await self.takes(job)


def pools(**policies: Policy) -> Pools:
    named = {(name, f"feature of {name}"): policy for name, policy in policies.items()}
    return Pools(load_features(["none"], passing=(StorageError,)), named)


def test_the_first_pool_that_wants_a_job_gets_it() -> None:
    async def run() -> None:
        found = pools(one=Policy(False), two=Policy(True), three=Policy(True))
        assert await found.take(JOB) == await found.instead(JOB) == HandedOver(job=JOB, pool="two")
        assert await found.try_again(JOB, LOST)
        nobody = pools()
        assert (await nobody.take(JOB), await nobody.instead(JOB)) == (None, None)
        assert not await nobody.try_again(JOB, LOST)

    asyncio.run(run())


def test_a_pool_that_fails_is_named_and_loses_no_job(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)

    async def run() -> None:
        other = Policy(True)
        found = pools(zebras=Policy(ZeroDivisionError()), other=other)
        assert await found.take(JOB) == HandedOver(job=JOB, pool="other")
        await found.note(JOB, helped=True)
        assert other.noted == [True]

    asyncio.run(run())
    failed = [each.__dict__["feature"] for each in caplog.records if each.message == FEATURE_FAILED]
    assert failed == ["feature of zebras"] * 2


def test_a_store_that_does_not_answer_is_no_fault_of_a_pool() -> None:
    found = pools(away=Policy(Unavailable("learned", "no answer")))
    with pytest.raises(Unavailable):
        asyncio.run(found.take(JOB))
