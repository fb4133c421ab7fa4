"""Addresses as answers in JSON write them: absolute, relative, without a scheme, or escaped once
too often.
"""

import re
from urllib.parse import unquote

from extractor.lists.shapes import same_site

_IS_ADDRESS = re.compile(r"(?:https?:)?//[^\s/]\S*|/[^\s/]\S*|\.{1,2}/\S+|\?\w+=\S+", re.IGNORECASE)
_IS_FILE = re.compile(
    r"[\w.~%+-]+(?:/[\w.~%+-]+)*\.(?:[sx]?html?|php|aspx?|jsp|do)(?:[?#]\S*)?", re.IGNORECASE
)
"""A page in the folder of the list: "news/12.html"."""
_IS_PATH = re.compile(r"[\w.~%+-]+(?:/[\w.~%+-]+)+/?(?:\?\S*)?")
"""What may be an address and may be a type, a zone or a topic: "news/12", "image/png"."""
_HOST_FIRST = re.compile(r"((?:[\w-]+\.)+[a-z]{2,})(?::\d+)?/", re.IGNORECASE)
"""What may be a host without a scheme: "www.site.example/12", or a program: "index.php/12"."""
_IS_PROGRAM = re.compile(
    r".*\.(?:[sx]?html?|php\d?|aspx?|ashx|jspx?|do|action|cfm|cgi|nsf|p[ly]|exe|dll|json|xml)"
)
"""The name of a file that takes a path: Domino's "news.nsf/0/12", ColdFusion's "index.cfm/12"."""
_ESCAPED_SLASH = re.compile(r"(?<!\\)\\++/")
_AMPERSAND = re.compile(r"&(?:amp;)+")
_ENCODED = re.compile(r"https?(?::|%(?:25)?3a)(?:%(?:25)?2f){2}", re.IGNORECASE)
"""An address that is encoded as a whole, also twice."""
_MAX_ADDRESS = 2_000
"""Longer texts are no addresses; browsers and servers take about as many characters."""


def written_address(value: str, own_host: str = "") -> str:
    """Return an address as the link of a page would say it.

    Args:
        value: A text of an answer.
        own_host: The host of the answer.
    """
    address = _ESCAPED_SLASH.sub("/", _AMPERSAND.sub("&", value.strip()))
    while _ENCODED.match(address):
        address = unquote(address)
    if _begins_with_host(address, own_host):
        return f"//{address}"
    return address


def is_address(value: str, *, is_named: bool = False) -> bool:
    """Return whether a value looks like an address.

    Args:
        value: A text of an answer.
        is_named: Whether the name of its member says so; then a path without a slash before it is
            one, too.
    """
    if len(value) > _MAX_ADDRESS:
        return False
    address = written_address(value)
    forms = (_IS_ADDRESS, _IS_FILE, _IS_PATH) if is_named else (_IS_ADDRESS, _IS_FILE)
    return any(form.fullmatch(address) for form in forms)


def _begins_with_host(address: str, own_host: str) -> bool:
    found = _HOST_FIRST.match(address)
    if not found:
        return False
    host = found[1]
    if host.lower().startswith("www.") or same_site(host.lower(), own_host):
        return True
    # "St.Pauli/1" has a name before its slash.
    return host.islower() and not _IS_PROGRAM.fullmatch(host)
