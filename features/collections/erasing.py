"""What collections have of documents that are erased."""

from collections.abc import Collection as Many

from features.collections.models import CollectedDocument, OrderedDocument
from storage.parts import in_parts


def count(ids: Many[str]) -> dict[str, int]:
    """Return in how many places documents are, and at how many of them is a note or a tag."""
    named = list(ids)
    found = {"collected": 0, "notes": 0}
    for some in in_parts(named):
        rows = CollectedDocument.objects.filter(document_id__in=some)
        found["collected"] += rows.count()
        found["notes"] += rows.exclude(note="", tags=[]).count()
    return found


def erase(ids: Many[str]) -> dict[str, int]:
    """Take documents out of all collections, with their notes, and out of orders to put
    them there; return how many places there were.
    """
    # First: whoever is putting them into a collection is waited for.
    OrderedDocument.objects.filter(document_id__in=ids).delete()
    collected, _ = CollectedDocument.objects.filter(document_id__in=ids).delete()
    return {"collected": collected}
