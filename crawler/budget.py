"""Ask the budget of a source before one of its pages is fetched."""

from crawler.stores import WorkerStores
from scheduler.jobs import PageJob
from storage.budgets.days import budget_day
from storage.keys import canonical_address, url_key


async def seconds_until_allowed(job: PageJob, ports: WorkerStores) -> float:
    """Return for how long the page has to wait, 0.0 if it counts for today and may be fetched now.

    A page that somebody asked for by its address (``forced``) never waits and never counts.
    """
    if not job.source.pages_a_day or job.forced:
        return 0.0
    now = await ports.now()
    day = budget_day(now, job.source.time_zone)
    if await ports.take_page(job.source.id, day.name, _page(job), job.source.pages_a_day):
        return 0.0
    return (day.ends - now).total_seconds()


def _page(job: PageJob) -> str:
    """Return what counts once: a page wherever redirects lead, and each further page of an article
    by itself.

    Each visit to an article counts.
    """
    if job.read:
        page = url_key(canonical_address(job.url), job.version)
    else:
        page = job.key
    if job.revisit:
        return f"{page}:{job.revisit}"
    return page
