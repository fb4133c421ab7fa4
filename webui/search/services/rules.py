"""What the rules of a saved search did, for its page."""

from dataclasses import dataclass
from typing import Any

from storage.database.models import RuleAct, SavedSearch
from storage.database.searches import rules as store
from watch.loading import load
from webui.apps import stores

_SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class ShownAct:
    """An act with the title of its match, "" if the document is gone or its store is away."""

    act: RuleAct
    title: str
    lang: str

    @property
    def can_be_undone(self) -> bool:
        """Return whether there is something to take back."""
        return self.act.detail is not None and self.act.undone is None


def acts_context(search: SavedSearch) -> dict[str, Any]:
    """Return the newest acts of the rules of a search, and what is wrong with the rules."""
    acts = [_shown(each) for each in store.acts_of(search, _SHOWN)]
    return {
        "acts": acts,
        "rules": list(search.rules.all()),
        "can_undo": any(each.can_be_undone for each in acts),
    }


def _shown(act: RuleAct) -> ShownAct:
    named = act.document_id
    document = load(lambda: stores().documents().get(named)).value if named else None
    title = (document.title or document.url) if document else ""
    return ShownAct(act=act, title=title, lang=document.lang if document else "")
