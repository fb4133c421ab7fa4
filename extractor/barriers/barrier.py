"""Recognize what a site shows in place of a text: a robot check, a consent text, a login, a
paywall, an error, a shell.

Such a page has little text of its own, and that text says what it is. Therefore only pages with a
short text are searched, and long ones only for consent texts and for titles of error pages. Fixed
phrases tell what a text says. Where it uses other words, the number of things that it names of a
topic tells.
"""

import re
from collections.abc import Iterable

from lxml import etree

from extractor.barriers.challenge import asks_for_proof, has_mark, named_share
from extractor.barriers.consent import asks_for_consent, quotes_somebody
from extractor.barriers.failure import asks_for_login, is_about_login, says_closed, says_gone
from extractor.barriers.paywall import asks_for_subscription, near_end, says_free, says_more
from extractor.languages.tables import alternatives, words_by_name
from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.results import Rejection, RejectionReason

_PHRASES = words_by_name("barriers")
"""What sites write on pages that they show in place of an article, in lower case."""
_SHORT_TEXT = 1_500
"""Most characters of the text of a barrier. Half of all articles have more."""
SHORT_NOTE = 600
"""The same for phrases that also stand beside the form for comments, such as "please sign in"."""
_MAX_CONSENT_LENGTH = 6_000
"""Most characters of a consent text with a whole list of partners. Longer pages are articles."""
_CONSENT_SHARE = 0.2
"""Least share of a short text that lines with such phrases have."""
_MAX_TEASER_LENGTH = 3_000
"""Most characters before a paywall, if the page states that it is not free."""
_NO_TEXT = 100
"""Most characters of a page that shows nothing but a form, a mark or an empty frame: an article has
more.
"""
_SHELL = 500
"""Most characters outside links on a page whose text a script loads."""
_MAX_TEXT = 20_000
"""Characters of a page that are searched for phrases, so that a huge page costs no more."""
_ONE_REMARK = 400
"""Most characters of a text that a single phrase of a robot check explains."""
_CHALLENGE_SHARE = 0.4
"""Least share of a longer text in sentences about the check. Articles about captchas have less."""
_NUMBER = re.compile(r"\b\d[\d.,]{0,12}\s")
"""How many partners a site has."""
_ERROR_TITLE = re.compile(r"(?:error\s)?404(?:\s|$|[|:–-])", re.I)
_TITLE_SHARE = 0.4
"""Least share of a title that a phrase takes up, if the title says that the page does not exist."""
_LOGIN_TITLE = re.compile(rf"(?:{alternatives('gates.login_title')})\b", re.I)
_HIDDEN = re.compile(r"display\s*:\s*none", re.I)
_READING = re.compile(alternatives("gates.reading"))
_COMMENT = re.compile(alternatives("gates.comment"))


def find_barrier(page: Page, text: str, *, is_dated: bool = False) -> Rejection | None:
    """Return why the site does not show the text of a page, or None if nothing says that it does
    not.

    Args:
        page: The page.
        text: The body that was found on it.
        is_dated: The page shows a date, as most articles do and few barriers.
    """
    if (missing := _not_found(_plain(page.title))) and not (
        len(text) > _SHORT_TEXT and _is_dated(page)
    ):
        return _rejected(RejectionReason.SOFT_404, f"the title says {missing!r}")
    if len(text) > _MAX_CONSENT_LENGTH:
        return None
    if len(text) <= _SHORT_TEXT:
        return _short_barrier(page, text, is_dated=is_dated)
    return _long_consent(text) or (
        _long_paywall(page, text) if len(text) <= _MAX_TEASER_LENGTH else None
    )


def _long_paywall(page: Page, text: str) -> Rejection | None:
    by_phrase = _paywall(page, text, is_long=True) if says_free(page) == "false" else None
    return by_phrase or _paywall_by_topic(page, text, is_long=True)


