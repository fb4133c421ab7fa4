"""Rules of saved searches: matches that are muted, and actions that are off."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from features.alerts.tests.samples import draft
from storage.documents.port import Document
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from storage.database.models import SavedSearch
    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture
def client(browse: Browse) -> "Client":
    return browse("admin")


@pytest.fixture
def owner(client: "Client") -> "User":
    from django.contrib.auth.models import User

    return User.objects.get()


@pytest.fixture
def search(owner: "User") -> "SavedSearch":
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search

    return save_search(SearchDraft(name="Banks", search=Search(text="bank")), owner)


def found(number: int, title: str = "Bank closes", **fields: Any) -> Document:
    now = datetime.now(UTC) + timedelta(seconds=1)
    return article(f"https://news.example/{number}", title, collected=now, published=now, **fields)


def test_muted_documents_are_left_out_of_other_alerts(
    ports: "Stores", search: "SavedSearch", owner: "User", client: "Client"
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.rule_store import save_rules
    from features.alerts.runner import AlertRunner
    from storage.database.searches.saved_searches import save_search
    from storage.database.searches.search import Search

    alert = draft(name="News", search=Search(text="closes"))
    told = save_search(alert, owner)
    save_rules(search.pk, owner, {"mute": True})
    ports.documents().write([found(1), found(2, "Ferry closes"), found(3, "Ferry runs")])
    sent: list[Any] = []
    runner = AlertRunner(ports.settings, ports, lambda _search, digest: sent.append(digest))
    runner.tick(datetime.now(UTC) + timedelta(days=1))
    assert [each.title for each in sent[0].documents] == ["Ferry closes"]
    assert Delivery.objects.get(search=told).total == 1
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert "left out of other alerts" in page
    assert found(1).id in page


def test_rules_whose_action_is_off_wait_and_are_not_shown(
    ports: "Stores", search: "SavedSearch", owner: "User", client: "Client"
) -> None:
    from features.alerts.models import RuleAct, SearchRule
    from features.alerts.rule_store import save_rules
    from features.alerts.rules import run_rules

    off = SearchRule.objects.create(
        search=search, action="print", wanted={"to": 1}, problem="The printer is gone."
    )
    RuleAct.objects.create(rule=off, document_id=found(1).id, detail={"page": 1})
    ports.documents().write([found(1), found(2)])
    run_rules(ports, datetime.now(UTC) + timedelta(minutes=6), lambda: False)
    assert RuleAct.objects.count() == 1
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert "The printer is gone." not in page
    assert "What the rules did" not in page
    for mute in (True, False):
        save_rules(search.pk, owner, {"mute": mute})
    assert [each.wanted for each in SearchRule.objects.all()] == [{"to": 1}]
