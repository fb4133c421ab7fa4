"""A look-up knows nothing of the headers of sources."""

from pathlib import Path

from crawler.discovery.discover import discover
from crawler.discovery.values import DiscoveryResult
from tests.e2e.test_source_headers import ListOfForeignPages, port, settings, source

__all__ = ["port"]


def test_discovery_knows_no_secrets(tmp_path: Path, port: int) -> None:
    *_, answer = discover(settings(tmp_path), (source(port).address,))
    assert isinstance(answer, DiscoveryResult)
    assert answer.error == ""
    assert {host for host, _, secrets in ListOfForeignPages.asked if secrets} == set()
