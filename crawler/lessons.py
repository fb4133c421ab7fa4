"""What a worker has learned from earlier pages, its own and those of other workers."""

from dataclasses import dataclass

from crawler.rendering.policy import RenderPolicy
from crawler.traps.guard import TrapGuard


@dataclass(frozen=True)
class Lessons:
    """Which jobs need a browser, and which links lead nowhere."""

    rendering: RenderPolicy
    traps: TrapGuard
