"""What the page of a saved search shows: its rules and what they did, and what was sent."""

from typing import Any

from django.contrib.auth.models import User

from features.alerts import rule_store as rules
from features.alerts import store
from features.alerts.rule_form import RulesForm
from features.alerts.tokens import webhook_secret
from storage.database.models import MessageWay, SavedSearch
from watch.loading import load
from webui.known_documents import known_documents

_ACTS_SHOWN = 50
_DELIVERIES_SHOWN = 10


def shown_rules(search: SavedSearch, user: User) -> dict[str, Any]:
    """Return the rules of a search and their newest acts, and what is wrong with the rules."""
    newest = rules.acts_of(search, _ACTS_SHOWN)
    documents = load(lambda: known_documents(each.document_id for each in newest)).value or {}
    actions = rules.rule_actions()
    return {
        "saved_rules": RulesForm.of(search, user),
        "acts": [
            {
                "act": each,
                # None if the document is gone or its store is away.
                "document": documents.get(each.document_id),
                # The template that says what was done; a match that was muted has none.
                "done": getattr(actions.get(each.rule.action), "done", ""),
            }
            for each in newest
        ],
        "rules": list(rules.known_rules(search).values()),
        "can_undo": any(each.can_be_undone for each in newest),
    }


def shown_deliveries(search: SavedSearch) -> dict[str, Any]:
    """Return the newest deliveries of a search, and the key that signs them."""
    return {
        "deliveries": search.deliveries.all()[:_DELIVERIES_SHOWN],
        "most_attempts": store.MAX_ATTEMPTS,
        "secret": webhook_secret(search) if search.alert == MessageWay.WEBHOOK else "",
    }
