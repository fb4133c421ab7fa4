"""Run one visit in a process of its own, with a time limit, and pass on what it sends.

Scrapy's reactor runs once per process, and a page that never ends must not take the caller with it.
The caller never imports the downloader. A process that only forks does, with the first visit: later
visits begin with it in memory.
"""

import logging
import multiprocessing
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from crawler.errors import CrawlerError
from crawler.fetcher import Fetcher, PartFetcher
from crawler.limited_process import share
from crawler.turns import PaceStore, Turns, patience_of_visit
from extractor.errors import ExtractionError
from hooks.process import use
from scheduler.log_events import LogEvent
from scheduler.queue.tubes import pools_of
from storage.backends import open_pace
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)

_SHARED = ("crawler.preloaded", "crawler.downloader.engine", "crawler.worker_features")
_CONNECT_SECONDS = 2.5
"""A person waits for the visit. One lost packet is repeated after a second (RFC 6298), so a living
server answers.
"""

Target = TypeVar("Target")
Step = TypeVar("Step")
Answer = TypeVar("Answer")
Message = TypeVar("Message")

ReportProgress = Callable[[Step], None]
Visit = Callable[[Fetcher, Target, ReportProgress[Step]], Awaitable[Answer]]
"""Takes the fetcher, what to visit, and a function that reports progress; returns the answer.
Importable by name.
"""


@dataclass(frozen=True)
class IsolatedFailure:
    """Why a visit has no answer, as a sentence."""

    outcome: Outcome
    error: str


@dataclass(frozen=True)
class _Crash:
    """A bug in the visit: a sentence, and the traceback as text, since tracebacks do not leave
    their process.
    """

    error: str
    traceback: str


class VisitCrashed(Exception):
    """Carries the traceback of another process into the log."""


@dataclass(frozen=True)
class _Final(Generic[Answer]):
    value: Answer


def share_with_visits() -> None:
    """Let all later processes of this one begin with what visits need in memory, too."""
    share(_SHARED)


def run_isolated(
    visit: Visit[Target, Step, Answer], settings: Settings, what: Target, seconds: float
) -> Answer | IsolatedFailure:
    """Return the visit's answer, or the reason why there is none. Progress is dropped."""
    for message in _messages(visit, settings, what, seconds):
        if isinstance(message, _Final):
            return message.value
        if isinstance(message, IsolatedFailure):
            return message
    raise AssertionError("a visit ends with an answer or a failure")


def run_isolated_with_progress(
    visit: Visit[Target, Step, Answer], settings: Settings, what: Target, seconds: float
) -> Iterator[Step | Answer | IsolatedFailure]:
    """Yield the visit's progress, then its answer or the reason why there is none.

    The process ends with the iteration, also when the caller abandons it.
    """
    for message in _messages(visit, settings, what, seconds):
        yield message.value if isinstance(message, _Final) else message


def _messages(
    visit: Visit[Target, Step, Answer], settings: Settings, what: Target, seconds: float
) -> Iterator[Step | _Final[Answer] | IsolatedFailure]:
    share_with_visits()
    context = multiprocessing.get_context("forkserver")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, visit, settings, what), daemon=True)
    process.start()
    theirs.close()
    ends = time.monotonic() + seconds
    try:
        while ours.poll(max(ends - time.monotonic(), 0)):
            message = _without_crash(ours.recv())
            yield message
            if isinstance(message, _Final | IsolatedFailure):
                return
        yield IsolatedFailure(Outcome.TIMEOUT, f"no answer within {seconds:.0f} seconds")
    except EOFError:
        yield IsolatedFailure(
            Outcome.INTERNAL, "the visit ended without an answer; the log says why"
        )
    finally:
        ours.close()
        process.kill()
        process.join()


def _without_crash(message: Message | _Crash) -> Message | IsolatedFailure:
    """Log a crash here, in the process that has a log, and return what the caller may show."""
    if not isinstance(message, _Crash):
        return message
    logger.error(
        LogEvent.VISIT_CRASHED,
        exc_info=VisitCrashed(f"in the process of the visit\n{message.traceback}"),
    )
    return IsolatedFailure(Outcome.INTERNAL, message.error)


def _run(
    pipe: Connection, visit: Visit[Target, Step, Answer], settings: Settings, what: Target
) -> None:
    from crawler.downloader import engine
    from crawler.worker_features import worker_features

    use(settings.features)
    turns = Turns(PaceStore(open_pace(settings)), patience_of_visit(time.monotonic()))

    async def main(fetcher: PartFetcher) -> None:
        async with AsyncExitStack() as opened:
            visitor = fetcher
            for pool in pools_of(worker_features(settings)):
                visitor = await opened.enter_async_context(pool.visitor(visitor, settings))
            answer = await visit(visitor, what, pipe.send)
        # Last: whoever gets the answer kills this process.
        pipe.send(_Final(answer))

    try:
        engine.run(settings, turns, main, connect_seconds=_CONNECT_SECONDS)
    except (CrawlerError, ExtractionError) as error:
        pipe.send(IsolatedFailure(Outcome.INTERNAL, str(error)))
    except Exception as error:  # noqa: BLE001 the process ends here: the caller gets a sentence, its log the traceback
        pipe.send(_Crash(f"{type(error).__name__}: {error}", traceback.format_exc()))
