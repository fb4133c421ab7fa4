"""Fill the tables of features as if they had been used for weeks, for ``benchmarks.pages``.

One function a feature; those that are not there are left out.
"""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import count, cycle, islice
from typing import TYPE_CHECKING, Any

from benchmarks.page_times import USER
from hooks.features import feature_names
from storage.documents.port import Document
from storage.settings import Settings

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_BATCH = 500
_DAY = timedelta(days=1)
_STORIES = 4_000
_REPORTS_OF_ONE = 1_500
_COLLECTED_IN_ONE = 3_000
_WORKS = 30
_ITEMS = 60
_PANELS = 12
_DRAWN = 300
_ROWS = 300
Newest = Sequence[Document]
Fill = Callable[[Settings, "User", Newest, datetime], dict[str, Any]]


def fill_features(settings: Settings, newest: Newest, now: datetime) -> dict[str, Any]:
    """Fill the tables of all features; return values of parameters in their addresses.

    Args:
        settings: Where the stores are.
        newest: Some documents; the pages of the first one are requested.
        now: When everything ends.
    """
    from django.contrib.auth.models import User

    user = User.objects.get(username=USER)
    values: dict[str, Any] = {}
    for name in feature_names():
        if fill := _FILLS.get(name):
            values |= fill(settings, user, newest, now)
    return values


def _archive(settings: Settings, _user: "User", newest: Newest, now: datetime) -> dict[str, Any]:
    from dataclasses import replace

    from features.archive.store.opening import open_archive_writer
    from features.archive.store.port import Answer
    from storage.backends import open_documents

    document = newest[0]
    body = f"<html><body><p>{document.content}</p></body></html>".encode()
    answer = Answer(
        url=document.url,
        status=200,
        headers={"Content-Type": "text/html; charset=utf-8"},
        body=body,
        fetched=now,
    )
    writer = open_archive_writer(settings)
    place = writer.append(answer)
    writer.close()
    store = open_documents(settings)
    store.write([replace(document, archived=(place,))])
    store.refresh()
    store.close()
    return {"number": 1}


def _stories(_settings: Settings, user: "User", newest: Newest, now: datetime) -> dict[str, Any]:
    from features.stories.models import Story, StoryMember, StoryVisit
    from features.stories.store import topics

    rng = random.Random(6)
    documents = iter(newest)
    rest = count()
    stories, members = [], []
    for number in range(min(_STORIES, len(newest))):
        size = (
            min(_REPORTS_OF_ONE, len(newest))
            if number == 0
            else min(40, int(rng.paretovariate(0.9)))
        )
        story_id = newest[0].id if number == 0 else f"{number:032x}"
        last = now - rng.random() * 6 * _DAY
        found = list(islice(documents, size)) if number == 0 else []
        titles = [each.title for each in found] or [rng.choice(newest).title] * size
        stories.append(
            Story(
                id=story_id,
                title=titles[0],
                lead=newest[number].content[:200],
                lang=newest[number].lang,
                documents=size,
                first=last - _DAY,
                last=last,
                terms=[[f"term {number}", "word"], [f"Person {number % 50}", "name"]],
                names=[[f"Person {number % 50}", "person"], [f"Town {number % 9}", "place"]],
                vector={f"term {number}-{each}": 1.0 for each in range(40)},
            )
        )
        members += [
            StoryMember(
                document=found[place].id if found else f"m{next(rest):031x}",
                story=story_id,
                part=story_id,
                site=f"site{rng.randint(1, 3000)}.example",
                kind="article",
                title=titles[place],
                published=last - rng.random() * _DAY,
            )
            for place in range(size)
        ]
    Story.objects.bulk_create(stories, batch_size=_BATCH)
    StoryMember.objects.bulk_create(members, batch_size=_BATCH)
    StoryVisit.objects.bulk_create(
        StoryVisit(user=user, story=each.id, last=now - _DAY, documents=1) for each in stories[::7]
    )
    topics.keep(
        [_topic(number, stories[number].id) for number in range(min(40, len(stories)))],
        now - 7 * _DAY,
    )
    return {"story_id": stories[0].id}


