"""Open the queue that the settings choose."""

from urllib.parse import urlsplit

from scheduler.queue.port import Queue
from storage.settings import Settings


def open_queue(settings: Settings) -> Queue:
    """Open the queue; import its driver only if the settings choose it."""
    if urlsplit(settings.queue_url).scheme == "beanstalkd":
        from scheduler.queue.beanstalkd import BeanstalkdQueue

        return BeanstalkdQueue(settings.queue_url)
    from scheduler.queue.sqlite import SqliteQueue

    return SqliteQueue(settings.queue_url)
