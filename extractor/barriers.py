"""Recognize what a site shows in place of a text: a robot check, a consent text, a login, a paywall, an error, a shell.

Such a page has little text of its own, and that text says what it is. Therefore only pages with a
short text are searched, and long ones only for consent texts and for titles of error pages. The
phrases are those of ``extractor.barrier_words``.
"""

import re
from collections.abc import Iterable

from lxml import etree

from extractor import barrier_words
from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.results import Rejection, RejectionReason

_SHORT_TEXT = 1_500
"""Most characters of the text of a barrier. Half of all articles have more."""
_SHORT_NOTE = 600
"""The same for phrases that also stand beside the form for comments, such as "please sign in"."""
_LONGEST_CONSENT = 6_000
_FEWEST_CONSENT_PHRASES = 2
"""Different phrases of consent in a text that is not short. Articles about cookies have one."""
_CONSENT_SHARE = 0.2
"""Least share of a short text that lines with such phrases have."""
_START = 40
"""Characters that identify a line of the text."""
_BEHIND = 8
"""Blocks after the text that may ask for a subscription."""
_LONGEST_TEASER = 3_000
"""Most characters before a paywall, if the page states that it is not free."""
_NO_TEXT = 100
_SHELL = 500
"""Most characters outside links on a page whose text a script loads."""
_MOST_TEXT = 20_000
_NUMBER = re.compile(r"\b\d[\d.,]{0,12}\s")
"""How many partners a site has."""
_ERROR_TITLE = re.compile(r"(?:error\s)?404(?:\s|$|[|:–-])", re.I)
_TITLE_SHARE = 0.4
"""Least share of a title that a phrase takes up, if the title says that the page does not exist."""
_LOGIN_TITLE = re.compile(
    r"(?:log ?in|sign ?in|anmelden|connexion|iniciar sesión|登录|登陆|登入|ログイン|로그인|вход)\b", re.I
)
_HIDDEN = re.compile(r"display\s*:\s*none", re.I)
_COMMENT = re.compile(r"comment|repl(?:y|ies)|kommentar|answer|评论|回复|留言|発言|コメント|댓글")


def find_barrier(page: Page, text: str) -> Rejection | None:
    """Return why the site does not show the text of a page, or None if nothing says that it does not.

    Args:
        page: The page.
        text: The body that was found on it.
    """
    if missing := _not_found(_plain(page.title)):
        return _rejected(RejectionReason.SOFT_404, f"the title says {missing!r}")
    if len(text) > _LONGEST_CONSENT:
        return None
    if len(text) <= _SHORT_TEXT:
        return _short_barrier(page, text)
    return _consent(_plain(text)) or (
        _paywall(page, text) if len(text) <= _LONGEST_TEASER and _says_not_free(page) else None
    )


def _short_barrier(page: Page, text: str) -> Rejection | None:
    body = _plain(text)
    everything = _plain(f"{page.title}\n" + "\n".join(page.blocks.texts)[:_MOST_TEXT])
    alone = everything if len(everything) <= _SHORT_TEXT else f"{_plain(page.title)}\n{body}"
    searched = (
        (RejectionReason.CHALLENGE, barrier_words.CHALLENGE, alone),
        (RejectionReason.SOFT_404, barrier_words.NOT_FOUND, body),
    )
    for reason, phrases, place in searched:
        if found := _found(phrases, place):
            return _rejected(reason, f"the page says {found[0]!r} and has only {len(body)} characters of text")
    return (
        _consent(body)
        or _paywall(page, text)
        or _login(page, body)
        or _shell(page, body)
        or (_password(page) if len(body) <= _NO_TEXT else None)
    )


