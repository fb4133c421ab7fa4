"""Open the queue that the settings choose."""

from urllib.parse import urlsplit

from scheduler.queue.port import Queue
from storage.settings import Settings


def open_queue(settings: Settings) -> Queue:
    """Open the queue; import its driver only if the settings choose it."""
    addresses = beanstalkd_addresses(settings)
    if not addresses:
        from scheduler.queue.sqlite import SqliteQueue

        return SqliteQueue(settings.queue_url)
    if len(addresses) > 1:
        from scheduler.queue.several import SeveralBeanstalkds

        return SeveralBeanstalkds(addresses)
    from scheduler.queue.beanstalkd import BeanstalkdQueue

    return BeanstalkdQueue(settings.queue_url)


def beanstalkd_addresses(settings: Settings) -> list[str]:
    """Return the Beanstalkds that the settings name, ``host:port`` each as written; none for a
    queue in files.
    """
    parts = urlsplit(settings.queue_url)
    if parts.scheme != "beanstalkd":
        return []
    return list(
        dict.fromkeys(address.strip() for address in parts.netloc.split(",") if address.strip())
    )
