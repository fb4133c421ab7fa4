"""Stories in the configuration's database: what the role *stories* writes, and what pages read.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from django.db import transaction
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from features.stories.models import (
    Story,
    StoryLikenesses,
    StoryMember,
    StoryProgress,
    StoryVisit,
    TopicList,
)
from features.stories.store import likenesses, topics
from features.stories.store.lease import check_leads
from features.stories.store.records import HourPart, MemberRecord, StoryChanges, StoryRecord
from hooks.answers import RoleSigns
from storage.database.clock import DatabaseNow
from storage.parts import AT_ONCE

_PROGRESS = 1
# Elasticsearch takes 65,536 terms in a query.
_MAX_ASKED = 20_000
_MAX_TITLE_LENGTH = 1_000
_MAX_SITE_LENGTH = 255
# Lists and pages name the same first report. The order is that of an index.
_OLDEST_FIRST = ("published", "site")

Order: TypeAlias = Literal["sites", "growth", "newest"]
_ORDERS: dict[Order, tuple[str, ...]] = {
    "sites": ("-sites", "-recent", "-newest", "story"),
    "growth": ("-recent", "-sites", "-newest", "story"),
    "newest": ("-newest", "-sites", "story"),
}


@dataclass(frozen=True, kw_only=True)
class StorySelection:
    """Which stories a list has, and in which order; an empty filter does not filter."""

    #: They have documents published at this time or later.
    since: datetime | None = None
    #: Only documents published before this time count.
    until: datetime | None = None
    #: When the last part of the time begins, whose documents are counted apart.
    lately: datetime
    #: On how many sites they are in that time.
    min_sites: int = 1
    #: Languages of their headlines, with scripts and regions: "zh" finds "zh-hans".
    langs: tuple[str, ...] = ()
    #: At least one of these sites has a document of them.
    sites: tuple[str, ...] = ()
    #: The only stories that may be in the list; None for all.
    ids: Collection[str] | None = None
    #: Stories that are not in the list.
    left_out: Collection[str] = ()
    order: Order = "sites"


@dataclass(frozen=True, kw_only=True)
class StoryRow:
    """A story in a list: its documents and sites in the time of the list, and its documents of the
    last part of that.

    ``tellings`` are the stories of each language that are shown as it, with their documents.
    ``first_site`` has the first of all its reports.
    """

    story: Story
    tellings: list[tuple[Story, int]]
    documents: int
    sites: int
    recent: int
    threads: int
    first_site: str = ""


def progress() -> tuple[str, Mapping[str, Any]] | None:
    """Return the position in the log of written documents and the vocabulary; None before the first
    batch.
    """
    found = StoryProgress.objects.filter(pk=_PROGRESS).first()
    return (found.position, found.vocabulary) if found else None


def last_save() -> datetime | None:
    """Return when the role *stories* last saved something."""
    return StoryProgress.objects.filter(pk=_PROGRESS).values_list("at", flat=True).first()


def signs() -> RoleSigns:
    """Return when the role *stories* last saved something and found topics, and its position in the
    log of written documents.
    """
    saved = StoryProgress.objects.filter(pk=_PROGRESS)
    return RoleSigns(
        seen=[Subquery(saved.values("at")[:1]), Subquery(TopicList.objects.values("at")[:1])],
        position=Subquery(saved.values("position")[:1]),
    )


def active(since: datetime) -> list[StoryRecord]:
    """Return the stories with a document since a time."""
    rows = Story.objects.filter(last__gte=since, merged_into="").order_by("last", "id")
    return [_record(row) for row in rows.iterator(chunk_size=AT_ONCE)]


def known_members(documents: Sequence[str]) -> dict[str, str]:
    """Return the stories of those documents that have one."""
    rows = StoryMember.objects.filter(document__in=documents)
    return dict(rows.values_list("document", "story"))


def count_erasures() -> int:
    """Return how often something was erased from stories."""
    found = StoryProgress.objects.filter(pk=_PROGRESS).values_list("erasures", flat=True)
    return found.first() or 0


def titles(story_ids: Collection[str]) -> dict[str, str]:
    """Return the headlines of those stories that are known, or of those that they became part of or
    are shown as.
    """
    rows = list(Story.objects.filter(pk__in=story_ids))
    found = {row.pk: find(row.pk) if row.merged_into or row.same_as else row for row in rows}
    return {name: story.title for name, story in found.items() if story}


def save(changes: StoryChanges, holder: str, vocabulary: Mapping[str, Any] | None) -> None:
    """Store a batch and the position after it in one transaction.

    Raises Unavailable if ``holder`` does not lead any more, and stores nothing.
    """
    with transaction.atomic():
        check_leads(holder)
        topics.append(changes.counts)
        likenesses.forget((*changes.merged, *changes.heads), list(changes.moved))
        likenesses.outdate(changes.reread)
        if changes.stories:
            fields = (
                "title",
                "lang",
                "documents",
                "first",
                "last",
                "terms",
                "names",
                "vector",
                "evidence",
                "merged_into",
            )
            same_text = [_row(story) for story in changes.stories if story.lead is None]
            new_text = [_row(story) for story in changes.stories if story.lead is not None]
            _upsert(Story, same_text, fields)
            _upsert(Story, new_text, (*fields, "lead"))
        if changes.members:
            rows_of = [_member(member) for member in changes.members]
            _upsert(StoryMember, rows_of, ("story", "part", "site", "kind", "title", "published"))
        for given, kept in changes.merged.items():
            StoryMember.objects.filter(part=given).update(story=kept, part=kept)
            Story.objects.filter(Q(pk=given) | Q(merged_into=given)).update(
                merged_into=kept, same_as="", documents=0, vector={}
            )
        for document, story in changes.moved.items():
            StoryMember.objects.filter(document=document).update(story=story, part=story)
        for part, head in changes.heads.items():
            StoryMember.objects.filter(part=part).update(story=head)
            Story.objects.filter(pk=part).update(same_as="" if head == part else head)
        kept_vocabulary = {} if vocabulary is None else {"vocabulary": dict(vocabulary)}
        StoryProgress.objects.update_or_create(
            pk=_PROGRESS,
            defaults={"position": changes.position, "at": DatabaseNow(), **kept_vocabulary},
        )


def fold_counts(hours: Sequence[HourPart], before: int, holder: str) -> None:
    """Replace all parts of the counts of these hours by one each, and drop the hours before one.

    Raises Unavailable if ``holder`` does not lead any more, and changes nothing.
    """
    with transaction.atomic():
        check_leads(holder)
        topics.fold(hours, before)


def clear() -> None:
    """Delete all stories and counts of terms, before they are built again."""
    with transaction.atomic():
        topics.clear()
        for model in (StoryMember, Story, StoryLikenesses, StoryProgress):
            model.objects.all().delete()


def drop_before(moment: datetime) -> int:
    """Delete stories without a document since a time; return how many."""
    with transaction.atomic():
        growing = Story.objects.filter(last__gte=moment).exclude(same_as="").values("same_as")
        found = Story.objects.filter(last__lt=moment, same_as="").exclude(pk__in=growing)
        old = list(found.values_list("pk", flat=True)[:AT_ONCE])
        StoryMember.objects.filter(story__in=old).delete()
        StoryVisit.objects.filter(story__in=old).delete()
        StoryLikenesses.objects.filter(pk__in=old).delete()
        Story.objects.filter(Q(pk__in=old) | Q(same_as__in=old)).delete()
    return len(old)


def find(story_id: str) -> Story | None:
    """Return the story with an id, or the one that it became part of or is shown as; None if it is
    unknown.
    """
    story = Story.objects.filter(pk=story_id).first()
    while story and (story.merged_into or story.same_as):
        story = Story.objects.filter(pk=story.merged_into or story.same_as).first()
    return story


def tellings(story_ids: Collection[str]) -> dict[str, list[Story]]:
    """Return each of these stories with those of other languages that are shown as it, the one with
    most documents first.
    """
    found: defaultdict[str, list[Story]] = defaultdict(list)
    rows = Story.objects.filter(Q(pk__in=story_ids) | Q(same_as__in=story_ids))
    for row in rows.order_by("-documents", "id"):
        found[row.same_as or row.pk].append(row)
    return found


def told(story_id: str) -> list[Story]:
    """Return the story that ``find`` finds, as ``tellings`` has it; empty if it is unknown."""
    found = tellings([story_id])[story_id]
    if any(each.pk == story_id and not each.merged_into for each in found):
        return found
    # It became part of another one, or is shown as another one.
    head = find(story_id)
    if head:
        return tellings([head.pk])[head.pk]
    return []


def head_of(told_stories: Iterable[Story]) -> Story:
    """Return the story as which all of these of different languages are shown."""
    return next(each for each in told_stories if not each.same_as)


def joined(story_ids: Collection[str], most: int) -> list[Story]:
    """Return the stories that became part of one of these, the newest first."""
    rows = Story.objects.filter(merged_into__in=story_ids)
    return list(rows.order_by("-last", "id")[:most])


def beginnings(story_ids: Collection[str]) -> dict[str, str]:
    """Return the beginnings of the texts that stories are shown by."""
    return dict(Story.objects.filter(pk__in=story_ids).values_list("pk", "lead"))


def newest_of_parts(part_ids: Collection[str], most: int) -> dict[str, list[str]]:
    """Return the newest documents of stories of one language, at most ``most`` of each."""
    return {
        each: list(
            StoryMember.objects.filter(part=each)
            .order_by("-published", "document")
            .values_list("document", flat=True)[:most]
        )
        for each in part_ids
    }


def members(story_id: str, most: int, start: int = 0, part: str = "") -> list[StoryMember]:
    """Return the documents of a story, oldest first, without the first ``start`` of them; only
    those of the story of one language, if it is given.
    """
    chosen = {"part": part} if part else {"story": story_id}
    rows = StoryMember.objects.filter(**chosen).order_by(*_OLDEST_FIRST, "document")
    return list(rows[start : start + most])


def headline_documents(stories: Iterable[Story]) -> dict[str, str]:
    """Return the id of a document with the headline of each of these stories, by the id of the
    story of one language; some may have none, as after a change of the title.
    """
    titles = {each.pk: each.title for each in stories}
    rows = StoryMember.objects.filter(part__in=titles, title__in=set(titles.values()))
    named = rows.values_list("part", "document", "title")
    return {part: document for part, document, title in named if title == titles[part]}


def story_documents(story_id: str) -> list[str]:
    """Return the ids of a story's newest documents, also if the story became part of another; empty
    if unknown.
    """
    story = find(story_id)
    if story is None:
        return []
    rows = StoryMember.objects.filter(story=story.pk).order_by("-published", "document")
    return list(rows.values_list("document", flat=True)[:_MAX_ASKED])


def story_of(document: str) -> Story | None:
    """Return the story of a document if it has others too, or None."""
    member = StoryMember.objects.filter(pk=document).first()
    if member is None or StoryMember.objects.filter(story=member.story)[:2].count() < 2:
        return None
    return Story.objects.filter(pk=member.story).first()


def select(selection: StorySelection, most: int, start: int = 0) -> list[StoryRow]:
    """Return the selected stories in order, without the first ``start`` of them."""
    counts = _counted(selection).order_by(*_ORDERS[selection.order])
    rows = list(counts[start : start + most])
    told = tellings([row["story"] for row in rows])
    by_part = _by_part(selection, [each for each in told if len(told[each]) > 1])
    first_sites = _first_sites(list(told))
    return [
        StoryRow(
            story=next(each for each in told[row["story"]] if not each.same_as),
            tellings=[
                (each, by_part.get(each.pk, 0) if by_part else row["documents"])
                for each in told[row["story"]]
            ],
            documents=row["documents"],
            sites=row["sites"],
            recent=row["recent"],
            threads=row["threads"],
            first_site=first_sites.get(row["story"], ""),
        )
        for row in rows
        if any(not each.same_as for each in told.get(row["story"], ()))
    ]


def _first_sites(ids: Sequence[str]) -> dict[str, str]:
    """Return the site of the first report of each of these stories, read from an index."""
    members = StoryMember.objects.filter(story=OuterRef("pk")).order_by(*_OLDEST_FIRST)
    found = Story.objects.filter(pk__in=ids).annotate(
        first_site=Subquery(members.values("site")[:1])
    )
    return {pk: site for pk, site in found.values_list("pk", "first_site") if site}


def count(selection: StorySelection) -> int:
    """Return how many stories are selected."""
    return _counted(selection).count()


def _counted(selection: StorySelection) -> QuerySet[StoryMember, Any]:
    """Return the counts of the selected stories in their time."""
    members = _in_time(selection)
    if selection.langs:
        spoken = Q()
        for lang in selection.langs:
            spoken |= Q(lang=lang) | Q(lang__startswith=f"{lang}-")
        told = Story.objects.filter(spoken)
        members = members.filter(
            Q(story__in=told.values("pk")) | Q(story__in=told.exclude(same_as="").values("same_as"))
        )
    if selection.ids is not None:
        members = members.filter(story__in=selection.ids)
    members = members.exclude(story__in=selection.left_out)
    recent = Q(published__gte=selection.lately)
    counted = (
        members.values("story")
        .annotate(
            documents=Count("*"),
            sites=Count("site", distinct=True),
            recent=Count("story", filter=recent),
            threads=Count("story", filter=Q(kind="thread")),
            newest=Max("published"),
        )
        .filter(sites__gte=selection.min_sites)
    )
    if selection.sites:
        there = Count("story", filter=Q(site__in=selection.sites))
        counted = counted.annotate(there=there).filter(there__gte=1)
    return counted


def _by_part(selection: StorySelection, story_ids: Collection[str]) -> dict[str, int]:
    """Return, by story of one language, the documents in the time of a list of those that are shown
    as one with others.
    """
    if not story_ids:
        return {}
    found = _in_time(selection).filter(story__in=story_ids).values("part")
    return dict(found.annotate(documents=Count("*")).values_list("part", "documents"))


def _in_time(selection: StorySelection) -> QuerySet[StoryMember]:
    members = StoryMember.objects.all()
    if selection.since:
        members = members.filter(published__gte=selection.since)
    if selection.until:
        members = members.filter(published__lt=selection.until)
    return members


def related(story: Story, since: datetime, most: int) -> list[Story]:
    """Return the newest stories from around the time of this one, to be compared with it."""
    near = Story.objects.filter(
        merged_into="", same_as="", documents__gt=1, last__gte=since
    ).exclude(pk=story.same_as or story.pk)
    return list(near.order_by("-last")[:most])


def _upsert(
    model: type[Story] | type[StoryMember], rows: Iterable[Any], fields: Sequence[str]
) -> None:
    manager: Any = model._default_manager
    unique = None if _is_mysql() else [model._meta.pk.name]
    manager.bulk_create(
        rows,
        batch_size=AT_ONCE,
        update_conflicts=True,
        update_fields=list(fields),
        unique_fields=unique,
    )


def _is_mysql() -> bool:
    from django.db import connection

    return connection.vendor == "mysql"


def _row(story: StoryRecord) -> Story:
    """Return the row to write. If the lead, the beginning of a text, is None, it stays as it is
    stored: ``save`` leaves it out then.
    """
    return Story(
        id=story.id,
        title=story.title[:_MAX_TITLE_LENGTH],
        lead=story.lead or "",
        lang=story.lang,
        documents=story.documents,
        first=story.first,
        last=story.last,
        terms=story.terms,
        names=story.names,
        vector=story.vector,
        evidence=story.evidence,
    )


def _record(row: Story) -> StoryRecord:
    return StoryRecord(
        id=row.pk,
        title=row.title,
        lead=row.lead,
        lang=row.lang,
        documents=row.documents,
        first=row.first,
        last=row.last,
        terms=row.terms,
        names=row.names,
        vector=row.vector,
        evidence=row.evidence,
        same_as=row.same_as,
    )


def _member(member: MemberRecord) -> StoryMember:
    return StoryMember(
        document=member.document,
        story=member.story,
        part=member.part or member.story,
        site=member.site[:_MAX_SITE_LENGTH],
        kind=member.kind,
        title=member.title[:_MAX_TITLE_LENGTH],
        published=member.published,
    )
