"""Runs one visit in a process of its own, with a time limit, and passes on what it sends.

Scrapy's reactor runs once per process, and a page that takes for ever must not take the caller with it.
"""

import logging
import multiprocessing
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from crawler.errors import CrawlerError
from extractor.errors import ExtractionError
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)

ReportProgress = Callable[[Any], None]
Visit = Callable[[Any, Any, ReportProgress], Awaitable[Any]]
"""Takes the fetcher, what to visit and how to tell of progress; returns the answer. Importable by name."""


@dataclass(frozen=True)
class IsolatedFailure:
    """Why a visit has no answer, as a sentence."""

    outcome: Outcome
    error: str


@dataclass(frozen=True)
class _Answer:
    value: Any


def run_isolated(visit: Visit, settings: Settings, what: object, seconds: float) -> Any:
    """Return the visit's answer, or a Failure that says why there is none."""
    *_, answer = run_isolated_with_progress(visit, settings, what, seconds)
    return answer


def run_isolated_with_progress(visit: Visit, settings: Settings, what: object, seconds: float) -> Iterator[Any]:
    """Yield what the visit tells of its progress, then its answer, or a Failure that says why there is none.

    The process ends with the iteration, also when it is given up.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, visit, settings, what), daemon=True)
    process.start()
    theirs.close()
    ends = time.monotonic() + seconds
    try:
        while ours.poll(max(ends - time.monotonic(), 0)):
            message = ours.recv()
            if isinstance(message, _Answer):
                yield message.value
                return
            yield message
        yield IsolatedFailure(Outcome.TIMEOUT, f"no answer within {seconds:.0f} seconds")
    except EOFError:
        yield IsolatedFailure(Outcome.INTERNAL, "the visit ended without an answer; the log says why")
    finally:
        ours.close()
        process.kill()
        process.join()


def _run(pipe: Connection, visit: Visit, settings: Settings, what: object) -> None:
    from crawler import engine

    async def main(fetcher: Any) -> None:
        pipe.send(_Answer(await visit(fetcher, what, pipe.send)))

    try:
        engine.run(settings, main)
    except (CrawlerError, ExtractionError) as error:
        pipe.send(_Answer(IsolatedFailure(Outcome.INTERNAL, str(error))))
    except Exception as error:  # the process ends here: the one who waits gets the sentence, the log the rest
        logger.exception("a visit failed inside Newsloom")
        pipe.send(_Answer(IsolatedFailure(Outcome.INTERNAL, f"{type(error).__name__}: {error}")))
