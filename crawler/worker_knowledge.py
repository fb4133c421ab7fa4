"""What a worker knows beside its job: from earlier pages, its own and those of other workers, and
of features.
"""

from dataclasses import dataclass

from crawler.list_readers import ListReaders
from crawler.pools import Pools
from crawler.post_layouts import PostLayouts
from crawler.traps.guard import TrapGuard


@dataclass(frozen=True)
class WorkerKnowledge:
    """Which jobs other pools run, which links lead nowhere, where the posts of forums are, and what
    features read.
    """

    pools: Pools
    traps: TrapGuard
    layouts: PostLayouts
    readers: ListReaders
