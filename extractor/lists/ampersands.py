"""Repair the commonest fault of XML that programs put together: addresses with a bare "&". Pure."""

import re

# What is in CDATA or a comment stays. One without an end goes on to the end, as for a parser.
_BARE = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)"
    rb"|&(?!#\d+;|#[xX][\da-fA-F]+;|[A-Za-z_:][\w.:-]{0,40};)",
    re.DOTALL,
)
_AMPERSAND = b"&"


def escape_bare_ampersands(markup: bytes) -> bytes:
    """Return XML in an encoding that extends ASCII, with "&amp;" for each "&" that begins no
    reference.
    """
    if _AMPERSAND not in markup:
        return markup
    return _BARE.sub(lambda found: b"&amp;" if found[0] == _AMPERSAND else found[0], markup)
