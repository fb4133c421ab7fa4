"""Another MySQL server becomes the primary while scheduler, web interface and alerts run."""

import json
import urllib.error
import urllib.request
from pathlib import Path

from testbed.databases import database, set_up_django
from testbed.servers.process import free_port
from testbed.servers.replication import ReplicatedMariaDB, Switch
from testbed.stack import Stack, wait_until


def test_roles_go_on_with_the_new_primary(tmp_path: Path, mariadb_switch: Switch) -> None:
    """First the former primary stays up, read-only and with every connection open; then the new one
    dies.
    """
    first, second = mariadb_switch.first, mariadb_switch.second
    token = prepare(mariadb_switch.url)
    with Stack(
        tmp_path / "home", {"database": mariadb_switch.url}, WEB_PORT=free_port(), LEAD_SECONDS=5
    ) as stack:
        roles = [stack.start(name) for name in ("scheduler", "web", "alerts")]
        web = f"http://127.0.0.1:{stack.settings.web_port}"
        everything_goes_on(stack, web, token, first, 1)

        first.execute("SET GLOBAL read_only = 1")
        assert sources(web, token) == ["source 1"]
        assert answer(web, token, source(2)) == 503
        second.catch_up(first)
        mariadb_switch.to(second)
        second.execute("UPDATE newsloom.configuration_source SET name = 'renamed'")
        # The first request already goes there, although the connections to the former primary are
        # open.
        assert sources(web, token) == ["renamed"]
        everything_goes_on(stack, web, token, second, 2)

        first.follow(second)
        first.catch_up(second)
        second.kill()
        mariadb_switch.to(first)
        everything_goes_on(stack, web, token, first, 3)

        assert [role.poll() for role in roles] == [None, None, None], stack.logs()
        assert stack.stop() == [0, 0, 0]
        assert "Traceback" not in stack.logs()


def prepare(url: str) -> str:
    """Make tables, a user and an alert; return a token of the user."""
    set_up_django()
    with database(url):
        from django.contrib.auth.models import Group, User

        from storage.database.models import SavedSearch
        from storage.database.people.tokens import create_token
        from storage.database.searches.saved_searches import SearchDraft, save_search
        from storage.database.searches.search import Search

        user = User.objects.create_user("jane")
        user.groups.add(Group.objects.get(name="admin"))
        save_search(
            SearchDraft(
                name="flood",
                search=Search(text="flood"),
                settings={"alert": "webhook", "target": "https://hook.example/"},
            ),
            user,
        )
        SavedSearch.objects.update(next_run="2026-01-01T00:00:00Z")
        return create_token(user, "test", ["VIEW_SOURCES", "ADD_SOURCES"], None)[1]


def everything_goes_on(
    stack: Stack, web: str, token: str, primary: ReplicatedMariaDB, number: int
) -> None:
    """Add the source with this number, and wait until it is visited and the alert has run."""
    ask = "SELECT COUNT(*) FROM newsloom.configuration_savedsearch WHERE last_run IS NOT NULL"
    primary.execute(
        "UPDATE newsloom.configuration_savedsearch SET next_run = '2026-01-01', last_run = NULL"
    )
    wait_until(
        lambda: answer(web, token, source(number)) == 201,
        30,
        "the web interface takes a source",
        stack.logs,
    )
    assert len(sources(web, token)) == number
    wait_until(lambda: stack.tubes()[0].ready == number, 30, "the source is visited", stack.logs)
    wait_until(lambda: primary.execute(ask) == ((1,),), 60, "the alert runs", stack.logs)
    runs = "SELECT COUNT(*) FROM newsloom.configuration_run"
    wait_until(
        lambda: primary.execute(runs) == ((number,),), 30, "the visit is recorded", stack.logs
    )


def source(number: int) -> dict[str, str]:
    return {
        "name": f"source {number}",
        "channel": "feed",
        "address": f"https://{number}.example/feed.xml",
    }


def answer(web: str, token: str, new: dict[str, str]) -> int:
    """Return the status with which the web interface answers to a new source; 0 while it does not
    listen.
    """
    try:
        with urllib.request.urlopen(request(web, token, new), timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def sources(web: str, token: str) -> list[str]:
    """Return the names of the sources that the web interface shows."""
    with urllib.request.urlopen(request(web, token, None), timeout=30) as response:
        return [each["name"] for each in json.load(response)["sources"]]


def request(web: str, token: str, body: dict[str, str] | None) -> urllib.request.Request:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.Request(f"{web}/api/v1/sources", data=data, headers=headers)
