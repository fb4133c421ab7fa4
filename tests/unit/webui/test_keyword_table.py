"""What the table of keywords says of those that brought nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils import timezone

from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def test_a_source_whose_searches_were_not_counted_is_not_said_to_wait(
    browse: Browse, ports: "Stores"
) -> None:
    """Older programs counted what a keyword brought, not that it was searched for."""
    from storage.database.models import Source

    address = "https://a.example/?q={keyword}"
    source = add("A", channel="search", address=address, result_parser="baidu", keywords=("ice",))
    client = browse("operator")
    assert "not searched for yet" in client.get(f"/sources/{source.pk}/").content.decode()
    Source.objects.update(last_visit=timezone.now())
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "Results by keyword" in page
    assert "not searched for yet" not in page
