"""What is compared, and what a comparison quotes."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b

from storage.documents.port import Fragment

_KEY_BYTES = 6


@dataclass(frozen=True, kw_only=True)
class Report:
    """A report of a story. ``found`` is when Newsloom first read it; reports with one ``copy_id``
    have nearly the same text. ``people`` and ``others`` are the names that it has.
    """

    id: str
    site: str
    lang: str
    title: str = field(repr=False)
    text: str = field(repr=False)
    published: datetime
    found: datetime
    url: str = ""
    copy_id: str = ""
    people: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Quote:
    """A sentence of a report: ``[start, end)`` of its text, or of its title.

    ``mark`` is the range in the sentence that matters, such as a number.
    """

    report: Report
    start: int
    end: int
    in_title: bool = False
    mark: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """Return the sentence as it is in the report."""
        whole = self.report.title if self.in_title else self.report.text
        return whole[self.start : self.end]

    @property
    def fragment(self) -> Fragment:
        """Return the sentence with what matters marked."""
        return Fragment(text=self.text, marks=(self.mark,) if self.mark else ())

    @property
    def key(self) -> str:
        """Return what the page of the document finds the sentence by; "" for a title."""
        return "" if self.in_title else sentence_key(self.text)


def sentence_key(sentence: str) -> str:
    """Return what names a sentence in an address, as long as the document has it."""
    plain = re.sub(r"\s+", " ", sentence).strip()
    return blake2b(plain.encode(errors="replace"), digest_size=_KEY_BYTES).hexdigest()
