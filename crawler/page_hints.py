"""Hints for the extractor about a page, from its source and from the link that led to it."""

from dataclasses import replace
from datetime import UTC, datetime

from crawler.citations import links_of_text
from crawler.comments import comment_reader
from crawler.packing import unpack_bytes
from extractor.results import Hints, Link
from scheduler.jobs import PageJob, SourceSpec
from storage.channels import traits_of


def hints_of_job(job: PageJob, fetched: datetime) -> Hints:
    """Return what a job tells the extractor of a page that was fetched at this time."""
    # The job's time is by the store's clock: a page is not older than its link, whatever this
    # machine's clock says.
    now = max(fetched, datetime.fromtimestamp(job.collected, UTC))
    return replace(
        _hints_of_source(job.source, now, job.kind),
        title=job.title,
        author=job.author,
        published=datetime.fromisoformat(job.published) if job.published else None,
        content=unpack_bytes(job.content).decode(),
        links=links_of_text(job.links),
        comments_url=job.comments_url,
    )


def hints_of_link(spec: SourceSpec, link: Link) -> Hints:
    """Return what a link of a source's list tells the extractor of its page, fetched now."""
    return replace(
        _hints_of_source(spec, datetime.now(UTC), spec.expected_kind),
        title=link.title,
        author=link.author,
        published=link.published,
        content=link.content,
        links=link.links,
        comments_url=link.comments_url,
    )


def _hints_of_source(source: SourceSpec, collected: datetime, kind: str) -> Hints:
    reader = comment_reader() if source.comments else None
    return Hints(
        collected=collected,
        kind=kind,
        charset=source.charset,
        published_rough=traits_of(source.channel).has_rough_dates,
        require_date=source.require_date,
        time_zone=source.time_zone,
        read_comments=reader.on_page if reader else None,
    )
