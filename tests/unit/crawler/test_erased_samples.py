"""A trial says of what was erased that it stays away."""

from dataclasses import replace
from pathlib import Path

import pytest

from crawler.samples import SamplePage, SampleRequest, without_erased
from extractor.results import Article, Link, Rejection, RejectionReason
from storage.backends import open_tombstones
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.tombstones.marks import address_mark, site_mark, text_mark

URL = "https://news.example/harbour/1"
SENTENCE = (
    "The port has been quiet since the crane of the northern quay was taken down for repairs. "
)


def sample(
    url: str = URL, linked: str = "https://news.example/r/1", text: str = SENTENCE * 8
) -> SamplePage:
    return SamplePage(
        link=Link(url=linked),
        url=url,
        outcome=Outcome.STORED.value,
        asked=SampleRequest(),
        result=Article(url=url, canonical_url=url, title="Quiet", published=None, content=text),
    )


@pytest.mark.parametrize(
    "mark",
    [
        address_mark(URL),
        address_mark("https://news.example/r/1"),
        site_mark("news.example"),
        text_mark(SENTENCE * 8),
    ],
    ids=["its address", "the address in the list", "its site", "its text"],
)
def test_an_erased_page_is_not_said_to_be_stored(tmp_path: Path, mark: str) -> None:
    tombstones, found = open_tombstones(Settings(state_url=f"local://{tmp_path}")), sample()
    address, text = "https://other.example/2", "Another text. " * 40
    other = sample(address, address, text)
    tombstones.add([mark])
    judged = without_erased([found, other], tombstones)
    assert [each.outcome for each in judged] == ["erased", "stored"]
    assert not judged[0].kept


def test_what_is_rejected_anyway_keeps_its_reason(tmp_path: Path) -> None:
    tombstones = open_tombstones(Settings(state_url=f"local://{tmp_path}"))
    tombstones.add([address_mark(URL)])
    rejected = replace(
        sample(),
        outcome="too_short",
        result=Rejection(reason=RejectionReason.TOO_SHORT, detail="3 characters"),
    )
    assert without_erased([rejected], tombstones) == (rejected,)