def _topic(number: int, story: str) -> Any:
    from features.stories.store.topics import Topic, TopicStory

    behind = TopicStory(id=story, title="经济", lang="zh", documents=20, sites=9)
    return Topic(
        label=f"topic {number}",
        lang="zh",
        count=40,
        hours=6,
        usual=2.0,
        is_new=False,
        sites=9,
        score=9.0 - number / 10,
        others=["经济", "发展"],
        course=[number % 7] * 28,
        stories=[behind],
    )


def _collections(
    _settings: Settings, user: "User", newest: Newest, now: datetime
) -> dict[str, Any]:
    from features.collections.models import CollectedDocument, Collection, CollectionOrder
    from features.collections.store import save_collection
    from storage.database.owned.keeping import set_feed

    works = [save_collection(f"Collection {n} 收藏", "read", user) for n in range(_WORKS)]
    CollectedDocument.objects.bulk_create(
        (
            CollectedDocument(
                collection=work,
                document_id=each.id,
                title=each.title,
                url=each.url,
                site=each.site,
                lang=each.lang,
                published=each.published,
                tags=[f"tag {place % 12}"],
                added_by=user.username,
                added=now - timedelta(minutes=place),
            )
            for number, work in enumerate(works)
            for place, each in enumerate(newest[: _COLLECTED_IN_ONE if number == 0 else 100])
        ),
        batch_size=_BATCH,
    )
    order = CollectionOrder.objects.create(
        collection=works[0], user=user, planned=_ROWS, state="done", finished=now
    )
    set_feed(Collection, works[0].pk, user, wanted=True)
    return {"collection_id": works[0].pk, "order_id": order.pk}


def _briefs(_settings: Settings, user: "User", newest: Newest, _now: datetime) -> dict[str, Any]:
    from features.briefs.capture import facts_of
    from features.briefs.models import Brief, BriefItem, BriefSource
    from storage.database.owned.keeping import save

    works = [save(Brief, user, name=f"Brief {number} 简报") for number in range(_WORKS)]
    items = BriefItem.objects.bulk_create(
        BriefItem(
            brief=works[0],
            place=place + 1,
            kind="document" if place % 3 else "note",
            text="" if place % 3 else "What to ask next.",
            added_by=user.username,
        )
        for place in range(_ITEMS)
    )
    BriefSource.objects.bulk_create(
        BriefSource(item=item, place=1, document_id=document.id, **facts_of(document))
        for item, document in zip(items, cycle(newest), strict=False)
        if item.kind == "document"
    )
    return {"brief_id": works[0].pk}


def _dashboards(
    _settings: Settings, user: "User", _newest: Newest, _now: datetime
) -> dict[str, Any]:
    from features.dashboards.models import Dashboard
    from features.dashboards.panels import Panel
    from features.dashboards.store import DashboardDraft, save_dashboard

    kinds = ("chart", "values", "documents")
    panels = tuple(
        Panel(
            kind=kinds[number % 3],
            query=f"q={('经济', '上海', '')[number // 3 % 3]}",
            field="site" if number % 3 == 1 else "",
        )
        for number in range(_PANELS)
    )
    work = save_dashboard(DashboardDraft(name="Mine", panels=panels), user)
    for number in range(_WORKS):
        save_dashboard(DashboardDraft(name=f"Dashboard {number}"), user)
    stored = Dashboard.objects.get(pk=work.pk).panels
    return {"dashboard_id": work.pk, "panel_id": [each["id"] for each in stored][:3]}


def _spot_checks(
    _settings: Settings, user: "User", newest: Newest, _now: datetime
) -> dict[str, Any]:
    from features.spot_checks.draw import Spread
    from features.spot_checks.store import Draw, keep

    checks = [
        keep(
            Draw(
                query="经济",
                days=30,
                spread=Spread.DOCUMENTS,
                seed=number,
                matches=len(newest),
                documents=list(newest[:_DRAWN]),
            ),
            user,
        )
        for number in range(_WORKS)
    ]
    return {"check_id": checks[-1].pk, "place": 1}


