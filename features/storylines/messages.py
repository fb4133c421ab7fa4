"""Messages about new chapters: what one says. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

_MAX_LINES = 40
_MAX_SUBJECT = 150
"""Characters of a headline in the subject of a mail."""


@dataclass(frozen=True, kw_only=True)
class ToldChapter:
    """A chapter as a message tells it; ``news`` are sentences that are new in it."""

    storyline: str
    story: str
    of: str
    title: str
    first: datetime
    news: Sequence[str]
    url: str


def subject(chapters: Sequence[ToldChapter]) -> str:
    """Return the subject of a mail."""
    if len(chapters) == 1:
        return _("Newsloom: a new chapter: %(title)s") % {"title": _short(chapters[0].title)}
    found = len(chapters)
    text = ngettext("Newsloom: %(n)s new chapter", "Newsloom: %(n)s new chapters", found)
    return text % {"n": found}


def text(chapters: Sequence[ToldChapter]) -> str:
    """Return the text of a mail: a chapter a block."""
    blocks = [_block(each) for each in chapters[:_MAX_LINES]]
    more = len(chapters) - _MAX_LINES
    if more > 0:
        blocks.append(_("and %(count)s more") % {"count": more})
    return "\n\n".join(blocks) + "\n"


def body(number: str, chapters: Sequence[ToldChapter]) -> bytes:
    """Return the body of a webhook, as JSON."""
    content = {
        "delivery": number,
        "chapters": [
            {
                "storyline": each.storyline,
                "story": each.story,
                "title": each.title,
                "first": each.first.isoformat(),
                "new": list(each.news),
                "url": each.url,
            }
            for each in chapters[:_MAX_LINES]
        ],
    }
    return json.dumps(content, ensure_ascii=False).encode()


def _block(chapter: ToldChapter) -> str:
    of = _("New chapter of: %(title)s") % {"title": _plain(chapter.of)}
    news = [f"- {_plain(each)}" for each in chapter.news]
    return "\n".join([of, _plain(chapter.title), *news, chapter.url])


def _short(title: str) -> str:
    plain = _plain(title)
    if len(plain) <= _MAX_SUBJECT:
        return plain
    return f"{plain[: _MAX_SUBJECT - 1]}…"


def _plain(text: str) -> str:
    """Return a text in one line: sites write it, and a line of a mail is one thing."""
    return " ".join(text.split())
