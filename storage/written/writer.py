"""Write documents with their copy ids, in an order that loses nothing.

Join the groups, write the documents, move the documents of groups that were merged meanwhile, then
log what was written. If the process dies in between, the job runs again, and gets the same ids.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from storage.copies.minhash import fingerprint
from storage.copies.port import Copies, CopyEntry, copy_key
from storage.documents.port import Document, Documents, DocumentVersion
from storage.tombstones.marks import commented_mark, marks_against_document, without_erased_comments
from storage.tombstones.store import Tombstones
from storage.written.port import Written


class DocumentWriter:
    """Gives documents their copy ids, writes and logs them.

    Raises what the stores raise; writing again is safe.
    """

    def __init__(
        self, copies: Copies, documents: Documents, written: Written, tombstones: Tombstones
    ) -> None:
        self._copies = copies
        self._documents = documents
        self._written = written
        self._tombstones = tombstones

    def write(self, documents: Sequence[Document]) -> frozenset[str]:
        """Write the documents, durable on return, except those that were erased, and without the
        comments that were; return the ids of those that are not written.

        A text too short to be recognised is a group of its own; so is each later page of a thread,
        which repeats what is on its other pages, and is no copy of them.
        """
        allowed = self._not_erased(documents)
        if allowed:
            self._write(allowed)
        return frozenset({each.id for each in documents} - {each.id for each in allowed})

    def _write(self, documents: Sequence[Document]) -> None:
        found = {
            document.id: fingerprint(document.title, document.content)
            for document in documents
            if document.thread_page == 1
        }
        entries = [
            CopyEntry(key=copy_key(name), fingerprint=print_)
            for name, print_ in found.items()
            if print_
        ]
        copy_ids = dict(
            zip([entry.key for entry in entries], self._copies.join(entries), strict=True)
        )
        keys = {document.id: copy_key(document.id) for document in documents}
        self._documents.write(
            [
                replace(each, copy_id=copy_ids.get(keys[each.id], keys[each.id]))
                for each in documents
            ]
        )
        moves = self._copies.settle(list(set(copy_ids.values())))
        for old, new in moves.items():
            self._documents.move_copies(old, new)
        self._copies.moved(list(moves))
        self._written.append([document.id for document in documents])

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None."""
        return self._documents.get(document_id)

    def keep_versions(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep earlier texts of a document, which is written afterwards; see
        ``Documents.keep_versions``.
        """
        if self._not_erased([document]):
            self._documents.keep_versions(document, versions)

    def erased(self, marks: Collection[str]) -> set[str]:
        """Return those of these marks that something erased has left."""
        return self._tombstones.known(marks)

    def close(self) -> None:
        """Close the stores."""
        self._copies.close()
        self._written.close()
        self._documents.close()
        self._tombstones.close()

    def _not_erased(self, documents: Sequence[Document]) -> list[Document]:
        """Return the documents that were not erased, without comments where these were."""
        marks = [marks_against_document(each) for each in documents]
        of_comments = {commented_mark(each.id) for each in documents}
        erased = self._tombstones.known(of_comments.union(*marks))
        return [
            without_erased_comments(each, erased)
            for each, of_it in zip(documents, marks, strict=True)
            if not of_it & erased
        ]
