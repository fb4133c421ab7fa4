"""Everything that Newsloom does in Elasticsearch, as the user that docker-compose.yml makes, and
nothing else.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime

import elasticsearch as client
import pytest

from storage.documents.elasticsearch import ElasticsearchDocuments
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.documents.elasticsearch_schema import template
from storage.documents.port import (
    ByDay,
    ByValue,
    DocumentVersion,
    FoundAt,
    PublicationSpan,
    SearchRequest,
)
from storage.documents.query_tree import Query
from storage.errors import Refused
from tests.contract.documents import ask, document, ids, store
from tests.contract.test_documents_erase import scrubbed

PREFIX = "newsloom-role"
ALL = SearchRequest(query=Query())


@pytest.fixture
def url(secure_elasticsearch: str) -> str:
    """The address of the cluster for the user of Newsloom."""
    return secure_elasticsearch.replace("//elastic:", "//newsloom:").replace("/?", f"/{PREFIX}?")


@pytest.fixture
def superuser(secure_elasticsearch: str) -> Iterator[client.Elasticsearch]:
    address = ElasticsearchAddress.from_url(secure_elasticsearch)
    login = address.user, address.password
    with closing(
        client.Elasticsearch(address.nodes[0], basic_auth=login, ca_certs=address.ca)
    ) as server:
        yield server


def test_it_may_do_all_that_newsloom_does(url: str) -> None:
    with closing(ElasticsearchDocuments(url)) as documents:
        assert documents.info().documents == 0
        store(documents, [document("a", "银行", thread="t"), document("b", "银行", thread="t")])
        # A copy in the index of another month goes away.
        store(
            documents,
            [document("a", "银行", thread="t", collected=datetime(2027, 1, 1, tzinfo=UTC))],
        )
        assert sorted(ids(ask(documents, "银行", facets=True).hits)) == ["a", "b"]
        assert documents.get("a") is not None
        assert len(documents.thread("t")) == 2
        assert documents.find_hits(ALL).hits
        assert documents.count_matches(ALL).total == 2
        assert documents.aggregate(ALL, ByValue("site")) == (("news.example", 2),)
        assert documents.aggregate(ALL, ByDay("site"))
        assert documents.aggregate(ALL, PublicationSpan())
        assert len(list(documents.export(ALL))) == 2
        changed = document("a", "银行", changes=1, collected=datetime(2027, 1, 1, tzinfo=UTC))
        first = DocumentVersion(number=1, seen=changed.collected, title="行", content="")
        documents.keep_versions(changed, [first])
        assert documents.versions(changed) == (first,)
        assert documents.articles_found(
            FoundAt(changed.collected), datetime(2028, 1, 1, tzinfo=UTC), [1], 5
        )
        documents.similar("a", 5)
        documents.similar_words("bannk", 3)
        assert list(documents.reindex(everything=True))[-1].total == 2
        assert documents.info().documents == 2
        assert documents.of_copy_group("none") == []
        assert documents.erase(["b"]) == 1
        scrubbed(documents)
        assert documents.drop_before(datetime(2100, 1, 1, tzinfo=UTC).date()) == 2


def test_it_may_add_the_fields_of_a_new_version(url: str, superuser: client.Elasticsearch) -> None:
    index = f"{PREFIX}-2026.11"
    mappings = template(PREFIX)["template"]["mappings"]
    older = {name: kind for name, kind in mappings["properties"].items() if name != "image"}
    aliases = {PREFIX: {}, f"{index}-write": {"is_write_index": True}}
    superuser.indices.create(
        index=index, mappings={**mappings, "properties": older}, aliases=aliases
    )
    with closing(ElasticsearchDocuments(url)) as documents:
        store(documents, [document("a", image="https://news.example/a.jpg")])
        documents.drop_before(datetime(2100, 1, 1, tzinfo=UTC).date())


def test_it_may_touch_nothing_else(url: str, superuser: client.Elasticsearch) -> None:
    superuser.index(index="payroll-2026.11", id="1", document={"id": "1"}, refresh=True)
    with (
        closing(ElasticsearchDocuments(url.replace(f"/{PREFIX}?", "/payroll?"))) as documents,
        pytest.raises(Refused, match="403"),
    ):
        documents.write([document("a")])
    address = ElasticsearchAddress.from_url(url)
    login = address.user, address.password
    with closing(
        client.Elasticsearch(address.nodes[0], basic_auth=login, ca_certs=address.ca)
    ) as newsloom:
        actions: tuple[Callable[[], object], ...] = (
            lambda: newsloom.get(index="payroll-2026.11", id="1"),
            lambda: newsloom.indices.delete(index="payroll-2026.11"),
            lambda: newsloom.security.put_user(
                username="mallory", password="long enough", roles=["superuser"]
            ),
            lambda: newsloom.cluster.put_settings(persistent={"action.auto_create_index": "false"}),
        )
        for refused in actions:
            with pytest.raises(client.AuthorizationException):
                refused()
    superuser.indices.delete(index="payroll-2026.11")
