"""The desk: what users own in one list a kind, and what goes wrong when it is named, shared and
changed.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.html_trees import html_tree
from webui.owned.kinds import OwnedKind, kinds

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from storage.database.owned.models import Owned
    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture(params=["saved_searches", "dashboards", "collections", "briefs"])
def kind(request: pytest.FixtureRequest, ports: "Stores") -> OwnedKind:
    return next(each for each in kinds() if each.code == request.param)


@pytest.fixture
def owner(browse: Browse) -> "Client":
    return browse("analyst")


def user_of(client: "Client") -> "User":
    from django.contrib.auth.models import User

    return User.objects.get(pk=client.session["_auth_user_id"])


def make(kind: OwnedKind, client: "Client", name: str = "Ports") -> "Owned":
    from storage.database.owned.keeping import save

    return save(kind.model, user_of(client), name=name)


def address(kind: OwnedKind, thing: "Owned | None" = None, action: str = "") -> str:
    begin = f"/{kind.address or kind.code}/"
    return begin + (f"{thing.pk}/{action}" if thing else "")


def text_of(answer: Any) -> str:
    return " ".join(html_tree(answer.content).text_content().split())


def shared(kind: OwnedKind, name: str = "Ports", **fields: str) -> dict[str, str]:
    choices = dict(kind.model._meta.get_field("sharing").flatchoices)
    return {"name": name, "sharing": "read" if "read" in choices else "everyone"} | fields


def test_the_desk_opens_its_first_tab(owner: "Client") -> None:
    assert owner.get("/desk/")["Location"] == "/saved/"


def test_a_list_finds_by_name_and_says_where_else_it_is(kind: OwnedKind, owner: "Client") -> None:
    for each in kinds():
        make(each, owner, "Harbour works")
    make(kind, owner, "Elections")
    found = owner.get(f"{address(kind)}?q=harbour")
    links = [each.get("href") for each in html_tree(found.content).cssselect(".help a")]
    assert "Harbour works" in text_of(found)
    assert "Elections" not in text_of(found)
    assert links == [f"{address(each)}?q=harbour" for each in kinds() if each.code != kind.code]
    assert "Nothing matches the filter" in text_of(owner.get(f"{address(kind)}?q=nosuch"))
    assert owner.get(f"{address(kind)}?sort=size").status_code == 400


def test_a_long_list_has_pages_and_an_order(kind: OwnedKind, owner: "Client") -> None:
    names = [f"Port {number:02}" for number in range(32)]
    for name in names:
        make(kind, owner, name)

    def shown(query: str) -> list[str]:
        rows = html_tree(owner.get(f"{address(kind)}{query}").content).cssselect("tbody th a[dir]")
        return [each.text_content() for each in rows]

    assert shown("") == names[:30]
    assert shown("?page=2") == names[30:]
    assert shown("?sort=newest") == names[:1:-1]
    second = owner.get(f"{address(kind)}?sort=newest").content.decode()
    assert "?sort=newest&amp;page=2" in second


def test_own_things_come_before_those_of_others(
    kind: OwnedKind, owner: "Client", browse: Browse
) -> None:
    other = browse("analyst")
    thing = make(kind, other, "Airports")
    assert other.post(address(kind, thing, "share/"), shared(kind, "Airports")).status_code == 302
    make(kind, owner, "Zoos")
    said = text_of(owner.get(address(kind)))
    assert said.index("Zoos") < said.index("Shared by others") < said.index("Airports")


def test_a_name_is_taken_once_by_each_user(
    kind: OwnedKind, owner: "Client", browse: Browse
) -> None:
    from django.core.exceptions import ValidationError

    make(kind, owner)
    make(kind, browse("analyst"))
    with pytest.raises(ValidationError, match="You already have “Ports”"):
        make(kind, owner)
    assert kind.model._default_manager.count() == 2
    if kind.new:
        refused = owner.post(address(kind), {"name": "Ports", "sharing": "private"})
        assert refused.status_code == 422
        assert text_of(refused).count("You already have “Ports”. Choose another name.") == 1


def test_a_limit_is_said_in_one_sentence(
    kind: OwnedKind, owner: "Client", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind.model, "most", 1)
    make(kind, owner)
    if kind.new:
        refused = owner.post(address(kind), {"name": "Two", "sharing": "private"})
    else:
        new = {"name": "Two", "alert": "none", "every_minutes": 60, "query": "q=bank"}
        refused = owner.post("/saved/add/", new)
    assert refused.status_code == 422
    many = kind.model._meta.verbose_name_plural
    said = f"You have reached the limit of 1 {many}. Delete one you no longer use."
    assert text_of(refused).count(said) == 1
    assert kind.model._default_manager.count() == 1


def test_what_was_deleted_meanwhile_is_said_and_nothing_is_changed(
    kind: OwnedKind, owner: "Client"
) -> None:
    from storage.database.models import AuditEntry

    thing = make(kind, owner)
    open_pages = [address(kind, thing, action) for action in ("share/", "delete/")]
    for page in open_pages:
        assert owner.get(page).status_code == 200
    assert owner.post(open_pages[-1]).status_code == 302
    entries = AuditEntry.objects.count()
    for page in open_pages:
        answer = owner.post(page, shared(kind))
        assert answer.status_code == 404
        assert "It was deleted, or it is no longer shared with you." in text_of(answer)
    assert AuditEntry.objects.count() == entries


def test_of_two_saves_at_once_the_second_is_told_what_the_first_one_saved(
    kind: OwnedKind, owner: "Client"
) -> None:
    thing = make(kind, owner)
    where = address(kind, thing, "share/")
    (seen,) = re.findall(r'name="seen" value="(\w+)"', owner.get(where).content.decode())
    assert owner.post(where, shared(kind, "Ports", seen=seen)).status_code == 302
    late = {"name": "Ports", "sharing": "private", "seen": seen}
    refused = owner.post(where, late)
    assert refused.status_code == 422
    assert text_of(refused).count("Somebody has changed this meanwhile") == 1
    thing.refresh_from_db()
    assert thing.sharing != "private"
    (now,) = re.findall(r'name="seen" value="(\w+)"', refused.content.decode())
    assert owner.post(where, late | {"seen": now}).status_code == 302
    thing.refresh_from_db()
    assert thing.sharing == "private"


@pytest.mark.parametrize("code", ["saved_searches", "dashboards"])
def test_nothing_is_shared_with_somebody_who_left(
    code: str, owner: "Client", browse: Browse, ports: "Stores"
) -> None:
    kind = next(each for each in kinds() if each.code == code)
    left, stays = user_of(browse("analyst")), user_of(browse("analyst"))
    left.is_active = False
    left.save()
    thing = make(kind, owner)
    both = f"{left.username}, {stays.username}"
    wanted = {"name": "Ports", "sharing": "named", "readers": both}
    refused = owner.post(address(kind, thing, "share/"), wanted)
    assert refused.status_code == 422
    said = f"“{left.username}” is not a user who may search. Leave the name out."
    assert text_of(refused).count(said) == 1
    thing.refresh_from_db()
    assert (thing.sharing, thing.reader_names()) == ("private", [])


def test_a_broken_name_is_refused(kind: OwnedKind, owner: "Client") -> None:
    from django.core.exceptions import ValidationError

    for wrong in ("", "a\u2028b", "\u200b\u202e", "x" * 201):
        with pytest.raises(ValidationError):
            make(kind, owner, wrong)
    assert not kind.model._default_manager.exists()