def find_barrier_in_posts(page: Page, text: str) -> Rejection | None:
    """Return why the site does not show a thread, if its only posts are a short text that says
    so.
    """
    if len(text) > SHORT_NOTE:
        return None
    titled = f"{page.title}\n{text}"
    return _challenge(page, titled, is_dated=False) or _login_by_topic(page, titled)


def _short_barrier(page: Page, text: str, *, is_dated: bool) -> Rejection | None:
    body = _plain(text)
    titled = f"{page.title}\n{text}"
    everything = f"{page.title}\n" + "\n".join(page.blocks.texts)[:_MAX_TEXT]
    alone = everything if len(everything) <= _SHORT_TEXT else titled
    return (
        _challenge(page, alone, is_dated=is_dated)
        or _gone(page, text, is_dated=is_dated)
        or _consent(body)
        or _paywall(page, text, is_long=False)
        or _login(page, body)
        or _paywall_by_topic(page, text, is_long=False)
        or _login_by_topic(page, titled)
        or _shell(page, body)
        or (_password(page) if len(body) <= _NO_TEXT else None)
    )


def _challenge(page: Page, text: str, *, is_dated: bool) -> Rejection | None:
    found = _found(_PHRASES["robot_check"], _plain(text))
    if found and (len(text) <= _ONE_REMARK or named_share(text) >= _CHALLENGE_SHARE):
        return _rejected(
            RejectionReason.CHALLENGE, f"the page says {found[0]!r} and has {len(text)} characters"
        )
    may_ask = not is_dated or (len(text) <= _ONE_REMARK and has_mark(page))
    if may_ask and (named := asks_for_proof(page, text)):
        return _rejected(
            RejectionReason.CHALLENGE, f"the page is about {named} and has {len(text)} characters"
        )
    return None


def _gone(page: Page, text: str, *, is_dated: bool) -> Rejection | None:
    if not is_dated and (named := says_closed(page, text)):
        return _rejected(
            RejectionReason.SOFT_404, f"the page is about {named}: the site is being worked on"
        )
    found = _found(_PHRASES["not_found"], _plain(text))
    said = found[0] if found else says_gone(page, text, is_dated=is_dated)
    detail = f"the page says {said!r} and has only {len(text)} characters of text"
    return _rejected(RejectionReason.SOFT_404, detail) if said else None


def _is_dated(page: Page) -> bool:
    """Return whether the page declares itself an article with a date, as pages without an article
    hardly do.
    """
    metadata = page.metadata
    stated = metadata.stated("datePublished") or metadata.first("article:published_time")
    return bool(stated) and metadata.says_article


def _consent(body: str) -> Rejection | None:
    """Return a rejection if the text asks for consent: in phrases that are a fair part of it, or in
    all it names.
    """
    found = _found(_PHRASES["consent"], _NUMBER.sub("", body))
    asking = sum(len(line) for line in body.split("\n") if _found(found, _NUMBER.sub("", line)))
    if found and not quotes_somebody(body) and asking >= _CONSENT_SHARE * len(body):
        return _rejected(RejectionReason.CONSENT, f"the text says {found[0]!r}")
    return _long_consent(body)


def _long_consent(text: str) -> Rejection | None:
    named = asks_for_consent(text)
    if named:
        return _rejected(RejectionReason.CONSENT, f"most of the text is about {named}")
    return None


def _paywall(page: Page, text: str, *, is_long: bool) -> Rejection | None:
    """Return a rejection if a phrase in the text or right after it says that it ends at a
    paywall.
    """
    near = "\n".join(
        line for line in near_end(page, text).split("\n") if not _limits_comments(line.lower())
    )
    found = _found(_PHRASES["paywall"], _plain(near))
    if not found or (is_long and not says_more(near)):
        return None
    detail = f"the page says {found[0]!r} and has only {len(text)} characters of text"
    return _rejected(RejectionReason.PAYWALL, detail)


def _limits_comments(line: str) -> bool:
    """Return whether a line may say who may comment on the article, not who may read it."""
    return bool(_COMMENT.search(line)) and not _READING.search(line)


