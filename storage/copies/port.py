"""The port *copies*: which documents have nearly the same text, decided when they are written."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from storage.copies.fingerprint import Fingerprint

KEPT_SECONDS = 14 * 24 * 3600
"""How long after its last writing a text is recognised again, at most; at least half of it."""
MAX_IN_BUCKET = 4
"""How many documents with one band a text is compared with: the newest ones."""
_KEY_CHARACTERS = 16


@dataclass(frozen=True, kw_only=True)
class CopyEntry:
    """A document, by ``copy_key`` of its id, with the fingerprint of its text."""

    key: str
    fingerprint: Fingerprint


def copy_key(document_id: str) -> str:
    """Return the short name of a document in the index: 16 of the 32 digits of its id.

    A group of copies has the name of its document that came first.
    """
    return document_id[:_KEY_CHARACTERS].ljust(_KEY_CHARACTERS, "0")


class Copies(Protocol):
    """The groups of copies.

    Every call is atomic over its batch. Raises ``storage.errors.Unavailable``.

    A text joins every group with a text that it is a copy of, so the groups do not depend on the
    order of arrival. If it is a copy of texts of several groups, they become one, with the smallest
    of their ids. A group's documents that are stored under an older id are to be moved: ``settle``
    says which.
    """

    def join(self, entries: Sequence[CopyEntry]) -> list[str]:
        """Return the copy id of each text. Safe to repeat: a known document stays in its group."""

    def settle(self, copy_ids: Sequence[str]) -> Mapping[str, str]:
        """Say that documents are stored under these copy ids; return the moves that remain, from
        old to new ids.

        The caller applies them to the document store, then calls ``moved``. A caller that dies
        before that leaves them to others.
        """

    def moved(self, copy_ids: Sequence[str]) -> None:
        """Forget the moves from these old copy ids: no document is stored under them any more."""

    def erase(self, keys: Collection[str]) -> None:
        """Forget the texts of these documents, by their keys; the groups of others stay."""

    def close(self) -> None:
        """Release connections and files."""
