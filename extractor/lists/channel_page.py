"""The web view of a public channel, such as ``t.me/s/NAME``: its messages are short posts.

The page has each message whole, so no page of a message is fetched. It is known by its markup, not
by its host: other hosts show the same view.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from extractor.lists.anchors import ListPage, absolute
from extractor.lists.entry_text import MAX_POST_CHARACTERS
from extractor.page import dom
from extractor.page.blocks import read_blocks
from extractor.results import Link, Listing

_MESSAGE = "tgme_widget_message"
_SERVICE = "service_message"
"""A message of the service itself, such as "Channel created"."""
_TEXT = ("tgme_widget_message_text", "tgme_widget_message_poll_question")
"""What a message says: its text or caption; for one without, the question of its poll."""
_OPTION = "tgme_widget_message_poll_option_text"
_FORWARDED = "tgme_widget_message_forwarded_from_name"
"""Who wrote a message that the channel forwards."""
_REPLY = "tgme_widget_message_reply"
"""The beginning of the message that this one answers."""
_DATE = "tgme_widget_message_date"
_OWNER = "tgme_widget_message_owner_name"
_TITLE = "tgme_channel_info_header_title"
_MORE = "tme_messages_more"
_CARD = "tgme_page"
"""The card of a channel, group or person, which is shown where there is no web view."""
_VIEW = re.compile(r"/s/\w+")
_HAS_MARK = "tgme_"


def read_channel(page: ListPage) -> Listing | None:
    """Return the messages of a public channel, the newest first, and the page with earlier ones;
    None for a page of another kind.

    Messages that only show a picture or a film have no text and are left out. A channel whose
    messages the page does not show is a problem.
    """
    classes = _by_class(page.root)
    messages = classes.get(_MESSAGE, ())
    if messages:
        title = channel_title(page)
        links = filter(None, (_link(message, page, title) for message in messages))
        return Listing(links=tuple(links)[::-1], next_url=_earlier(page, classes))
    if _CARD in classes:
        view = view_address(page)
        shown = f"enter its web view, {view}" if view else "it has none that everybody can read"
        return Listing(problem=f"this is the card of a channel without its messages; {shown}")
    return None


def view_address(page: ListPage) -> str:
    """Return the web view to which the card of a channel links, "" for any other page."""
    if _CARD not in _by_class(page.root):
        return ""
    return next((each.url for each in page.anchors if _VIEW.fullmatch(each.href)), "")


def channel_title(page: ListPage) -> str:
    """Return the name of the channel, "" if the page shows none."""
    names = map(_words, _by_class(page.root).get(_TITLE, ()))
    return next(filter(None, names), "")


def _by_class(root: dom.Element) -> dict[str, list[dom.Element]]:
    """Return the elements of the page with each class of such views, in document order."""
    found: dict[str, list[dom.Element]] = {}
    for element in root.iter("div", "a", "span"):
        names = element.get("class") or ""
        if _HAS_MARK in names or _MORE in names:
            for name in names.split():
                found.setdefault(name, []).append(element)
    return found


def _link(message: dom.Element, page: ListPage, title: str) -> Link | None:
    """Return a message as a short post, None if it has no address or says nothing."""
    parts = _by_class(message)
    if _SERVICE in (message.get("class") or "").split():
        return None
    dates = [each for each in parts.get(_DATE, ()) if each.get("href")]
    if dates:
        url = absolute(page.base, dates[0].get("href") or "")
    else:
        url = ""
    if dom.host_of(url) != dom.host_of(page.url):
        # No page may say what stands at an address of another site.
        url = absolute(page.base, f"/{message.get('data-post') or ''}")
    texts = (_text_of(parts, name) for name in _TEXT)
    text = next((each for each in texts if each is not None), None)
    if not url or url == page.url or text is None:
        return None
    lines = [*filter(None, read_blocks(text).texts), *_own_words(parts, _OPTION)]
    authors = chain(_own_words(parts, _FORWARDED), map(_words, parts.get(_OWNER, ())))
    return Link(
        url=url,
        content="\n".join(lines)[:MAX_POST_CHARACTERS],
        author=next(filter(None, authors), title),
        published=_time(dates[0]) if dates else None,
        is_post=True,
        links=tuple(_links(text, page)),
    )


def _text_of(parts: dict[str, list[dom.Element]], name: str) -> dom.Element | None:
    """Return the element with the words of a message, not those of the message that it answers."""
    own = (each for each in parts.get(name, ()) if not _is_in_reply(each))
    return next((each for each in own if _words(each)), None)


def _own_words(parts: dict[str, list[dom.Element]], name: str) -> list[str]:
    """Return what each part of a message says, without the message that it answers."""
    own = (_words(each) for each in parts.get(name, ()) if not _is_in_reply(each))
    return [words for words in own if words]


def _is_in_reply(element: dom.Element) -> bool:
    around = (element, *element.iterancestors())
    return any(_REPLY in (each.get("class") or "").split() for each in around)


def _links(text: dom.Element, page: ListPage) -> Iterator[Link]:
    """Yield what the text links to. A hash tag leads to a search in the channel."""
    for anchor in text.iter("a"):
        href = anchor.get("href") or ""
        address = "" if href.startswith("?") else absolute(page.base, href)
        if address:
            yield Link(url=address, title=_words(anchor))


def _time(date: dom.Element) -> datetime | None:
    """Return the time that a message names with its zone."""
    stamps = (each.get("datetime") or "" for each in date.iter("time"))
    try:
        moment = datetime.fromisoformat(next(stamps, ""))
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _earlier(page: ListPage, classes: dict[str, list[dom.Element]]) -> str:
    links = (each for each in page.root.iter("link") if each.get("rel") == "prev")
    buttons = (each for each in classes.get(_MORE, ()) if each.get("data-before"))
    for each in (*links, *buttons):
        address = absolute(page.base, each.get("href") or "")
        if address and address != page.url:
            return address
    return ""


def _words(element: dom.Element) -> str:
    return dom.squeeze("".join(map(str, element.itertext())))