def _paywall_by_topic(page: Page, text: str, *, is_long: bool) -> Rejection | None:
    named = asks_for_subscription(page, text, is_long=is_long)
    detail = f"after {len(text)} characters of text, the page is about {named}"
    return _rejected(RejectionReason.PAYWALL, detail) if named else None


def _login_by_topic(page: Page, titled: str) -> Rejection | None:
    """Return a rejection if a short text, with the title, is about logging in.

    Lines about comments do not count.
    """
    text = "\n".join(line for line in titled.split("\n") if not _COMMENT.search(line.lower()))
    if len(text) > SHORT_NOTE or not (
        named := asks_for_login(text, has_password=_password(page) is not None)
    ):
        return None
    return _rejected(
        RejectionReason.LOGIN, f"the page is about {named} and has {len(text)} characters of text"
    )


def _login(page: Page, body: str) -> Rejection | None:
    lines = (line for line in body.split("\n") if not _COMMENT.search(line))
    text = "\n".join(lines)
    if (
        len(body) <= SHORT_NOTE
        and (found := _found(_PHRASES["login"], text))
        and is_about_login(f"{page.title}\n{text}")
    ):
        return _rejected(RejectionReason.LOGIN, f"the text says {found[0]!r}")
    if _LOGIN_TITLE.match(page.title):
        return _password(page)
    return None


def _password(page: Page) -> Rejection | None:
    fields = (
        field
        for field in page.root.iter("input")
        if (field.get("type") or "").lower() == "password"
    )
    if not all(map(_is_hidden, fields)):
        return _rejected(
            RejectionReason.LOGIN, "the page asks for a password and has no text of its own"
        )
    return None


def _is_hidden(field: Element) -> bool:
    """Return whether a field is in a part that is hidden, such as the login form that a script
    shows on demand.
    """
    around = [field, *field.iterancestors()]
    return any(
        one.get("hidden") is not None or _HIDDEN.search(one.get("style") or "") for one in around
    )


def _shell(page: Page, body: str) -> Rejection | None:
    if found := _found(_PHRASES["script"], body) if len(body) <= SHORT_NOTE else ():
        return _rejected(RejectionReason.SCRIPT_SHELL, f"the text says {found[0]!r}")
    if len(body) <= _NO_TEXT and page.scripts and has_mark(page):
        return _rejected(
            RejectionReason.CHALLENGE, "the page has no text, and a script that checks for robots"
        )
    blocks = page.blocks
    # Menus are there before scripts run, so that only text outside links counts.
    visible = sum(map(len, blocks.texts)) - sum(blocks.linked)
    if (
        len(body) <= _NO_TEXT
        and page.scripts
        and (visible <= _NO_TEXT or (visible <= _SHELL and _mounts(page)))
    ):
        return _rejected(
            RejectionReason.SCRIPT_SHELL,
            f"the page has {len(page.scripts)} scripts and {visible} characters of text outside "
            "links",
        )
    return None


_find_mounts = etree.XPath(
    "//*[@id='root' or @id='app' or starts-with(@id, '__n') or @id='___gatsby' or @id='q-app']"
)
"""The elements into which common frameworks put what a script has made."""


def _mounts(page: Page) -> bool:
    return bool(_find_mounts(page.root))


def _not_found(title: str) -> str:
    """Return what a title says of a page that does not exist, or ""."""
    if error := _ERROR_TITLE.match(title):
        return error.group().strip(" |:–-")
    said = _found(_PHRASES["not_found"], title)
    return next((phrase for phrase in said if len(phrase) >= _TITLE_SHARE * len(title)), "")


def _found(wanted: Iterable[str], text: str) -> list[str]:
    return [phrase for phrase in wanted if phrase in text]


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _rejected(reason: RejectionReason, detail: str) -> Rejection:
    return Rejection(reason=reason, detail=detail)
