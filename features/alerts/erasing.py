"""What alerts and rules keep of documents, and how it goes when they are erased."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db import transaction

from features.alerts.models import Delivery, NotifiedMatch, RuleAct
from storage.parts import AT_ONCE


def count(ids: Collection[str]) -> dict[str, int]:
    """Return how many deliveries show or quote documents."""
    return {"deliveries": sum(1 for _ in _deliveries_with(set(ids)))}


def erase(ids: Collection[str]) -> dict[str, int]:
    """Remove documents from what alerts have found and rules have done; return how many deliveries
    showed or quoted them.
    """
    with transaction.atomic():
        NotifiedMatch.objects.filter(document_id__in=ids).delete()
        RuleAct.objects.filter(document_id__in=ids).delete()
        deliveries = list(_deliveries_with(set(ids)))
        for each in deliveries:
            each.documents = [name for name in each.documents if name not in ids]
            each.facts = _without(each.facts, ids)
            each.save(update_fields=("documents", "facts"))
    return {"deliveries": len(deliveries)}


def _deliveries_with(ids: Collection[str]) -> Iterator[Delivery]:
    """Yield the deliveries that show one of these documents, or quote one as a story."""
    for each in Delivery.objects.only("documents", "facts").iterator(chunk_size=AT_ONCE):
        shown = {*each.documents, *_quoted(each.facts)}
        if shown & set(ids):
            yield each


def _quoted(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the documents that the stories of a delivery show or quote."""
    for story in facts.get("stories", ()):
        yield story["document"]
        for line in story.get("said", ()):
            yield from line["documents"]


def _without(facts: Mapping[str, Any], ids: Collection[str]) -> dict[str, Any]:
    """Return the facts of a delivery without the stories that show one of these documents, and
    without the lines that quote one.
    """
    if "stories" not in facts:
        return dict(facts)
    left = []
    for story in facts["stories"]:
        if story["document"] not in ids:
            said = story.get("said", ())
            said = [line for line in said if set(line["documents"]).isdisjoint(ids)]
            left.append({**story, "said": said})
    return {**facts, "stories": left}