def _consent(body: str) -> Rejection | None:
    """Return a rejection if the text asks for consent: in a fair part of a short text, or in several phrases."""
    found = _found(barrier_words.CONSENT, _NUMBER.sub("", body))
    if len(body) <= _SHORT_TEXT:
        asking = sum(len(line) for line in body.split("\n") if _found(found, _NUMBER.sub("", line)))
        is_consent = bool(found) and asking >= _CONSENT_SHARE * len(body)
    else:
        is_consent = len(found) >= _FEWEST_CONSENT_PHRASES
    said = " and ".join(map(repr, found[:_FEWEST_CONSENT_PHRASES]))
    return _rejected(RejectionReason.CONSENT, f"the text says {said}") if is_consent else None


def _paywall(page: Page, text: str) -> Rejection | None:
    """Return a rejection if the text ends at a paywall: one of its phrases is in the text or right after it."""
    texts = page.blocks.texts
    ends = [line[:_START] for line in text.split("\n")[:: max(1, text.count("\n"))]]
    places = [place for place, block in enumerate(texts) if any(block.startswith(end) for end in ends if end)]
    near = texts[places[0] : places[-1] + _BEHIND] if places else texts
    found = _found(barrier_words.PAYWALL, _plain("\n".join(near)[:_MOST_TEXT]))
    if not found:
        return None
    detail = f"the page says {found[0]!r} and has only {len(text)} characters of text"
    return _rejected(RejectionReason.PAYWALL, detail)


def _says_not_free(page: Page) -> bool:
    """Tell whether JSON-LD says that the article is not free. Many sites serve the whole text all the same."""
    return str(page.metadata.article.get("isAccessibleForFree", "")).rpartition("/")[2].lower() == "false"


def _login(page: Page, body: str) -> Rejection | None:
    lines = (line for line in body.split("\n") if not _COMMENT.search(line))
    if len(body) <= _SHORT_NOTE and (found := _found(barrier_words.LOGIN, "\n".join(lines))):
        return _rejected(RejectionReason.LOGIN, f"the text says {found[0]!r}")
    return _password(page) if _LOGIN_TITLE.match(page.title) else None


def _password(page: Page) -> Rejection | None:
    fields = (field for field in page.root.iter("input") if (field.get("type") or "").lower() == "password")
    if not all(map(_is_hidden, fields)):
        return _rejected(RejectionReason.LOGIN, "the page asks for a password and has no text of its own")
    return None


def _is_hidden(field: Element) -> bool:
    """Tell whether a field is in a part that is hidden, such as the login form that a script shows on demand."""
    around = [field, *field.iterancestors()]
    return any(one.get("hidden") is not None or _HIDDEN.search(one.get("style") or "") for one in around)


def _shell(page: Page, body: str) -> Rejection | None:
    if found := _found(barrier_words.SCRIPT, body) if len(body) <= _SHORT_NOTE else ():
        return _rejected(RejectionReason.SCRIPT_SHELL, f"the text says {found[0]!r}")
    blocks = page.blocks
    visible = sum(map(len, blocks.texts)) - sum(blocks.linked)
    if len(body) <= _NO_TEXT and page.scripts and (visible <= _NO_TEXT or (visible <= _SHELL and _mounts(page))):
        return _rejected(
            RejectionReason.SCRIPT_SHELL,
            f"the page has {len(page.scripts)} scripts and {visible} characters of text outside links",
        )
    return None


_find_mounts = etree.XPath("//*[@id='root' or @id='app' or starts-with(@id, '__n') or @id='___gatsby' or @id='q-app']")
"""The elements into which common frameworks put what a script has made."""


def _mounts(page: Page) -> bool:
    return bool(_find_mounts(page.root))


def _not_found(title: str) -> str:
    """Return what a title says of a page that does not exist, or ""."""
    if error := _ERROR_TITLE.match(title):
        return error.group().strip(" |:–-")
    return next((one for one in _found(barrier_words.NOT_FOUND, title) if len(one) >= _TITLE_SHARE * len(title)), "")


def _found(phrases: Iterable[str], text: str) -> list[str]:
    return [phrase for phrase in phrases if phrase in text]


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _rejected(reason: RejectionReason, detail: str) -> Rejection:
    return Rejection(reason=reason, detail=detail)