def _names(_settings: Settings, _user: "User", _newest: Newest, _now: datetime) -> dict[str, Any]:
    from features.names.models import DifferentNames, SpelledName

    SpelledName.objects.bulk_create(
        SpelledName(kind="person", name=f"Person {number}", spellings=[f"Persona {number}"])
        for number in range(_ROWS)
    )
    DifferentNames.objects.bulk_create(
        DifferentNames(kind="person", name=f"Person {number}", other=f"Person {number + 1}")
        for number in range(_ROWS)
    )
    return {"kind": "person"}


def _proposed_sources(
    _settings: Settings, _user: "User", newest: Newest, now: datetime
) -> dict[str, Any]:
    from features.proposed_sources.models import ProposedSource

    ProposedSource.objects.bulk_create(
        ProposedSource(
            site=f"cited{number}.example",
            address=f"https://cited{number}.example/",
            sources=_ROWS - number,
            documents=2 * _ROWS,
            examples=[each.id for each in newest[:3]],
            found=now,
        )
        for number in range(_ROWS)
    )
    return {}


def _erasure(_settings: Settings, user: "User", _newest: Newest, now: datetime) -> dict[str, Any]:
    from features.erasure.models import ErasedPage, Erasure

    erasures = Erasure.objects.bulk_create(
        Erasure(
            kind="document",
            who=user.username,
            reason="The publisher asked for it.",
            finished=now,
            planned={"documents": 100},
            erased={"documents": 100},
            step="",
        )
        for _ in range(_ROWS)
    )
    ErasedPage.objects.bulk_create(
        (
            ErasedPage(erasure=erasure, document=f"e{number:031x}")
            for erasure in erasures
            for number in range(100)
        ),
        batch_size=_BATCH,
    )
    return {}


def _read_marks(_settings: Settings, user: "User", newest: Newest, now: datetime) -> dict[str, Any]:
    from features.read_marks.models import ReadMark

    ReadMark.objects.bulk_create(
        (ReadMark(user=user, document_id=each.id, read=now) for each in newest[::2]),
        batch_size=_BATCH,
    )
    return {}


def _repair_all(
    _settings: Settings, user: "User", _newest: Newest, _now: datetime
) -> dict[str, Any]:
    from features.repair_all.models import RepairRound, SourceRepair
    from storage.database.models import Source

    found = RepairRound.objects.create(who=user.username, batch="benchmark")
    SourceRepair.objects.bulk_create(
        SourceRepair(
            part_of=found,
            source=source,
            name=source.name,
            state="nothing",
            outcome="timeout",
        )
        for source in Source.objects.order_by("pk")[:_ROWS]
    )
    return {}


def _websub(_settings: Settings, _user: "User", _newest: Newest, now: datetime) -> dict[str, Any]:
    from features.websub.models import HubSubscription
    from storage.database.models import Source

    HubSubscription.objects.bulk_create(
        (
            HubSubscription(
                source_id=source_id,
                hub="https://hub.example/",
                topic=f"https://site{source_id}.example/feed.xml",
                key=f"{source_id:032x}",
                state="active",
                expires=now + 5 * _DAY,
                next_attempt=now + 4 * _DAY,
            )
            for source_id in Source.objects.filter(channel="feed").values_list("pk", flat=True)
        ),
        batch_size=_BATCH,
    )
    return {}


_FILLS: dict[str, Fill] = {
    "archive": _archive,
    "briefs": _briefs,
    "collections": _collections,
    "dashboards": _dashboards,
    "erasure": _erasure,
    "names": _names,
    "proposed_sources": _proposed_sources,
    "read_marks": _read_marks,
    "repair_all": _repair_all,
    "spot_checks": _spot_checks,
    "stories": _stories,
    "websub": _websub,
}
