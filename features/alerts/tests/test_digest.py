"""What messages of alerts say."""

import json

from tests.unit.webui.test_mails_in_feeds import PAGE, mail


def test_messages_lead_to_its_page() -> None:
    from features.alerts.digest import Digest, body, text

    digest = Digest(
        delivery="1", search="Ferries", search_url="https://news.example/search/?q=ferry",
        origin="https://news.example", total=1, documents=[mail()],
    )  # fmt: skip
    assert PAGE in text(digest)
    assert "mid:" not in text(digest)
    [told] = json.loads(body(digest))["documents"]
    assert told["page"] == PAGE
