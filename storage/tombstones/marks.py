"""What stands for an erased page: hashes of its addresses and of its texts; and for a page that
stays without its comments: other hashes of its addresses. Pure.

A hash of an address is its key (``storage.keys.url_key``), which is the id of its document too.
"""

import hashlib
import re
from collections.abc import Collection, Iterable

from storage.documents.comments import without_comments
from storage.documents.port import Document, DocumentVersion
from storage.keys import canonical_address, site_of, url_key

MIN_TEXT_LETTERS = 200
"""A shorter text gets no mark: a notice or a caption may be that of many pages, which nobody asked
to erase.
"""
_TEXT = b"text"
_SITE = b"site"
_COMMENTED = b"commented"
# Where an address in a sentence, or in JSON, ends.
_ADDRESS = re.compile(r"(?:https?://|mid:)[^\s\"'<>\\]+[^\s\"'<>\\.,:;)\]]")


def address_mark(url: str) -> str:
    """Return the mark of an address, "" for what is no web address."""
    try:
        return url_key(canonical_address(url))
    except ValueError:
        return ""


def site_mark(site: str) -> str:
    """Return the mark of a whole site, which is named as documents name it."""
    return hashlib.blake2b(site.encode(), digest_size=16, person=_SITE).hexdigest()


def marks_against(url: str) -> set[str]:
    """Return the marks that keep the page of an address away: its own, and that of its site."""
    mark = address_mark(url)
    if mark:
        return {mark, site_mark(site_of(url))}
    return set()


def marks_against_document(
    document: Document, versions: Iterable[DocumentVersion] = ()
) -> set[str]:
    """Return the marks that keep a document away: its own, and that of its site."""
    return marks_of(document, versions) | {site_mark(document.site)}


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


def commented_mark(address: str) -> str:
    """Return the mark, by the mark of an address, of a page that shows comments that were erased:
    its document has no comments any more, and it must not be archived.
    """
    return hashlib.blake2b(address.encode(), digest_size=16, person=_COMMENTED).hexdigest()


def without_erased_comments(document: Document, marks: Collection[str]) -> Document:
    """Return a document without its comments if that of its id is one of these marks."""
    if commented_mark(document.id) in marks:
        return without_comments(document)
    return document


def marks_of(document: Document, versions: Iterable[DocumentVersion] = ()) -> set[str]:
    """Return the marks of a document: of its id, its addresses, its text and its earlier texts."""
    addresses = {document.id, address_mark(document.url), address_mark(document.canonical_url)}
    texts = {text_mark(each) for each in (document.content, *(old.content for old in versions))}
    return (addresses | texts) - {""}
