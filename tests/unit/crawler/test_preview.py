"""What the one who waits for a visit is told when it goes wrong inside its process."""

from pathlib import Path

from crawler.preview import preview, preview_page
from storage.configuration.port import SourceRecord
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.site import FakeWeb


def test_an_unknown_algorithm_is_named_and_is_no_timeout(tmp_path: Path) -> None:
    settings = Settings.from_mapping({"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_ALLOW_NETWORKS": "127.0.0.0/8"})
    with FakeWeb.start(seed=5, stock=1, sites=("old-quay",)) as web:
        answer = preview_page(settings, web.ledger()[0]["url"], algorithm="magic")
    assert answer.outcome == Outcome.INTERNAL
    assert answer.error.startswith("unknown algorithm 'magic'")


def test_an_error_in_the_process_comes_back_as_a_sentence(tmp_path: Path) -> None:
    source = SourceRecord(
        id=1, name="s", channel="search", address="http://s.example/{keyword}", keywords=("新闻",), charset="idna"
    )
    answer = preview(Settings(home=tmp_path), source)
    assert answer.outcome == Outcome.INTERNAL
    assert answer.error.startswith(("UnicodeError", "UnicodeEncodeError"))
