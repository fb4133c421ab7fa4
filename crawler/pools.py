"""The pools of workers that features bring, as one worker knows them.

A worker hands over what a pool can read and it cannot. A feature that fails loses no page: the
worker goes on as if the pool had not wanted it.
"""

from collections.abc import Awaitable, Mapping

from crawler.failures import FetchFailed
from crawler.job_results import HandedOver
from crawler.stores import WorkerStores
from hooks.answers import JobPolicy
from hooks.features import Features
from scheduler.jobs import ListJob, PageJob
from scheduler.queue.tubes import pools_of

_HOOK = "worker_pools"


class Pools:
    """What decides which jobs go where."""

    def __init__(self, features: Features, policies: Mapping[tuple[str, str], JobPolicy]) -> None:
        """``policies``: by the name of their pool and of its feature."""
        self._features = features
        self._policies = policies

    async def take(self, job: ListJob | PageJob) -> HandedOver | None:
        """Return where a job goes before this worker has tried it."""
        for (pool, feature), policy in self._policies.items():
            if await self._answer(feature, policy.takes(job)):
                return HandedOver(job=job, pool=pool)
        return None

    async def instead(self, job: ListJob | PageJob) -> HandedOver | None:
        """Return where a job goes whose page has no text, or whose list no links, without its
        scripts.
        """
        for (pool, feature), policy in self._policies.items():
            if await self._answer(feature, policy.may_help(job)):
                return HandedOver(job=job, pool=pool)
        return None

    async def note(self, job: ListJob | PageJob, *, helped: bool) -> None:
        """Let pools learn whether what this worker has read shows something."""
        for (_, feature), policy in self._policies.items():
            await self._answer(feature, policy.note(job, helped=helped))

    async def try_again(self, job: ListJob | PageJob, failure: FetchFailed) -> bool:
        """Return whether a job that failed is tried again whatever its outcome says."""
        answers = [
            await self._answer(feature, policy.try_again(job, failure))
            for (_, feature), policy in self._policies.items()
        ]
        return any(answers)

    async def _answer(self, feature: str, asked: Awaitable[bool | None]) -> bool:
        try:
            return bool(await asked)
        except self._features.passing:
            raise
        except Exception:  # noqa: BLE001 logged as the feature's
            self._features.note_failure(feature, _HOOK)
            return False


def pools(features: Features, ports: WorkerStores, pool: str) -> Pools:
    """Return them for a worker of a pool."""
    policies: dict[tuple[str, str], JobPolicy] = {}
    for each in pools_of(features):
        try:
            policy = each.policy(ports, is_member=pool == each.name)
        except Exception:  # noqa: BLE001 logged as the feature's
            features.note_failure(each.feature, _HOOK)
        else:
            policies[each.name, each.feature] = policy
    return Pools(features, policies)
