"""Repeat what a worker does beside its jobs, such as its heartbeat."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from crawler.lanes import Stopping
from scheduler.errors import QueueRefused
from scheduler.log_events import LogEvent
from storage.errors import Refused

logger = logging.getLogger(__name__)


async def repeat(seconds: float, action: Callable[[], Awaitable[None]]) -> None:
    """Repeat an action until the worker stops; log a round that fails and go on.

    A store that refuses stays as it is until someone acts, so log its reason once until it changes.
    """
    refusal = ""
    while True:
        try:
            await action()
            refusal = ""
        except Stopping:
            return
        except (Refused, QueueRefused) as error:
            if str(error) != refusal:
                refusal = str(error)
                logger.error(LogEvent.STORE_REFUSED, extra={"error": refusal})
        except Exception:  # a bug: the worker goes on without this round
            logger.exception(
                LogEvent.WORKER_TASK_FAILED, extra={"task": action.__name__.lstrip("_")}
            )
        await asyncio.sleep(seconds)
