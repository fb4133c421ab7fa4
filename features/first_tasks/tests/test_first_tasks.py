"""The tasks on the first page of the demo."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from storage.settings import Settings
from tests.html_trees import html_tree
from tests.unit.webui.samples import article
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def tasks(client: "Client") -> dict[str, str]:
    page = html_tree(client.get("/").content)
    links = page.cssselect(".first-tasks a")
    return {link.text_content(): link.get("href") for link in links}


def test_each_kind_of_user_is_led_to_a_task_that_it_may_do(browse: Browse, ports: "Stores") -> None:
    add("Wire", channel="list", address="https://wire.example/news/")
    ports.documents().write([article("https://wire.example/1", "One")])
    assert tasks(browse("admin")) == {}
    shown = Settings.from_mapping(
        {
            "NEWSLOOM_FIRST_TASKS_SHOWN": "yes",
            "NEWSLOOM_FIRST_TASKS_SITE": "https://new.example/",
        }
    )
    ports.settings = replace(ports.settings, of_features=shown.of_features)
    found = tasks(browse("admin"))
    assert list(found) == [
        "Add a source from its address",
        "See what several sites tell of one event",
        "Pause a host, and resume it",
    ]
    for path in found.values():
        assert browse("admin").get(path).status_code == 200
    address = found["Add a source from its address"]
    page = html_tree(browse("operator").get(address).content)
    [field] = page.cssselect("[name=address]")
    assert field.get("value") == "https://new.example/"
    assert tasks(browse("analyst")) == {
        "See what several sites tell of one event": "/stories/?lang=en"
    }
    chinese = browse("analyst", headers={"accept-language": "zh-hans"})
    assert list(tasks(chinese).values()) == ["/stories/?lang=zh"]
