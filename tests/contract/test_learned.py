"""What the store *learned* promises, on both adapters."""

import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.backends import open_learned
from storage.keys import canonical_url, url_key
from storage.learned.store import MAX_OF_A_TOPIC, Learned
from storage.settings import Settings


@pytest.fixture
def learned(state_url: str) -> Iterator[Learned]:
    with closing(open_learned(Settings(state_url=state_url))) as opened:
        yield opened


def test_a_fact_is_replaced_and_dropped_within_its_topic(learned: Learned) -> None:
    assert learned.facts("rendering") == {}
    learned.put("rendering", "7 page", {"since": 1.5, "vain": 0}, 60)
    learned.put("rendering", "7 page", {"since": 1.5, "vain": 1}, 60)
    learned.put("traps", "7 page", {"pattern": "/日历/{n}"}, 60)
    assert learned.facts("rendering") == {"7 page": {"since": 1.5, "vain": 1}}
    assert learned.facts("traps") == {"7 page": {"pattern": "/日历/{n}"}}
    assert learned.drop("rendering", "7 page")
    assert not learned.drop("rendering", "7 page")
    assert learned.facts("rendering") == {}
    assert learned.facts("traps")


def test_a_fact_expires(learned: Learned) -> None:
    learned.put("traps", "brief", {}, 0.2)
    learned.put("traps", "long", {}, 60)
    deadline = time.monotonic() + 60
    while "brief" in learned.facts("traps"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert learned.facts("traps") == {"long": {}}


def test_another_connection_sees_what_one_has_put(learned: Learned, state_url: str) -> None:
    with closing(open_learned(Settings(state_url=state_url))) as other:
        other.put("traps", "x", {"a": [1, "b"]}, 60)
    assert learned.facts("traps") == {"x": {"a": [1, "b"]}}


def test_the_facts_that_expire_first_give_way(
    learned: Learned, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_OF_A_TOPIC >= 1_000
    monkeypatch.setattr("storage.learned.store.MAX_OF_A_TOPIC", 3)
    for number in range(6):
        learned.put("traps", f"{number}", {}, 600 - 60 * number if number < 3 else 600 + number)
    assert set(learned.facts("traps")) == {"3", "4", "5"}


def test_what_names_an_erased_address_goes_whatever_its_topic(learned: Learned) -> None:
    url = "https://a.example/private"
    learned.put("layouts", "1", {"url": url}, 60)
    learned.put("a topic of a feature", url, {"boards": {url: "Private"}}, 60)
    learned.put("a topic of a feature", "other", {"url": "https://a.example/other"}, 60)
    learned.erase([url_key(canonical_url(url))])
    assert learned.facts("layouts") == {}
    assert list(learned.facts("a topic of a feature")) == ["other"]
