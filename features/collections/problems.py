"""What may be wrong with collections, as codes."""

from enum import StrEnum


class CollectionProblem(StrEnum):
    """What is wrong."""

    COLLECTION_FULL = "collection_full"
    COLLECTION_UNKNOWN = "collection_unknown"
    TAGS_NEED_COLLECTION = "tags_need_collection"
    NOTE_TOO_LONG = "note_too_long"
    TAGS_TOO_LONG = "tags_too_long"
