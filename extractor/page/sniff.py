"""Check whether bytes are an HTML page at all.

The Content-Type header is ignored, because servers send wrong ones.
"""

import re

from extractor.errors import NotHtml

_SIGNATURES = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"RIFF", "a RIFF file (WebP, WAV)"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "gzip data"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"ID3", "an MP3 file"),
    (b"\x00\x00\x00", "a media file"),
    (b"{\\rtf", "an RTF document"),
    (b"\x7fELF", "a program"),
)
_OTHER_XML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(rss|feed|rdf:RDF|urlset|sitemapindex|svg)\b", re.S
)
_TAG = re.compile(r"<[a-zA-Z!/]")
_HEAD = 2000
"""Characters in which the first element must stand."""


def refuse_other_bytes(body: bytes) -> None:
    """Reject empty answers and files of another known type.

    Raises:
        NotHtml: The bytes are such a file.
    """
    if not body.lstrip(b"\0 \t\r\n"):
        raise NotHtml("the answer is empty")
    for signature, kind in _SIGNATURES:
        if body.startswith(signature):
            raise NotHtml(f"the answer is {kind}")


def refuse_other_text(text: str) -> None:
    """Reject feeds, sitemaps and text without a tag.

    Raises:
        NotHtml: The text is one of these.
    """
    other = _OTHER_XML.match(text[:_HEAD])
    if other:
        raise NotHtml(f"the answer is an XML document <{other[1]}>, not an HTML page")
    if not _TAG.search(text):
        raise NotHtml("the answer contains no HTML tag")
