"""Plan the list jobs of a due source. Pure."""

from urllib.parse import quote

from scheduler.jobs import ListJob, SourceSpec
from storage.configuration.port import SourceRecord
from storage.configuration.source_config import JobConfig, attributes
from storage.keys import host_of


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
    spec = source_spec(source)
    return [ListJob(run_id=run_id, source=spec, url=address, keyword=keyword) for address, keyword in addresses(source)]
