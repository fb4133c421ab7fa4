"""What the rules of a saved search did, for its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storage.database.models import RuleAct, SavedSearch
from storage.database.searches import rules as store
from storage.documents.port import Document
from watch.loading import load
from webui.known_documents import known_documents

_SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class ShownAct:
    """An act with the title of its match, "" if the document is gone or its store is away."""

    act: RuleAct
    title: str
    lang: str
    #: The template that says what was done, "" if the match was muted.
    done: str

    @property
    def can_be_undone(self) -> bool:
        """Return whether there is something to take back."""
        return self.act.detail is not None and self.act.undone is None


def acts_context(search: SavedSearch) -> dict[str, Any]:
    """Return the newest acts of the rules of a search, and what is wrong with the rules."""
    newest = store.acts_of(search, _SHOWN)
    ids = [each.document_id for each in newest if each.document_id]
    documents = load(lambda: known_documents(ids)).value or {}
    actions = store.rule_actions()
    acts = [
        _shown(
            each, documents, actions[each.rule.action].done if each.rule.action in actions else ""
        )
        for each in newest
    ]
    return {
        "acts": acts,
        "rules": list(store.known_rules(search).values()),
        "can_undo": any(each.can_be_undone for each in acts),
    }


def _shown(act: RuleAct, documents: Mapping[str, Document], done: str) -> ShownAct:
    document = documents.get(act.document_id)
    title = (document.title or document.url) if document else ""
    return ShownAct(act=act, title=title, lang=document.lang if document else "", done=done)
