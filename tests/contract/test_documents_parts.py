"""A month that grows large goes on in another index, on a real Elasticsearch."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo

import pytest
from elasticsearch import Elasticsearch
from hypothesis import given
from hypothesis import strategies as st

from storage.documents import elasticsearch_parts
from storage.documents.elasticsearch import ElasticsearchDocuments
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.documents.elasticsearch_parts import next_part
from storage.documents.elasticsearch_schema import period_in
from storage.documents.periods import ended_before, month_in, period_for, period_of
from storage.documents.port import DocumentVersion
from storage.errors import SettingsError
from tests.contract.documents import ask, document, found, store

_NOW = datetime(2026, 11, 17, 9, 30, tzinfo=UTC)
_TOMORROW = datetime(2026, 11, 18, tzinfo=UTC)


class _Noon(datetime):
    """The clock of the writers in these tests."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "_Noon":
        return cls.fromtimestamp(_NOW.timestamp(), tz)


@pytest.fixture
def url(elasticsearch_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a store whose parts are full with the first document."""
    monkeypatch.setattr(elasticsearch_parts, "datetime", _Noon)
    return f"{elasticsearch_url}?part_gb=0"


@pytest.fixture
def documents(url: str) -> Iterator[ElasticsearchDocuments]:
    with closing(ElasticsearchDocuments(url)) as opened:
        yield opened


def _counts(url: str) -> dict[str, int]:
    """The number of documents by the period of their index, empty and rebuilt ones too."""
    address = ElasticsearchAddress.from_url(url)
    with Elasticsearch(list(address.nodes)) as client:
        names = client.indices.get_alias(name=address.prefix)
        return {
            period_in(address.prefix, name): client.count(index=name)["count"] for name in names
        }


def test_a_large_month_goes_on_in_another_index_the_next_day(
    url: str, documents: ElasticsearchDocuments
) -> None:
    today, later = document("a", "今天", collected=_NOW), document("b", "明天", collected=_TOMORROW)
    store(documents, [today])
    # Only an index that is there has a size, so the next writer begins the part.
    with closing(ElasticsearchDocuments(url)) as other:
        store(other, [replace(today, title="今天 又"), later])
        assert _counts(url) == {"2026.11": 1, "2026.11.18": 1}
        # Whoever writes it again replaces it, whether he knew of the part from the start or reads
        # of it now.
        store(other, [replace(later, title="明天 又"), today])
    with closing(ElasticsearchDocuments(url)) as third:
        store(
            third,
            [later, replace(document("c", "十月"), collected=datetime(2026, 10, 31, tzinfo=UTC))],
        )
        assert _counts(url) == {"2026.10": 1, "2026.11": 1, "2026.11.18": 1}
        assert found(third, "明天") == {"b"}
        assert ask(third, "").total == 3


def test_a_part_is_searched_rebuilt_and_dropped_with_its_month(
    url: str, documents: ElasticsearchDocuments
) -> None:
    store(documents, [document("a", collected=_NOW)])
    with closing(ElasticsearchDocuments(url)) as other:
        later = document(
            "b", "明天", collected=_TOMORROW, changes=1, changed=_TOMORROW, copy_id="old"
        )
        first = DocumentVersion(number=1, seen=_TOMORROW, title="明", content="天")
        other.keep_versions(later, [first])
        store(other, [later, document("c", collected=datetime(2026, 12, 1, tzinfo=UTC))])
        assert [each.total for each in other.reindex(everything=True)][-1] == 3
        store(other, [replace(later, title="明天 又")])
        assert found(other, "明天") == {"b"}
        assert other.versions(later) == (first,)
        other.move_copies("old", "new")
        moved = other.get("b")
        assert moved
        assert moved.copy_id == "new"
        assert _counts(url) == {"2026.11": 1, "2026.11.18": 1, "2026.12": 1}
        assert other.drop_before(date(2026, 12, 1)) == 1
        assert other.versions(later) == ()
        assert found(other, "") == {"c"}


def test_an_index_below_the_bound_stays_the_only_one_of_its_month(elasticsearch_url: str) -> None:
    for _ in range(2):
        with closing(ElasticsearchDocuments(elasticsearch_url)) as documents:
            store(documents, [document("a", collected=datetime.now(UTC))])
    assert list(_counts(elasticsearch_url)) == [period_of(datetime.now(UTC))]


@pytest.mark.parametrize("value", ["", "large", "-1", "1e3", "nan", "٤"])
def test_a_bound_that_is_not_a_number_is_named(value: str) -> None:
    with pytest.raises(
        SettingsError, match=r"part_gb=.* must be a number of gigabytes, such as 40"
    ):
        ElasticsearchDocuments(f"elasticsearch://host?part_gb={value}")


_MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))


@given(_MOMENTS, st.lists(st.timedeltas(timedelta(), timedelta(days=9)), max_size=12), _MOMENTS)
def test_no_part_changes_the_place_of_what_was_collected_before_it_was_made(
    now: datetime, waits: list[timedelta], collected: datetime
) -> None:
    """So a job that runs again writes to the index that it wrote to before, whenever parts are
    made.
    """
    periods = {period_of(now)}
    for wait in waits:
        now += wait
        following = next_part(
            max((each for each in periods if month_in(each) == period_of(now)), default=None), now
        )
        if following is None:
            periods |= {period_of(now)}
            continue
        assert following not in periods
        for moment in (collected, now, now + timedelta(hours=1)):
            after = period_for(moment, periods | {following})
            assert month_in(after) == period_of(moment)
            if moment <= now + timedelta(hours=1):
                assert after == period_for(moment, periods)
        periods |= {following}
        begins = datetime.strptime(following, "%Y.%m.%d").replace(tzinfo=UTC)
        assert period_for(begins, periods) == following
        assert ended_before(following, begins.date()) is False
