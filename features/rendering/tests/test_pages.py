"""What pages say of browsers, and that nothing does without the feature."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from features.rendering.policy import RENDERING
from features.rendering.render_need import RenderNeed, need_name
from storage.workers.status import WorkerStatus
from tests.unit.webui.samples import draft

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
NOVEMBER_20 = 1_795_176_000.0  # 2026-11-20


def add(**fields: Any) -> "Source":
    from storage.database.sources.sources import add_source

    return add_source(draft("Example", **fields), "test")


def page(browse: Browse, source: "Source", user: str = "operator") -> str:
    return str(browse(user).get(f"/sources/{source.pk}/").content.decode())


def test_an_ordinary_source_says_nothing_of_browsers(browse: Browse, ports: "Stores") -> None:
    text = page(browse, add())
    assert "in a browser" not in text


def test_a_source_that_needs_a_browser_says_since_when(browse: Browse, ports: "Stores") -> None:
    source, now = add(), time.time()
    need = RenderNeed(since=NOVEMBER_20, checked=now, tried=now)
    ports.learned().put(RENDERING, need_name(source.pk, is_list=False), need.to_fact(), 60)
    text = page(browse, source)
    assert "Text comes by script: read in a browser since 2026-11-20" in text
    assert "newsloom worker --pool render" in text
    ports.workers().heartbeat(
        WorkerStatus(name="b", pool="render", started=now, at=now, active=0, memory_bytes=1)
    )
    assert "newsloom worker --pool render" not in page(browse, source)
    in_vain = replace(need, vain=5)
    ports.learned().put(RENDERING, need_name(source.pk, is_list=False), in_vain.to_fact(), 60)
    assert "A browser does not find the text either" in page(browse, source)


def test_the_choice_of_the_operator_is_shown(browse: Browse, ports: "Stores") -> None:
    source = add(render="always")
    text = page(browse, source)
    assert "Pages are always read in a browser" in text
    assert "No worker has a browser, so pages wait." in text
