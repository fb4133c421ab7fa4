"""Keep the rows that lists read in step with their sources, in the transaction of the change."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.db.models import F, QuerySet
from django.db.models.functions import Least

from storage.database.by_key import to_update
from storage.database.clock import DatabaseNow, database_now
from storage.database.sources.status_models import (
    HOST_LENGTH,
    TAG_LENGTH,
    SourceStatus,
    SourceTag,
)
from storage.database.sources.validation import NAME_LENGTH
from storage.keys import host_of, place_key
from storage.parts import AT_ONCE

_DEFINED = ("channel", "host", "sort_name", "text", "place_key")


class DefinedSource(Protocol):
    """What lists show of a row of ``Source``."""

    pk: Any
    name: str
    channel: str
    address: str
    tags: Any


def enlist(sources: Sequence[DefinedSource]) -> None:
    """Write what lists search of these sources, and let their states be judged anew."""
    now = database_now()
    SourceStatus.objects.bulk_create(
        [_status(source, now) for source in sources],
        batch_size=AT_ONCE,
        update_conflicts=True,
        update_fields=_DEFINED,
        unique_fields=to_update("source"),
    )
    ids = [source.pk for source in sources]
    judge_again(ids)
    retag({source.pk: source.tags for source in sources})


def enlist_missing(sources: QuerySet[Any]) -> None:
    """Enlist the sources that are in no list, added by a process of a version without them."""
    while missing := list(sources.filter(status=None)[:AT_ONCE]):
        enlist(missing)


def judge_again(source_ids: Iterable[int]) -> None:
    """Let the states of these sources be judged at once, because of what has just changed."""
    rows = SourceStatus.objects.filter(pk__in=list(source_ids))
    # Overdue judgements keep their time, so that the oldest one tells how old the states are.
    rows.update(judge_at=Least(F("judge_at"), DatabaseNow()), version=F("version") + 1)


def retag(tags: Mapping[int, Sequence[str]]) -> None:
    """Write the rows of the tags of sources, by id."""
    wanted = {(source_id, tag[:TAG_LENGTH]) for source_id, each in tags.items() for tag in each}
    rows = SourceTag.objects.filter(source__in=tags)
    present, gone = set(), []
    for pk, source_id, tag in rows.values_list("pk", "source", "tag"):
        present.add((source_id, tag))
        if (source_id, tag) not in wanted:
            gone.append(pk)
    if gone:
        SourceTag.objects.filter(pk__in=gone).delete()
    missing = [
        SourceTag(source_id=source_id, tag=tag) for source_id, tag in sorted(wanted - present)
    ]
    SourceTag.objects.bulk_create(missing, batch_size=AT_ONCE, ignore_conflicts=True)


def _status(source: DefinedSource, now: datetime) -> SourceStatus:
    return SourceStatus(
        source_id=source.pk,
        channel=source.channel,
        host=host_of(source.address)[:HOST_LENGTH],
        sort_name=source.name.casefold()[:NAME_LENGTH],
        text=f"{source.name}\n{source.address}".casefold(),
        place_key=place_key(source.address),
        judge_at=now,
    )
