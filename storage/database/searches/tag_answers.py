"""What people do with tags by hand, as answers to the tags that learn."""

from collections.abc import Collection as Many

from storage.database.clock import database_now
from storage.database.searches.collection_models import CollectedDocument
from storage.database.searches.learned_tag_models import LearnedTag, ProposedTag


def note_tags(row: CollectedDocument, before: Many[str], who: str) -> None:
    """Note in the caller's transaction which tags of a document somebody has given or taken since
    it had those ``before``. It answers what is proposed or was decided, but not what was withdrawn.
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
        proposals.filter(state=state.WITHDRAWN).update(is_answer=False)
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


def note_tags_of_rule(row: CollectedDocument, who: str) -> None:
    """Note in the caller's transaction that a rule of somebody has given a document its tags.

    It ends what is proposed, but nobody has looked: it is no answer.
    """
    state = ProposedTag.State
    ProposedTag.objects.filter(
        learned__collection=row.collection_id,
        learned__tag__in=row.tags,
        document_id=row.document_id,
        state=state.PROPOSED,
    ).update(
        state=state.CONFIRMED,
        decided=database_now(),
        decided_by=who,
        is_answer=False,
        was_added=False,
    )
