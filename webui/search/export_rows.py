"""What every format of an export gets for each document."""

from dataclasses import dataclass

from storage.documents.port import Document


@dataclass(frozen=True, kw_only=True, slots=True)
class ExportRow:
    """A document, and what a user noted about it in the collection that is exported; "" without a
    note. ``story`` is the id of its story, ``story_title`` the headline; "" without a story.
    """

    document: Document
    note: str = ""
    story: str = ""
    story_title: str = ""
