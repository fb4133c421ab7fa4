"""What is stored of a failure, in the reader's language.

Workers store it in English, with times in UTC. What they say most often is known here; what else
they say, such as the words of a server or a library, stays as it is.
"""

import re

from django.utils.translation import gettext_lazy as _

from storage.outcomes import Outcome
from watch.moments import with_local_times

_KNOWN: dict[str, object] = {
    "the response is not complete": _("the response is not complete"),
    "the connection ended before the response": _("the connection ended before the response"),
    "the server did not answer in time": _("the server did not answer in time"),
    "the server refuses connections": _("the server refuses connections"),
    "the connection failed": _("the connection failed"),
    "the TLS connection failed": _("the TLS connection failed"),
    "the host name has no address": _("the host name has no address"),
    "the response is too large": _("the response is too large"),
    "the proxy does not connect to the site": _("the proxy does not connect to the site"),
    "the answer is empty": _("the answer is empty"),
    "the page contains no running text": _("the page contains no running text"),
}
_KNOWN_WITH_VALUES = (
    (
        re.compile(r"HTTP (?P<status>\d{3}), the site asks to wait until (?P<time>.+)"),
        _("HTTP %(status)s, the site asks to wait until %(time)s"),
    ),
    (
        re.compile(r"HTTP (?P<status>\d{3}), a robot check"),
        _("HTTP %(status)s, a robot check"),
    ),
    (
        # Twisted's own words: the address is beside them anyway.
        re.compile(
            r"the server did not answer in time \(.*took longer than (?P<seconds>\d+).*", re.DOTALL
        ),
        _("the server did not answer within %(seconds)s s"),
    ),
    (
        re.compile(r"the answer is an? (?P<kind>.+) document"),
        _("the answer is a document of the kind %(kind)s"),
    ),
)
_SAYS_NO_MORE: dict[str, str] = {
    Outcome.TRUNCATED: "the response is not complete",
    Outcome.TIMEOUT: "the server did not answer in time",
    Outcome.CONNECT: "the connection failed",
    Outcome.TLS: "the TLS connection failed",
    Outcome.TOO_LARGE: "the response is too large",
    Outcome.EMPTY: "the page contains no running text",
}
"""What only repeats the name of its outcome."""


def shown_detail(detail: str) -> str:
    """Return what is stored of a failure or a change as pages show it, with local times."""
    text = with_local_times(detail)
    for pattern, sentence in _KNOWN_WITH_VALUES:
        if found := pattern.fullmatch(text):
            return str(sentence) % found.groupdict()
    what, bracket, own_words = text.partition(" (")
    return f"{_KNOWN.get(what, what)}{bracket}{own_words}"


def detail_beyond(detail: str, outcome: str) -> str:
    """Return what is shown of a failure beside its outcome: "" if it says no more than that."""
    if detail == _SAYS_NO_MORE.get(outcome):
        return ""
    return shown_detail(detail)
