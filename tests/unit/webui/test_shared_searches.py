"""Saved searches that are shared, in folders, and read one after the other."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from storage.database.models import SavedSearch
    from watch.stores import Stores

Browse = Callable[..., "Client"]
Save = Callable[..., "SavedSearch"]


@pytest.fixture
def owner(browse: Browse) -> "tuple[Client, User]":
    return analyst(browse)


@pytest.fixture
def friend(browse: Browse) -> "tuple[Client, User]":
    return analyst(browse)


def analyst(browse: Browse) -> "tuple[Client, User]":
    from django.contrib.auth.models import User

    client = browse("analyst")
    return client, User.objects.latest("pk")


def save(user: "User", name: str = "Banks", text: str = "bank", **fields: Any) -> "SavedSearch":
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search

    return save_search(SearchDraft(name=name, search=Search(text=text), **fields), user)


def share(client: "Client", search: "SavedSearch", sharing: str, readers: str = "") -> Any:
    return client.post(f"/saved/{search.pk}/share/", {"sharing": sharing, "readers": readers})


def test_a_follower_has_alert_feed_and_unread_state_of_their_own(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]", ports: "Stores"
) -> None:
    from storage.database.models import SavedSearch

    search = save(owner[1])
    assert "Banks" not in friend[0].get("/saved/").content.decode()
    assert share(owner[0], search, "everyone").status_code == 302
    listed = friend[0].get("/saved/").content.decode()
    assert "Shared by others" in listed
    friend[0].post(f"/saved/{search.pk}/follow/")
    followed = SavedSearch.objects.get(owner=friend[1])
    assert "Shared by others" not in friend[0].get("/saved/").content.decode()
    friend[0].post(f"/saved/{followed.pk}/feed/", {"renew": ""})
    friend[0].post(f"/saved/{followed.pk}/read/")
    search.refresh_from_db()
    followed.refresh_from_db()
    assert followed.feed_key
    assert not search.feed_key
    assert followed.read_until > search.read_until


def test_followers_search_for_what_the_owner_changes(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]", ports: "Stores"
) -> None:
    from storage.database.searches.saved_searches import search_of
    from storage.database.searches.shared_searches import follow_search

    search = save(owner[1])
    share(owner[0], search, "everyone")
    followed = follow_search(search.pk, friend[1])
    before = followed.notified_since
    owner[0].post(f"/saved/{search.pk}/search/", {"q": "harbour", "save": "1"})
    followed.refresh_from_db()
    assert search_of(followed).text == "harbour"
    assert followed.notified_since > before, "older documents are not new to the follower"


def test_a_follower_changes_no_words(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]", ports: "Stores"
) -> None:
    from storage.database.searches.saved_searches import search_of
    from storage.database.searches.shared_searches import follow_search

    search = save(owner[1])
    share(owner[0], search, "everyone")
    followed = follow_search(search.pk, friend[1])
    page = friend[0].get(f"/saved/{followed.pk}/").content.decode()
    assert f"Shared by {owner[1].username}" in page
    assert "Edit search" not in page
    change = {"q": "harbour", "save": "1"}
    said = friend[0].post(f"/saved/{followed.pk}/search/", change, follow=True).content.decode()
    assert "only they change it" in said
    followed.refresh_from_db()
    assert search_of(followed).text == "bank"
    assert share(friend[0], followed, "everyone").status_code == 422


@pytest.mark.parametrize("ending", ["unshared", "deleted", "owner shut out"])
def test_a_follower_keeps_the_search_as_their_own(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]", ports: "Stores", ending: str
) -> None:
    from storage.database.searches.shared_searches import follow_search

    search = save(owner[1])
    share(owner[0], search, "everyone")
    followed = follow_search(search.pk, friend[1])
    if ending == "unshared":
        share(owner[0], search, "private")
    elif ending == "deleted":
        owner[0].post(f"/saved/{search.pk}/delete/")
    else:
        owner[1].delete()
    followed.refresh_from_db()
    assert followed.origin is None
    change = {"q": "harbour", "save": "1"}
    assert friend[0].post(f"/saved/{followed.pk}/search/", change).status_code == 302
    assert "Edit search" in friend[0].get(f"/saved/{followed.pk}/").content.decode()


def test_a_search_is_shared_with_those_who_are_named(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]", browse: Browse
) -> None:
    stranger = analyst(browse)
    search = save(owner[1])
    assert share(owner[0], search, "named", f"{friend[1].username}，").status_code == 302
    assert "Banks" in friend[0].get("/saved/").content.decode()
    assert "Banks" not in stranger[0].get("/saved/").content.decode()
    assert stranger[0].post(f"/saved/{search.pk}/follow/").status_code == 404
    assert friend[1].username in owner[0].get(f"/saved/{search.pk}/").content.decode()


@pytest.mark.parametrize(
    ("sharing", "readers", "said"),
    [
        ("named", "", "Name the users with whom you share it"),
        ("named", "nobody-here", "“nobody-here” is not a user who may search"),
        ("all the world", "", "Select a valid choice"),
    ],
)
def test_what_cannot_be_shared_is_said_and_nothing_changes(
    owner: "tuple[Client, User]", sharing: str, readers: str, said: str
) -> None:
    search = save(owner[1])
    answer = share(owner[0], search, sharing, readers)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    search.refresh_from_db()
    assert search.sharing == "private"


def test_nobody_shares_or_follows_a_private_search_of_somebody_else(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]"
) -> None:
    search = save(owner[1])
    assert share(friend[0], search, "everyone").status_code == 404
    assert friend[0].post(f"/saved/{search.pk}/follow/").status_code == 404


def test_following_twice_makes_one_search(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]"
) -> None:
    from storage.database.models import SavedSearch

    search = save(owner[1])
    share(owner[0], search, "everyone")
    for _ in range(2):
        friend[0].post(f"/saved/{search.pk}/follow/")
    assert SavedSearch.objects.filter(owner=friend[1]).count() == 1


def test_the_list_is_in_folders(owner: "tuple[Client, User]", ports: "Stores") -> None:
    save(owner[1], "Loose")
    save(owner[1], "Zoo", folder="Animals")
    search = save(owner[1], "Apes")
    form = {"name": "Apes", "folder": " Animals ", "alert": "none", "every_minutes": 60}
    assert owner[0].post(f"/saved/{search.pk}/", form).status_code == 302
    page = owner[0].get("/saved/").content.decode()
    shown = ["Animals", ">Apes<", ">Zoo<", "No folder", ">Loose<"]
    places = [page.index(text) for text in shown]
    assert places == sorted(places)


def test_results_mark_what_is_new_until_they_are_marked_as_read(
    owner: "tuple[Client, User]", ports: "Stores"
) -> None:
    now = datetime.now(UTC)
    old = article("https://a.example/1", "Bank one", collected=now - timedelta(days=2))
    ports.documents().write([old])
    search = save(owner[1])
    new = article("https://a.example/2", "Bank two", collected=now + timedelta(minutes=5))
    ports.documents().write([new])
    read = f"/search/?q=bank&saved={search.pk}&sort=collected"
    page = owner[0].get(read).content.decode()
    assert page.count('class="badge new"') == 1
    assert page.index("Bank</mark> two") < page.index('class="badge new"')
    assert page.index('class="badge new"') < page.index("Bank</mark> one")
    assert "Mark as read" in page
    assert 'class="badge new"' not in owner[0].get("/search/?q=bank").content.decode()


def test_the_bar_of_somebody_elses_search_is_not_shown(
    owner: "tuple[Client, User]", friend: "tuple[Client, User]", ports: "Stores"
) -> None:
    search = save(owner[1])
    page = friend[0].get(f"/search/?q=bank&saved={search.pk}")
    assert page.status_code == 200
    assert "Mark as read" not in page.content.decode()


def test_next_unread_goes_round_the_list(owner: "tuple[Client, User]", ports: "Stores") -> None:
    names = {
        name: save(owner[1], name, text)
        for name, text in (("A", "bank"), ("B", "harbour"), ("C", "bank"))
    }
    later = datetime.now(UTC) + timedelta(minutes=5)
    ports.documents().write([article("https://a.example/1", "Bank", collected=later)])

    def following(name: str) -> str:
        return str(owner[0].get(f"/saved/{names[name].pk}/next/")["Location"])

    assert f"saved={names['C'].pk}" in following("A")
    assert f"saved={names['A'].pk}" in following("C")
