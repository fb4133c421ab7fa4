"""Checks of single values that the rules of a source need. Pure."""

from collections.abc import Iterable
from urllib.parse import quote

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from storage.proxies import HIDDEN_PASSWORD, read_proxy


def choose_one(choices: Iterable[str]) -> object:
    """Return what to do with a text that is none of the choices."""
    return format_lazy(_("is not valid. Choose one of {choices}."), choices=", ".join(choices))


def too_long(limit: int) -> object:
    """Return what to do with a text that has more characters than this."""
    return format_lazy(_("is too long. Use at most {limit} characters."), limit=limit)


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


def proxy_problem(url: str) -> object:
    """Return what is wrong with the address of a proxy, or "".

    The text does not repeat the address.
    """
    if HIDDEN_PASSWORD in url:
        return _("The password of the proxy is hidden. Enter it again.")
    try:
        if url:
            read_proxy(url)
    except ValueError:
        return _("Enter http://, a host and a port, as in http://proxy.example.org:3128.")
    return ""
