"""The texts of a document that its publisher changed, and two of them compared word by word."""

from dataclasses import dataclass

from storage.documents.port import Document, DocumentVersion
from webui.apps import text_differences
from webui.search.differences import TextDifference
from webui.search.services import documents


@dataclass(frozen=True, kw_only=True)
class VersionComparison:
    """Two of a document's kept texts.

    ``texts`` are all of them in order; the last one is that of today.
    """

    texts: tuple[DocumentVersion, ...]
    first: DocumentVersion
    second: DocumentVersion

    @property
    def difference(self) -> TextDifference:
        """What the second text cut from the first and what it added."""
        return text_differences().between(_whole(self.first), _whole(self.second))

    @property
    def left_out(self) -> int:
        """How many texts between the first and the newest ones are not kept."""
        return self.texts[-1].number - len(self.texts)


def compare(document: Document, first: int, second: int) -> VersionComparison | None:
    """Return two texts by their numbers, in either order; the last change for numbers that are not
    kept.

    Return None if no earlier text is kept. Raises Unavailable and Refused.
    """
    earlier = documents.versions(document)
    if not earlier:
        return None
    texts = (*earlier, _today(document))
    by_number = {each.number: each for each in texts}
    chosen = [by_number[number] for number in sorted((first, second)) if number in by_number]
    one, other = chosen if len(chosen) > 1 else texts[-2:]
    return VersionComparison(texts=texts, first=one, second=other)


def _today(document: Document) -> DocumentVersion:
    seen = document.changed or document.collected
    return DocumentVersion(
        number=document.changes + 1, seen=seen, title=document.title, content=document.content
    )


def _whole(text: DocumentVersion) -> str:
    return f"{text.title}\n\n{text.content}"
