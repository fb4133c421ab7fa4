"""The names under which the stores keep what visits remember of a list. Pure."""

import hashlib
import json

from scheduler.jobs import ListJob, SourceSpec
from storage.channels import own_channels
from storage.database.sources.source_config import value_of


def validators_name(source: SourceSpec, list_url: str) -> str:
    """Return the name of a list's validators: its URL, its source, and how the source reads it.

    Two sources of one address have validators of their own, and a source whose patterns have
    changed reads the list again in full, even if the server says that the list has not changed.
    """
    rules: list[object] = [
        source.channel,
        source.result_parser,
        sorted(source.selectors.items()),
        source.patterns,
    ]
    if own := own_channels().get(source.channel):
        names = (each.name for each in own.fields if not each.is_password)
        rules.append([value_of(source, name) for name in names])
    digest = hashlib.blake2b(json.dumps(rules).encode(), digest_size=8).hexdigest()
    return f"{source.id}:{digest}:{list_url}"


def list_name(job: ListJob) -> str:
    """Return the name that all pages of one list share in every visit."""
    return f"{job.source.id}:{job.keyword}"


def index_name(job: ListJob) -> str:
    """Return the name under which the place of the next child of a sitemap index is kept."""
    return f"{job.source.id}:children of {job.url}"


def child_name(source: SourceSpec, url: str) -> str:
    """Return the name of the version of a child sitemap, as its index gives it, when it was last
    put.
    """
    return f"{source.id}:child sitemap {url}"


def version_names(source: SourceSpec, list_url: str) -> tuple[str, str]:
    """Return the names of what lets a visit pass a list over, or read nothing of it, because it has
    not changed.
    """
    return validators_name(source, list_url), child_name(source, list_url)


def failures_name(source: SourceSpec, url: str) -> str:
    """Return the name under which the failures of a child sitemap are kept."""
    return f"{source.id}:failures of {url}"


def doubt_name(source: SourceSpec) -> str:
    """Return the name under which it is kept that the versions of child sitemaps are not true."""
    return f"{source.id}:versions of child sitemaps"
