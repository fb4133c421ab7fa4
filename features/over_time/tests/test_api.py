"""Counts over time in the API."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tests.unit.webui.samples import MOMENT, article
from tests.unit.webui.test_api import send

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
DAY = MOMENT.date().isoformat()


def asked(client: "Client", path: str, status: int = 200) -> Any:
    answer = send(client, f"GET {path}")
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def _stored(ports: "Stores") -> None:
    ports.documents().write(
        [
            article("https://one.example/1", "harbour opens", copy_id="x"),
            article("https://two.example/2", "harbour closes", copy_id="x"),
            article("https://two.example/3", "reservoir", published=MOMENT - timedelta(days=2)),
        ]
    )


def _sums(found: Any) -> dict[str, int]:
    return {each["name"]: sum(each["counts"]) for each in found["series"]}


def test_queries_are_counted_side_by_side(browse: Browse, ports: "Stores") -> None:
    _stored(ports)
    client = browse("analyst")
    found = asked(client, "/counts?q=harbour&with=reservoir&with=harbour&share=true")
    assert _sums(found) == {"harbour": 2, "reservoir": 1}
    assert (sum(found["totals"]), sum(found["all"]), found["gaps"]) == (2, 3, [])
    assert len(found["buckets"]) == len(found["totals"]) == len(found["all"])
    assert found["buckets"][0]["end"] == found["buckets"][1]["start"]
    assert _sums(asked(client, "/counts?q=harbour&copies=once"))[""] == 1
    # The parameters of a search, as they are.
    assert _sums(asked(client, "/counts?q=harbour&sort=time"))[""] == 2
    asked(client, "/counts?q=harbour&sort=nonsense", 422)


def test_a_field_is_not_counted_beside_more_queries(browse: Browse, ports: "Stores") -> None:
    _stored(ports)
    client = browse("analyst")
    (wrong,) = asked(client, "/counts?q=harbour&by=site&with=reservoir", 422)["errors"]
    assert wrong["field"] == "query.by"
    assert wrong["detail"] == "goes with one query only; leave out `with` or `by`"
    # An empty one is no query.
    assert set(_sums(asked(client, "/counts?q=harbour&by=site&with="))) == {
        "one.example",
        "two.example",
    }


def test_a_day_is_counted_by_the_values_of_a_field(browse: Browse, ports: "Stores") -> None:
    _stored(ports)
    found = asked(browse("analyst"), f"/counts?by=site&after={DAY}&before={DAY}")
    assert _sums(found) == {"one.example": 1, "two.example": 1}
    assert found["all"] == []
    assert all(bucket["start"].startswith(DAY) for bucket in found["buckets"])


def test_what_cannot_be_counted_is_told(browse: Browse, ports: "Stores") -> None:
    client = browse("analyst")
    assert asked(client, "/counts")["buckets"] == []
    assert "by" in asked(client, "/counts?by=mood", 422)["errors"][0]["field"]
    assert "wiht" in asked(client, "/counts?wiht=harbour", 422)["errors"][0]["field"]
    asked(client, "/counts?q=(", 422)
    asked(client, "/counts?" + "&".join(f"with=q{number}" for number in range(5)), 422)
