"""Checks of single values that the rules of a source need. Pure."""

from urllib.parse import quote

from storage.database.field_errors import ErrorCode
from storage.proxies import HIDDEN_PASSWORD, read_proxy


def encodes_keywords(charset: str) -> bool:
    """Return whether keywords can be encoded in a character set, by the calls that the planner
    makes.
    """
    try:
        quote("a", safe="", encoding=charset, errors="xmlcharrefreplace")
        b"a".decode(charset, "replace")
    except (LookupError, ValueError):
        return False
    return True


def proxy_problem(url: str) -> ErrorCode | None:
    """Return what is wrong with the address of a proxy, or None."""
    if HIDDEN_PASSWORD in url:
        return ErrorCode.PROXY_HIDDEN
    try:
        if url:
            read_proxy(url)
    except ValueError:
        return ErrorCode.PROXY_ADDRESS
    return None
