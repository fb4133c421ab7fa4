"""Plan the list jobs of a due source. Pure."""

from dataclasses import replace
from urllib.parse import quote, urlsplit

from scheduler.jobs import MAX_LINKS, MIN_LINKS, ListJob, SourceSpec
from storage.database.port import SourceRecord
from storage.database.sources.source_config import JobConfig, attributes, own_fields
from storage.keys import host_of
from storage.sealing import OF_CHANNEL, PROXY, HeaderSeal


def source_spec(source: SourceRecord) -> SourceSpec:
    """Return the part of the source that its jobs carry."""
    secure = urlsplit(source.address).scheme != "http"
    return SourceSpec(
        id=source.id, host=host_of(source.address), secure=secure, **attributes(source, JobConfig)
    )


def seal_headers(spec: SourceSpec, seal: HeaderSeal) -> SourceSpec:
    """Return the source as jobs in the queue carry it: the values of its headers, its proxy and the
    passwords that its channel needs are sealed.
    """
    return replace(
        spec,
        headers=seal.seal(spec.headers, spec.host),
        proxy=seal.seal_one(PROXY, spec.proxy, spec.host),
        of_channel={
            name: seal.seal_one(OF_CHANNEL.format(name), spec.of_channel[name], spec.host)
            if field.is_password
            else spec.of_channel[name]
            # What a feature that is off has brought stays here: nobody knows what is secret.
            for name, field in own_fields().items()
            if name in spec.of_channel
        },
    )


def addresses(source: SourceRecord) -> list[tuple[str, str]]:
    """Return (address, keyword) of each list to visit: one for each keyword of a search, otherwise
    one.

    The keyword is percent-encoded in the source's charset, by default UTF-8; older Chinese search
    pages expect GBK.
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


def plan(source: SourceRecord, run_id: str, *, visited_since: float = 0.0) -> list[ListJob]:
    """Return the list jobs of one visit.

    The keywords of a search share the links that a visit may queue. ``visited_since`` is that of
    ``SourceSpec``.
    """
    spec, lists = replace(source_spec(source), visited_since=visited_since), addresses(source)
    most_links = max(MAX_LINKS // max(len(lists), 1), MIN_LINKS)
    return [
        ListJob(run_id=run_id, source=spec, url=address, keyword=keyword, most_links=most_links)
        for address, keyword in lists
    ]
