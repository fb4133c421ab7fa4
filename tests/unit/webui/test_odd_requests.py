"""What no browser sends, but anybody may."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5_000, "1e999", "١" * 5, "-1"])
def test_no_number_of_a_request_ends_in_an_error(
    browse: Browse, ports: "Stores", number: str
) -> None:
    """Python refuses to read more than 4,300 digits, and databases more than 19."""
    stored = article("https://a.example/1", "Harbour", "The harbour is open.")
    ports.documents().write([stored])
    client = browse()
    page = f"/documents/{stored.id}/"
    for answer in (
        client.post(f"{page}collect/", {"collection": number}),
        client.post(f"{page}star/", {"next": number}),
        client.get("/search/", {"q": f"harbour NEAR/{number} open"}),
        client.get("/search/", {"q": "harbour", "edit": number, "saved": number, "page": number}),
        client.get(page, {"post": number}),
        client.get(f"{page}versions/", {"from": number, "to": number}),
        client.get("/sources/", {"page": number}),
        client.post("/theme/", {"theme": "dark", "next": number}),
        client.get("/sources/add/", {"max_pages": number}),
        client.post("/sources/bulk/", {"do": "pause", "id": number}),
        client.get("/monitor/mute/", {"kind": "source", "subject": number}),
        client.get("/api/v1/documents", {"q": "harbour", "size": number}),
        client.get("/api/v1/stories", {"cursor": number}),
    ):
        assert answer.status_code < 500
