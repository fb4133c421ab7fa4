"""Open the queue that the settings choose."""

from urllib.parse import urlsplit

from hooks.features import load_features
from scheduler.queue.port import Queue
from scheduler.queue.tubes import tubes_of
from storage.settings import Settings
from storage.setup_finding import SetupFinding


def open_queue(settings: Settings) -> Queue:
    """Open the queue; import its driver only if the settings choose it."""
    tubes = tubes_of(load_features(settings.features))
    if urlsplit(settings.queue_url).scheme == "beanstalkd":
        from scheduler.queue.beanstalkd import BeanstalkdQueue

        return BeanstalkdQueue(settings.queue_url, tubes)
    from scheduler.queue.sqlite import SqliteQueue

    return SqliteQueue(settings.queue_url, tubes)


def queue_setup_findings(settings: Settings) -> list[SetupFinding]:
    """Return what is wrong with the set-up of Beanstalkd; nothing of a file. Raises
    QueueUnavailable.
    """
    if urlsplit(settings.queue_url).scheme != "beanstalkd":
        return []
    from scheduler.queue.beanstalkd_setup import beanstalkd_findings

    return beanstalkd_findings(settings.queue_url)
