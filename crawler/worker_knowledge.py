"""What a worker has learned from earlier pages, its own and those of other workers."""

from dataclasses import dataclass

from crawler.post_layouts import PostLayouts
from crawler.rendering.policy import RenderPolicy
from crawler.traps.guard import TrapGuard


@dataclass(frozen=True)
class WorkerKnowledge:
    """Which jobs need a browser, which links lead nowhere, and where the posts of forums are."""

    rendering: RenderPolicy
    traps: TrapGuard
    layouts: PostLayouts
