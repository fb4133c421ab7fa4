"""Decide which requests of a page a browser gets an answer to. Pure."""

from dataclasses import dataclass
from enum import Enum, auto
from urllib.parse import urlsplit

from crawler.headers import same_site
from features.rendering.adverts import is_advert
from storage.keys import host_of

MAX_FETCHED = 100
"""Most requests of one page that are fetched; further ones are refused."""
MAX_ASKED = 1_000
"""Most requests of one page, refused ones too. Whoever asks for more is not showing a text."""
MAX_BYTES = 32 << 20
"""Most bytes of all responses of one page."""
_MAX_SENT_BYTES = 64 << 10
_MAX_DOCUMENTS = 5
_READ = ("GET", "HEAD")


class Verdict(Enum):
    """What becomes of a request: it is fetched, answered with an empty body, or refused."""

    FETCH = auto()
    EMPTY = auto()
    REFUSE = auto()


@dataclass(frozen=True, kw_only=True)
class ScriptRequest:
    """A request as the browser describes it.

    ``kind`` is Chromium's type of the resource, such as "script". ``in_main_frame``: the page
    itself asks, not a frame in it and not another window.
    """

    url: str
    kind: str
    method: str = "GET"
    sent_bytes: int = 0
    in_main_frame: bool = True


@dataclass
class Spent:
    """What the requests of one page have cost so far.

    ``documents`` counts those for the page itself.
    """

    asked: int = 0
    fetched: int = 0
    documents: int = 0
    received_bytes: int = 0


def judge(asked: ScriptRequest, page_url: str, spent: Spent) -> Verdict:
    """Return what becomes of a request of the page at ``page_url``.

    A text needs scripts and data. It does not need pictures, fonts, films, frames, other windows or
    advertisements. Style sheets are empty, because scripts may wait for them.
    """
    if asked.kind == "stylesheet":
        return Verdict.EMPTY
    is_web = urlsplit(asked.url).scheme in ("http", "https")
    if not is_web or spent.fetched >= MAX_FETCHED or spent.received_bytes >= MAX_BYTES:
        return Verdict.REFUSE
    if asked.kind == "document":
        may_go_on = (
            asked.in_main_frame and asked.method == "GET" and spent.documents < _MAX_DOCUMENTS
        )
        if may_go_on and host_of(asked.url) == host_of(page_url):
            return Verdict.FETCH
        return Verdict.REFUSE
    if asked.kind not in ("script", "xhr", "fetch") or is_advert(asked.url):
        return Verdict.REFUSE
    if asked.method in _READ:
        return Verdict.FETCH
    # Some sites ask for their texts by POST (GraphQL). Nothing is sent to strangers.
    sends_a_question = asked.method == "POST" and asked.sent_bytes <= _MAX_SENT_BYTES
    if sends_a_question and same_site(asked.url, page_url):
        return Verdict.FETCH
    return Verdict.REFUSE
