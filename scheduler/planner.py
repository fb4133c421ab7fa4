"""Plan the list jobs of a due source. Pure."""

from urllib.parse import quote

from scheduler.jobs import MOST_LINKS, ListJob, SourceSpec
from storage.configuration.port import SourceRecord
from storage.configuration.source_config import JobConfig, attributes
from storage.keys import host_of

_LEAST_LINKS = 100
"""New links that every keyword of a search may bring, however many keywords share the visit."""


def source_spec(source: SourceRecord) -> SourceSpec:
    """Return the part of the source that its jobs carry."""
    return SourceSpec(id=source.id, host=host_of(source.address), **attributes(source, JobConfig))


def addresses(source: SourceRecord) -> list[tuple[str, str]]:
    """Return (address, keyword) of each list to visit: one for each keyword of a search, otherwise one.

    The keyword is percent-encoded in the source's charset, by default UTF-8; older Chinese search pages expect GBK.
    """
    if source.channel != "search":
        return [(source.address, "")]
    encoding = source.charset or "utf-8"
    return [
        (
            source.address.replace(
                "{keyword}", quote(keyword, safe="", encoding=encoding, errors="xmlcharrefreplace")
            ).replace("{page}", "1"),
            keyword,
        )
        for keyword in source.keywords
    ]


def plan(source: SourceRecord, run_id: str) -> list[ListJob]:
    """Return the list jobs of one visit."""
    spec, found = source_spec(source), addresses(source)
    links = max(MOST_LINKS // max(len(found), 1), _LEAST_LINKS)
    return [
        ListJob(run_id=run_id, source=spec, url=address, keyword=keyword, links_left=links)
        for address, keyword in found
    ]
