"""What a worker does if a part of a feature raises: it counts the error and goes on without it."""

import logging

from crawler.stores import WorkerStores
from hooks.features import FEATURE_FAILED

logger = logging.getLogger(__name__)


def note_feature_error(
    ports: WorkerStores, hook: str, part: object, error: Exception, url: str
) -> None:
    """Log and count an error that ``part``, a feature's answer at a hook, raised with the page at
    ``url``.
    """
    _, feature, *_ = f"{getattr(part, '__module__', '')}..".split(".")
    logger.error(FEATURE_FAILED, extra={"feature": feature, "hook": hook}, exc_info=error)
    ports.errors.note(error, url)
