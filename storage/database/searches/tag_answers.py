"""What people do with tags by hand, as answers to the tags that learn."""

from collections.abc import Collection as Many

from storage.database.clock import database_now
from storage.database.searches.collection_models import CollectedDocument
from storage.database.searches.learned_tag_models import LearnedTag, ProposedTag


def note_tags(row: CollectedDocument, before: Many[str], who: str) -> None:
    """Note in the caller's transaction which tags of a document somebody has given or taken since
    it had those ``before``.
    """
    given, taken = set(row.tags) - set(before), set(before) - set(row.tags)
    state = ProposedTag.State
    changes = {**dict.fromkeys(given, state.CONFIRMED), **dict.fromkeys(taken, state.REMOVED)}
    for learned in LearnedTag.objects.filter(collection=row.collection_id, tag__in=changes):
        settled = {
            "state": changes[learned.tag],
            "decided": database_now(),
            "decided_by": who,
            "was_added": False,
        }
        proposals = ProposedTag.objects.filter(learned=learned, document_id=row.document_id)
        if not proposals.update(**settled) and learned.tag in taken:
            ProposedTag.objects.create(
                learned=learned,
                document_id=row.document_id,
                title=row.title,
                url=row.url,
                site=row.site,
                lang=row.lang,
                published=row.published,
                is_new=False,
                is_answer=False,
                **settled,
            )
