"""The texts of lists in JSON."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from features.json_lists.channel import SelectorProblem
from hooks.answers import ChannelTexts
from storage.outcomes import Outcome

PARTS = {
    "entries": _("Entries"),
    "link": _("Address"),
    "title": _("Title"),
    "text": _("Text"),
    "time": _("Time"),
    "author": _("Author"),
    "next": _("Next page"),
}
"""The parts of an entry, by the names of their selectors."""


def _proposed(n: int) -> str:
    return ngettext("List in JSON with %(n)d entry", "List in JSON with %(n)d entries", n) % {
        "n": n
    }


PROBLEMS: Mapping[StrEnum, object] = {
    SelectorProblem.SELECTOR: _("cannot be used as an expression: {why}"),
}
CHANNEL = ChannelTexts(
    label=_("List in JSON"),
    results="JSON",
    selectors=_(
        "JMESPath expressions for the parts of the list, such as data.items. Leave a field empty "
        "to let Newsloom find it; a trial shows what it found and what else there is. An address "
        "can be put together: /posts/{id}."
    ),
    proposed=_proposed,
    advice={
        Outcome.BAD_FEED: _(
            "Newsloom did not find a list of entries with addresses. Open the address in a "
            "browser: if it shows a list in JSON, name its parts in the source’s form."
        ),
        Outcome.NO_LINKS: _(
            "The list has no entries. Open it in a browser: it may be empty now, or have moved."
        ),
    },
)
