"""Rules of saved searches: what they do with new matches, once and with their owner's rights."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.documents.port import Document
from tests.other_features import module_of
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from features.collections.models import Collection
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


@pytest.fixture
def collection(owner: "User") -> "Collection":
    from features.collections.store import save_collection

    return save_collection("Money", "private", owner)


def store() -> Any:
    """Return the store of the feature that carries out rules."""
    return module_of("alerts", "rule_store")


def acts() -> Any:
    return store().RuleAct.objects


def give(search: "SavedSearch", *, mute: bool = False, **values: Any) -> None:

    store().save_rules(search.pk, search.owner, {**values, "mute": mute})


def found(number: int, title: str = "Bank closes", **fields: Any) -> Document:
    now = datetime.now(UTC) + timedelta(seconds=1)
    return article(f"https://news.example/{number}", title, collected=now, published=now, **fields)


def run(ports: "Stores", minutes: int = 0) -> None:
    """Carry out what is due so many minutes from now."""
    carry_out = module_of("alerts", "rules").run_rules

    carry_out(ports, datetime.now(UTC) + timedelta(minutes=minutes), lambda: False)


def kept(collection: "Collection") -> dict[str, list[str]]:
    return {each.document_id: each.tags for each in collection.documents.all()}


def problem(search: "SavedSearch") -> str:
    return str(search.rules.get().problem)


def test_new_matches_are_put_into_a_collection_with_tags_and_once(
    ports: "Stores", search: "SavedSearch", collection: "Collection"
) -> None:
    old = article(
        "https://news.example/0", "Bank of old", collected=datetime(2026, 1, 1, tzinfo=UTC)
    )
    ports.documents().write([old, found(1), found(2, "Ferry")])
    give(search, collection=collection.pk, tags=("money", "银行"))
    run(ports)
    assert kept(collection) == {found(1).id: ["money", "银行"]}
    collection.documents.all().delete()
    ports.documents().write([found(3)])
    run(ports, 1)
    assert kept(collection) == {}, "it is not due yet"
    run(ports, 6)
    # What somebody has removed by hand stays removed.
    assert kept(collection) == {found(3).id: ["money", "银行"]}


def test_a_rule_goes_on_after_it_found_too_many(
    ports: "Stores",
    search: "SavedSearch",
    collection: "Collection",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = module_of("alerts", "rules")

    monkeypatch.setattr(rules, "MAX_MATCHES", 2)
    give(search, collection=collection.pk)
    ports.documents().write([found(number) for number in range(3)])
    run(ports)
    assert "within two days" in problem(search)
    assert kept(collection) == {}
    later = datetime.now(UTC) + timedelta(days=3)
    new = article("https://news.example/9", "Bank opens", collected=later, published=later)
    ports.documents().write([new])
    run(ports, 3 * 24 * 60 + 1)
    assert set(kept(collection)) == {new.id}
    assert problem(search) == ""


def test_rules_concern_what_a_changed_search_finds_from_then_on(
    ports: "Stores", search: "SavedSearch", collection: "Collection"
) -> None:
    from features.collections.store import save_collection
    from storage.database.models import SavedSearch
    from storage.database.searches.saved_searches import change_search
    from storage.database.searches.search import Search

    follower = SavedSearch.objects.get(pk=search.pk)
    follower.pk = None
    follower.origin = search
    follower.save()
    other = save_collection("Other", "private", search.owner)
    give(search, collection=collection.pk)
    store().save_rules(follower.pk, follower.owner, {"collection": other.pk})
    moment = datetime.now(UTC)
    old = article("https://news.example/1", "Ferry", collected=moment, published=moment)
    ports.documents().write([old])
    run(ports, 6)
    change_search(search.pk, search.owner, Search(text="ferry"))
    ports.documents().write([found(2, "Ferry runs")])
    run(ports, 12)
    for each in (collection, other):
        assert set(kept(each)) == {found(2).id}


def test_what_was_undone_long_ago_is_not_done_again(
    ports: "Stores", search: "SavedSearch", collection: "Collection"
) -> None:

    ports.documents().write([found(1)])
    give(search, collection=collection.pk)
    run(ports)
    act = acts().get()
    assert store().undo_acts(search.pk, search.owner, [act.pk]) == 1
    acts().update(at=datetime.now(UTC) - timedelta(days=31))
    assert store().acts_of(search, 9) == []
    for minutes in (6, 12):
        run(ports, minutes)
    assert kept(collection) == {}


def test_what_is_too_old_is_not_undone(
    ports: "Stores", search: "SavedSearch", collection: "Collection"
) -> None:

    give(search, collection=collection.pk)
    ports.documents().write([found(1)])
    run(ports)
    acts().update(at=datetime.now(UTC) - timedelta(days=31))
    assert store().undo_acts(search.pk, search.owner, [acts().get().pk]) == 0
    assert set(kept(collection)) == {found(1).id}


def test_the_page_of_a_search_reads_the_matches_at_once(
    ports: "Stores",
    search: "SavedSearch",
    collection: "Collection",
    client: "Client",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give(search, collection=collection.pk)
    ports.documents().write([found(1), found(2, "Bank opens"), found(3, "Bank moves")])
    run(ports)
    requests: list[str] = []
    store = type(ports.documents())
    for name in ("get", "find_hits"):
        real = getattr(store, name)

        def counted(*given: Any, name: str = name, real: Any = real) -> Any:
            requests.append(name)
            return real(*given)

        monkeypatch.setattr(store, name, counted)
    page = client.get(f"/saved/{search.pk}/").content.decode()
    for title in ("Bank closes", "Bank opens", "Bank moves"):
        assert title in page
    assert requests == ["find_hits"]


def test_what_a_rule_did_is_undone_and_not_repeated(
    ports: "Stores", search: "SavedSearch", collection: "Collection", client: "Client"
) -> None:

    give(search, collection=collection.pk)
    ports.documents().write([found(1), found(2)])
    run(ports)
    noted = {each.document_id: each.pk for each in acts().all()}
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert "put into “Money”" in page
    where = f"/saved/{search.pk}/rules/undo/"
    answer = client.post(where, {"act": noted[found(1).id]}, follow=True)
    assert "1 action was undone." in answer.content.decode()
    assert set(kept(collection)) == {found(2).id}
    run(ports, 6)
    assert set(kept(collection)) == {found(2).id}
    # A second time there is nothing to undo.
    again = client.post(where, {"act": noted[found(1).id]}, follow=True)
    assert "0 actions were undone." in again.content.decode()
    assert "no longer as the rule left them" in again.content.decode()
    # Nor is there with one that somebody has removed by hand.
    collection.documents.all().delete()
    gone = client.post(where, {"act": [noted[found(2).id]] * 2}, follow=True)
    assert "0 actions were undone." in gone.content.decode()
    none = client.post(where, follow=True).content.decode()
    assert "Nothing was chosen." in none
    assert "undone." not in none


def test_an_act_names_the_collection_as_it_was_named_then(
    ports: "Stores", search: "SavedSearch", collection: "Collection", client: "Client"
) -> None:
    from features.collections.store import save_collection

    give(search, collection=collection.pk)
    ports.documents().write([found(1)])
    run(ports)
    give(search, collection=save_collection("Other", "private", search.owner).pk)
    collection.name = "Secret"
    collection.save()
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert "put into “Money”" in page
    assert "put into “Other”" not in page
    assert "put into “Secret”" not in page


def test_the_rights_of_the_owner_count_when_a_rule_acts(
    ports: "Stores", search: "SavedSearch", collection: "Collection"
) -> None:
    from django.contrib.auth.models import User

    owner = search.owner
    other = User.objects.create_user("joe")
    ports.documents().write([found(1)])
    give(search, collection=collection.pk)
    collection.owner = other
    collection.save()
    run(ports)
    assert kept(collection) == {}
    assert "no longer lets you fill it" in problem(search)
    collection.sharing = "write"
    collection.save()
    run(ports, 6)
    # What was found meanwhile is made up for.
    assert set(kept(collection)) == {found(1).id}
    assert problem(search) == ""
    ports.documents().write([found(2)])
    owner.groups.clear()
    run(ports, 12)
    assert set(kept(collection)) == {found(1).id}
    assert "no longer has the right to search" in problem(search)


def test_an_erased_document_is_forgotten_by_the_rules(
    ports: "Stores", search: "SavedSearch", collection: "Collection"
) -> None:
    from hooks.process import features

    give(search, collection=collection.pk)
    ports.documents().write([found(1)])
    run(ports)
    features().tell("erase_documents", ids=[found(1).id])
    assert not acts().exists()
    assert kept(collection) == {}


def test_rules_are_set_on_the_page_of_the_search(
    search: "SavedSearch", collection: "Collection", client: "Client", browse: Browse
) -> None:
    from storage.database.models import AuditEntry

    where = f"/saved/{search.pk}/rules/"
    wanted = {"collection": collection.pk, "tags": "a, b", "mute": "on"}
    assert client.post(where, wanted).status_code == 302
    rules = {"mute": True, "collection": collection.pk, "tags": ["a", "b"]}
    assert store().rules_of(search) == rules
    assert AuditEntry.objects.get(kind="savedsearch", action="change").after == {
        "rule_collect": ["Money", "a", "b"],
        "rule_mute": True,
    }
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert 'value="a, b"' in page
    for wrong, said in (
        ({"tags": "a"}, "tags belong to the documents of a collection"),
        ({"collection": "999"}, "Select a valid choice"),
        ({"collection": collection.pk, "tags": "x" * 61}, "at most 60 characters"),
    ):
        answer = client.post(where, wrong)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert store().rules_of(search)["tags"] == ["a", "b"]
    client.post(where, {})
    assert not search.rules.exists()
    # Another user's search is not there.
    stranger = browse("analyst")
    assert stranger.post(where, {"mute": "on"}).status_code == 404


def test_programs_set_rules_and_undo_what_they_did(
    ports: "Stores", search: "SavedSearch", collection: "Collection", client: "Client"
) -> None:
    where = f"/api/v1/saved-searches/{search.pk}/rules"

    def put(**rules: Any) -> Any:
        return client.put(where, rules, content_type="application/json")

    wanted = {"collection": collection.pk, "tags": ["money"], "mute": True}
    assert put(**wanted).json() == {**wanted, "problems": [], "acts": []}
    for wrong in ({"collection": 999}, {"tags": ["a"]}, {"mood": "calm"}):
        assert put(**wrong).status_code == 422, wrong
    ports.documents().write([found(1)])
    run(ports)
    [act] = client.get(where).json()["acts"]
    assert (act["action"], act["document"], act["undone"]) == ("collect", found(1).id, None)
    for undone in (1, 0):
        assert client.post(f"{where}/acts/{act['id']}/undo").json() == {"undone": undone}
    assert kept(collection) == {}
    assert client.get(where).json()["acts"][0]["undone"]


def test_acts_are_forgotten_when_nothing_follows_from_them(
    search: "SavedSearch", collection: "Collection"
) -> None:

    give(search, collection=collection.pk, mute=True)
    now = datetime.now(UTC)
    for rule in search.rules.all():
        for days in (29, 31, 364, 366):
            at = now - timedelta(days=days)
            acts().create(rule=rule, document_id=f"{days}", at=at)
    store().forget_old_acts(now)
    left = acts().values_list("rule__action", "document_id")
    by_action: dict[str, set[str]] = {}
    for action, document in left:
        by_action.setdefault(action, set()).add(document)
    assert by_action == {
        "mute": {"29"},
        "collect": {"29", "31", "364"},
    }
