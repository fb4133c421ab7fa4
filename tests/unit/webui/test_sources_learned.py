"""What the page of a source says of the links that are left out."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from storage.learned.store import TRAPS
from storage.learned.trap import Trap
from tests.unit.webui.samples import draft

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
TRAP = Trap(
    host="example.org",
    shape="/calendar/{date}",
    example="https://example.org/calendar/2031-05-05/",
    source_id=1,
    pages=60,
    documents=2,
    at=time.time(),
)


def add(**fields: Any) -> "Source":
    from storage.database.sources.sources import add_source

    return add_source(draft("Example", **fields), "test")


def page(browse: Browse, source: "Source", user: str = "operator") -> str:
    return str(browse(user).get(f"/sources/{source.pk}/").content.decode())


def test_an_ordinary_source_leaves_nothing_out(browse: Browse, ports: "Stores") -> None:
    assert "Links left out" not in page(browse, add())


def test_an_operator_sees_a_trap_and_allows_it_again(browse: Browse, ports: "Stores") -> None:
    source = add()
    trap = replace(TRAP, source_id=source.pk)
    ports.learned().put(TRAPS, trap.name, trap.to_fact(), 60)
    text = page(browse, source)
    assert "/calendar/{date}" in text
    assert "https://example.org/calendar/2031-05-05/" in text
    assert "Allow again" in text
    answer = browse("operator").post(
        f"/sources/{source.pk}/traps/allow/", {"name": trap.name}, follow=True
    )
    assert (
        "Lists follow links such as https://example.org/calendar/2031-05-05/ again"
        in answer.content.decode()
    )
    assert Trap.from_fact(ports.learned().facts(TRAPS)[trap.name]).allowed
    assert "Allowed again" in page(browse, source)
    gone = browse("operator").post(
        f"/sources/{source.pk}/traps/allow/", {"name": "nothing"}, follow=True
    )
    assert "These links are not left out any more." in gone.content.decode()


def test_a_trap_of_another_site_is_not_shown(browse: Browse, ports: "Stores") -> None:
    source = add()
    other = replace(TRAP, host="example.net", source_id=source.pk + 1)
    ports.learned().put(TRAPS, other.name, other.to_fact(), 60)
    assert "Links left out" not in page(browse, source)
