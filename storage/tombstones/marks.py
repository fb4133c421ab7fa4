"""What stands for an erased page: hashes of its addresses and of its texts. Pure.

A hash of an address is its key (``storage.keys.url_key``), which is the id of its document too.
"""

import hashlib
import re
from collections.abc import Iterable

from storage.documents.port import Document, DocumentVersion
from storage.keys import canonical_url, url_key

MIN_TEXT_LETTERS = 200
"""A shorter text gets no mark: a notice or a caption may be that of many pages, which nobody asked
to erase.
"""
_TEXT = b"text"
# Where an address in a sentence, or in JSON, ends.
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]+[^\s\"'<>\\.,:;)\]]")


def address_mark(url: str) -> str:
    """Return the mark of an address, "" for what is no web address."""
    try:
        return url_key(canonical_url(url))
    except ValueError:
        return ""


def addresses_in(text: str) -> set[str]:
    """Return the marks of the addresses that a text names."""
    return {address_mark(found) for found in _ADDRESS.findall(text)} - {""}


def text_mark(content: str) -> str:
    """Return the mark of a text, the same whatever its case, blanks and punctuation; "" if it is
    too short.
    """
    letters = "".join(filter(str.isalnum, content.casefold()))
    if len(letters) < MIN_TEXT_LETTERS:
        return ""
    return hashlib.blake2b(letters.encode(), digest_size=16, person=_TEXT).hexdigest()


def marks_of(document: Document, versions: Iterable[DocumentVersion] = ()) -> set[str]:
    """Return the marks of a document: of its id, its addresses, its text and its earlier texts."""
    addresses = {document.id, address_mark(document.url), address_mark(document.canonical_url)}
    texts = {text_mark(each) for each in (document.content, *(old.content for old in versions))}
    return (addresses | texts) - {""}
