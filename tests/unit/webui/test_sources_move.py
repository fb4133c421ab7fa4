"""A source that has moved: its page says where to, and one button gives it the new address."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from storage.counters.events import Event
from storage.outcomes import Outcome
from tests.unit.webui.test_sources_pages import add
from tests.unit.webui.test_sources_table import run

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
NEW = "https://new.example/feed.xml"


def moved(ports: "Stores") -> "Source":
    """Return a source whose list was read at its new address."""
    import time

    source = add("Moved")
    run(source, lists={"listed": 1})
    report = Event(
        source_id=source.pk,
        run_id=f"{source.pk}-0",
        channel="feed",
        site="example.org",
        outcome=Outcome.LISTED,
        url=source.address,
        at=time.time(),
        is_list=True,
        is_entry=True,
        moved_to=NEW,
    )
    ports.counters().record([report])
    return source


def test_the_state_says_where_to_and_the_button_takes_the_address(
    browse: Browse, ports: "Stores"
) -> None:
    source, client = moved(ports), browse("operator")
    for page in ("/sources/?state=moved", f"/sources/{source.pk}/"):
        assert NEW in client.get(page).content.decode()
    state = client.get(f"/api/v1/sources/{source.pk}").json()["state"]
    assert (state["name"], state["moved_to"]) == ("moved", NEW)
    assert state["evidence"] == f"The address redirects permanently to {NEW}."
    assert "Use the new address." in state["what_to_do"]
    answer = client.post(
        f"/sources/{source.pk}/move/", {"address": NEW}, follow=True
    ).content.decode()
    assert "The source uses its new address" in answer
    source.refresh_from_db()
    assert (source.address, source.former_hosts) == (NEW, ["example.org"])
    assert client.get(f"/api/v1/sources/{source.pk}").json()["state"]["name"] == "healthy"
    assert "example.org" in client.get(f"/sources/{source.pk}/history/").content.decode()


def test_no_other_address_can_be_slipped_in(browse: Browse, ports: "Stores") -> None:
    source = moved(ports)
    operator = browse("operator")
    answer = operator.post(
        f"/sources/{source.pk}/move/", {"address": "https://evil.example/"}, follow=True
    )
    assert "no longer redirects" in answer.content.decode()
    assert (
        browse("analyst").post(f"/sources/{source.pk}/move/", {"address": NEW}).status_code == 403
    )
    source.refresh_from_db()
    assert source.address != NEW
