"""What the one who waits for a visit is told when it goes wrong inside its process."""

from pathlib import Path

from crawler.preview import preview
from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from storage.outcomes import Outcome
from storage.settings import Settings


def without_pace(home: Path) -> Settings:
    """Return settings with which a fake web is asked at once."""
    given = {"HOME": str(home), "ALLOW_NETWORKS": "127.0.0.0/8", "LOOKUP_PACE_SECONDS": "0"}
    return Settings.from_mapping({f"NEWSLOOM_{name}": value for name, value in given.items()})


def test_an_error_in_the_process_comes_back_as_a_sentence(tmp_path: Path) -> None:
    source = SourceRecord(
        id=1,
        name="s",
        channel="search",
        address="http://s.example/{keyword}",
        keywords=("新闻",),
        charset="idna",
    )
    answer = preview(Settings(home=tmp_path), source)
    assert answer.outcome == Outcome.INTERNAL
    assert answer.error.startswith(("UnicodeError", "UnicodeEncodeError"))


def test_what_is_known_of_a_list_is_not_fetched_again(tmp_path: Path) -> None:
    settings = without_pace(tmp_path)
    with FakeWeb.start(seed=5, stock=9, sites=("old-quay",)) as web:
        source = SourceRecord(
            id=1, name="s", channel="list", address=web.address("old-quay"), pace_seconds=0
        )
        first = preview(settings, source)
        again = preview(settings, source, first)
        asked = [request["path"] for request in web.requests("old-quay")]
    assert [sample.outcome for sample in first.samples] == [Outcome.STORED] * 3
    assert (again.links, again.samples) == (first.links, first.samples)
    assert len(asked) == len(set(asked)) == 5  # robots.txt, the list, three pages
