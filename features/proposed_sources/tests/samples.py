"""What tests of proposed sources find at a site."""

from typing import Any

WIRE = "https://w.example/"


def found_feed(*addresses: str) -> Any:
    """Return what discovery finds at a site with feeds."""
    from crawler.preview import Preview
    from features.discovery.tests.samples import DiscoveryResult, FoundBy, Proposal

    preview = Preview(list_url="", error="not tried")
    offers = [
        Proposal(
            channel="feed", address=each, found_by=FoundBy.DECLARED, preview=preview, title="Wire"
        )
        for each in addresses
    ]
    return DiscoveryResult(address=WIRE, outcome="" if offers else "dns", proposals=tuple(offers))
