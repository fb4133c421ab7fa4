"""The port *documents* when its store is away, locked, emptied, damaged or wrongly addressed."""

import socket
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import elasticsearch as client
import pytest

from storage.documents.elasticsearch import ElasticsearchDocuments
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.documents.elasticsearch_schema import template
from storage.documents.port import (
    ByTime,
    ByValue,
    Citation,
    DocumentPost,
    Documents,
    DocumentVersion,
    FoundAt,
    PublicationSpan,
    SearchRequest,
)
from storage.documents.query_tree import Query
from storage.documents.sqlite import SqliteDocuments
from storage.errors import Refused, SettingsError, StorageError, Unavailable
from testbed.servers import Elasticsearch
from tests.contract.documents import NOVEMBER, ask, document, found, ids, store

# Takes back what version 6 added, and what versions 3 and 5 did.
_WITHOUT_VERSIONS = """
DROP TABLE citation;
DROP TABLE version; DROP INDEX entry_collected; DROP INDEX entry_changed; DROP INDEX entry_gone;
ALTER TABLE entry DROP COLUMN changed; ALTER TABLE entry DROP COLUMN gone;
"""
_WITHOUT_CHANGES = f"""{_WITHOUT_VERSIONS}
DROP TRIGGER entry_updated; DROP TRIGGER entry_removed; DROP TABLE changed; DROP INDEX entry_published;
DROP INDEX entry_copy; ALTER TABLE entry DROP COLUMN copy_id; ALTER TABLE entry DROP COLUMN shared;
"""
_CITED = (Citation(url="https://other.example/a", text="there"),)
_EVERYTHING = SearchRequest(query=Query())
_CHANGED = document("early", "早到", changes=1, changed=NOVEMBER)
_FIRST = DocumentVersion(number=1, seen=NOVEMBER, title="早", content="")
_CALLS: dict[str, Callable[[Documents], Any]] = {
    "write": lambda documents: documents.write([document("late", "晚到")]),
    "get": lambda documents: documents.get("early"),
    "thread": lambda documents: documents.thread("early"),
    "search": lambda documents: documents.search(_EVERYTHING),
    "hits": lambda documents: documents.find_hits(_EVERYTHING),
    "counts": lambda documents: documents.count_matches(_EVERYTHING),
    "count": lambda documents: documents.aggregate(_EVERYTHING, ByValue("site")),
    "times": lambda documents: documents.aggregate(
        _EVERYTHING, ByTime([NOVEMBER, NOVEMBER + timedelta(hours=1)])
    ),
    "span": lambda documents: documents.aggregate(_EVERYTHING, PublicationSpan()),
    "export": lambda documents: list(documents.export(_EVERYTHING)),
    "similar": lambda documents: documents.similar("early", 5),
    "keep": lambda documents: documents.keep_versions(_CHANGED, [_FIRST]),
    "versions": lambda documents: documents.versions(_CHANGED),
    "found": lambda documents: documents.articles_found(
        FoundAt(NOVEMBER), NOVEMBER + timedelta(hours=1), [1], 5
    ),
    "drop": lambda documents: documents.drop_before(datetime(2020, 1, 1, tzinfo=UTC).date()),
    "refresh": lambda documents: documents.refresh(),
    "info": lambda documents: documents.info(),
}


def test_a_server_goes_away_and_comes_back(own_elasticsearch: Elasticsearch) -> None:
    with closing(ElasticsearchDocuments(own_elasticsearch.url)) as documents:
        store(documents, [document("early", "早到")])
        own_elasticsearch.kill()
        for call in _CALLS.values():
            with pytest.raises(Unavailable, match="Elasticsearch does not answer"):
                call(documents)
        own_elasticsearch.start()
        store(documents, [document("late", "晚到")])
        assert found(documents, "") == {"early", "late"}


def test_a_server_that_accepts_no_connection_is_given_up_soon() -> None:
    """A server whose queue of connections is full is silent, like one behind a broken network."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=0)) as full, ExitStack() as opened:
        for _ in range(2):
            waiting = opened.enter_context(closing(socket.socket()))
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        url = f"elasticsearch://127.0.0.1:{full.getsockname()[1]}"
        documents = opened.enter_context(closing(ElasticsearchDocuments(url)))
        with pytest.raises(Unavailable, match=r"connect timeout=5\b"):
            documents.info()


def test_doctor_rejects_a_web_server_as_store(tmp_path: Path) -> None:
    site = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    )
    with (
        site,
        closing(
            ElasticsearchDocuments(f"elasticsearch://127.0.0.1:{site.server_port}")
        ) as documents,
    ):
        threading.Thread(target=site.serve_forever, args=[0.05]).start()
        try:
            with pytest.raises(Unavailable, match=r"is not Elasticsearch: check the address"):
                documents.info()
        finally:
            site.shutdown()


def test_one_node_of_several_is_enough(elasticsearch_url: str) -> None:
    parts = urlsplit(elasticsearch_url)
    with closing(
        ElasticsearchDocuments(urlunsplit(parts._replace(netloc=f"127.0.0.1:1,{parts.netloc}")))
    ) as documents:
        store(documents, [document("a", "甲")])
        assert found(documents, "甲") == {"a"}


def test_an_emptied_cluster_is_set_up_again(elasticsearch_url: str) -> None:
    """A write never lets the server guess the types of fields."""
    parts = urlsplit(elasticsearch_url)
    prefix = parts.path[1:]
    with (
        closing(ElasticsearchDocuments(elasticsearch_url)) as documents,
        closing(client.Elasticsearch(f"http://{parts.netloc}")) as server,
    ):
        store(documents, [document("a", "甲")])
        server.indices.delete(index=f"{prefix}-*")
        server.indices.delete_index_template(name=prefix)
        assert documents.search(_EVERYTHING).total == 0
        store(
            documents,
            [document("a", "甲"), document("b", "乙", collected=datetime(2027, 1, 1, tzinfo=UTC))],
        )
        assert found(documents, "") == {"a", "b"}
        mappings = server.indices.get_mapping(index=prefix).body
        assert set(mappings) == {f"{prefix}-2026.11", f"{prefix}-2027.01"}
        assert {mapping["mappings"]["dynamic"] for mapping in mappings.values()} == {"strict"}


def test_an_index_of_an_older_version_learns_the_fields_it_lacks(elasticsearch_url: str) -> None:
    parts = urlsplit(elasticsearch_url)
    prefix = parts.path[1:]
    index = f"{prefix}-2026.11"
    old = template(prefix)["template"]["mappings"]
    first = ("page_kind", "kind_confidence", "confidence", "modified", "image", "next_url")
    later = (
        *first,
        "pages",
        "page_count",
        "text_source",
        "text_reason",
        "copy_id",
        "copy_number",
        "changes",
        "changed",
        "gone",
        "citations",
        "cited_sites",
        "cited_pages",
    )
    mappings = {
        **old,
        "properties": {name: kept for name, kept in old["properties"].items() if name not in later},
    }
    with (
        closing(client.Elasticsearch(f"http://{parts.netloc}")) as server,
        closing(ElasticsearchDocuments(elasticsearch_url)) as documents,
    ):
        server.indices.create(
            index=index,
            mappings=mappings,
            aliases={prefix: {}, f"{index}-write": {"is_write_index": True}},
        )
        # A search by a field that the index lacks adds the field.
        assert ask(documents, "", copies="once").total == 0
        assert found(documents, "has:changes OR is:gone OR cites:other.example") == set()
        known = document(
            "a", "甲", confidence=0.5, image="https://news.example/a.jpg", citations=_CITED
        )
        store(documents, [known, document("b", "乙", collected=datetime(2027, 1, 1, tzinfo=UTC))])
        assert documents.get("a") == known
        assert found(documents, "") == {"a", "b"}
        assert found(documents, "cites:other.example") == {"a"}
        assert ask(documents, "", copies="once").total == 2


def test_an_index_that_no_node_has_yet_is_empty(elasticsearch_url: str) -> None:
    parts = urlsplit(elasticsearch_url)
    prefix = parts.path[1:]
    nowhere = {"index.routing.allocation.require._name": "nowhere"}
    with (
        closing(client.Elasticsearch(f"http://{parts.netloc}")) as server,
        closing(ElasticsearchDocuments(elasticsearch_url)) as documents,
    ):
        server.indices.create(
            index=f"{prefix}-2026.11",
            settings=nowhere,
            aliases={prefix: {}},
            wait_for_active_shards=0,
            timeout="1s",
        )
        assert (documents.info().documents, documents.info().size_bytes) == (0, 0)


def test_what_the_server_refuses_is_named(elasticsearch_url: str) -> None:
    with closing(ElasticsearchDocuments(elasticsearch_url)) as documents:
        with pytest.raises(Refused, match=r"document big: .*source_id"):
            documents.write([document("good"), replace(document("big"), source_id=2**70)])
        with pytest.raises(Refused, match="status 400"):
            documents.search(replace(_EVERYTHING, size=20_000))


def test_security_with_user_password_and_tls(secure_elasticsearch: str) -> None:
    url = secure_elasticsearch.replace("/?", "/newsloom-secure?")
    with closing(ElasticsearchDocuments(url)) as documents:
        store(documents, [document("a", "甲")])
        assert ids(ask(documents, "甲").hits) == ["a"]
        documents.drop_before(datetime(2100, 1, 1, tzinfo=UTC).date())
    password = ElasticsearchAddress.from_url(url).password
    with closing(ElasticsearchDocuments(url.replace(quote(password), "wrong-secret"))) as documents:
        with pytest.raises(Refused, match="401") as refused:
            documents.write([document("a")])
        assert "wrong-secret" not in str(refused.value)
    with (
        closing(ElasticsearchDocuments(url.partition("&ca=")[0])) as documents,
        pytest.raises(Unavailable, match="certificate"),
    ):
        documents.info()


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("elasticsearch://", "'' is not a host"),
        ("elasticsearch://h:port/", "'h:port' is not a host"),
        ("elasticsearch://h1,,h2/", "'' is not a host"),
        ("elasticsearch://h/News", "the prefix 'News'"),
        ("elasticsearch://h/?tls=yes", "tls must be true or false"),
        ("elasticsearch://h/?tls=false&ca=/x", "ca= needs tls=true"),
        ("elasticsearch://u:secret@h/?ssl=1", "the option ssl= is unknown"),
        ("elasticsearch://h/?tls=true&ca=/no/such/file.pem", "/no/such/file.pem"),
    ],
)
def test_a_wrong_address_is_explained(url: str, problem: str) -> None:
    with pytest.raises(SettingsError, match=problem) as raised:
        ElasticsearchDocuments(url)
    assert "secret" not in str(raised.value)


def test_addresses() -> None:
    read = ElasticsearchAddress.from_url
    assert read("elasticsearch://h").nodes == ("http://h:9200",)
    assert read("elasticsearch://h").prefix == "newsloom"
    several = read("elasticsearch://us%40er:p%3Aw@h1:9201,[::1]:9202/pre?tls=true&ca=/c.pem")
    assert several.nodes == ("https://h1:9201", "https://[::1]:9202")
    assert (several.user, several.password, several.prefix, several.ca) == (
        "us@er",
        "p:w",
        "pre",
        "/c.pem",
    )
    assert "p:w" not in repr(several)


def test_a_locked_file_is_unavailable_for_a_while(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}", busy_seconds=0.05)) as documents:
        documents.write([document("early", "早到")])
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match=r"documents\.db.*locked"):
                documents.write([document("late", "晚到")])
            assert found(documents, "") == {"early"}
            other.execute("ROLLBACK")
        documents.write([document("late", "晚到")])
        assert found(documents, "") == {"early", "late"}


@pytest.mark.parametrize("call", _CALLS.values(), ids=_CALLS.keys())
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, call: Callable[[Documents], Any]
) -> None:
    path = tmp_path / "documents.db"
    path.write_text("This is a letter and no database. " * 100)
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        if call is _CALLS["refresh"]:
            call(documents)
            return
        with pytest.raises(Refused, match=r"documents\.db refused: file is not a database"):
            call(documents)
    assert path.read_text().startswith("This is a letter")


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    with (
        closing(SqliteDocuments(f"sqlite://{path}")) as documents,
        pytest.raises(Refused, match="update Newsloom"),
    ):
        documents.info()


def test_a_file_of_version_1_learns_names_and_tags(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    posts = (DocumentPost(author="Roe, Jane", published=None, floor=2, body=""),)
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write(
            [
                document("a", "甲", author="欧阳若曦", tags=("x", "y"), posts=posts),
                document("b", "乙"),
            ]
        )
    with closing(sqlite3.connect(path)) as other:
        other.executescript(
            f"""DROP TABLE author; {_WITHOUT_CHANGES}
            CREATE INDEX entry_recency ON entry (recency, id, facet); PRAGMA user_version = 1;"""
        )
    for _ in range(2):
        with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
            assert found(documents, "author:若曦") == found(documents, "author:jane") == {"a"}
            assert found(documents, "-author:若曦") == {"b"}
            assert ask(documents, "").facets["tag"] == (("x", 1), ("y", 1))


def test_a_file_of_version_2_learns_copies(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "甲", tags=("x",)), document("b", "乙")])
    with closing(sqlite3.connect(path)) as other:
        other.executescript(
            f"""{_WITHOUT_CHANGES} ALTER TABLE entry ADD COLUMN tags TEXT NOT NULL DEFAULT '';
            CREATE INDEX entry_shown ON entry (recency, id, facet, tags);
            PRAGMA user_version = 2;"""
        )
    for before in (2, 3):
        with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
            assert ask(documents, "", copies="once").total == before
            documents.write(
                [document("c", "丙", copy_id="one"), document("d", "丁", copy_id="one")]
            )
            assert ask(documents, "", copies="once").total == 3


def test_a_file_of_version_5_learns_versions(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "甲"), document("b", "乙")])
    with closing(sqlite3.connect(path)) as other:
        other.executescript(f"{_WITHOUT_VERSIONS} PRAGMA user_version = 5;")
    for _ in range(2):
        with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
            assert found(documents, "has:changes OR is:gone") == set()
            changed = document("a", "丙", changes=1, changed=NOVEMBER)
            documents.keep_versions(
                changed, [DocumentVersion(number=1, seen=NOVEMBER, title="甲", content="")]
            )
            documents.write([changed])
            assert found(documents, "has:changes") == {"a"}
            assert [each.title for each in documents.versions(changed)] == ["甲"]
            documents.write([document("a", "甲")])


def test_a_file_of_version_9_learns_authors(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "甲", author="王芳, 李伟"), document("b", "乙")])
    with closing(sqlite3.connect(path)) as other:
        other.executescript("DELETE FROM name; PRAGMA user_version = 9;")
    for _ in range(2):
        with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
            found = dict(documents.aggregate(_EVERYTHING, ByValue("author")))
            assert (found.pop("王芳"), found.pop("李伟")) == (1, 1)


def test_a_file_of_version_11_learns_rights_signals(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "甲", rights=("noarchive",)), document("b", "乙")])
    with closing(sqlite3.connect(path)) as other:
        other.executescript("DROP TABLE signal; PRAGMA user_version = 11;")
    for _ in range(2):
        with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
            assert found(documents, "rights:noarchive") == {"a"}
            assert found(documents, "-rights:noarchive") == {"b"}
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "甲"), document("b", "乙", rights=("noarchive",))])
        assert found(documents, "rights:noarchive") == {"b"}
        documents.erase(["b"])
        assert found(documents, "rights:noarchive") == set()


def test_a_file_of_version_7_learns_citations(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "甲")])
    with closing(sqlite3.connect(path)) as other:
        # Records of version 7 do not name the field.
        other.executescript(
            """DROP TABLE citation; PRAGMA user_version = 7;
            UPDATE body SET rest = json_remove(rest, '$.citations');"""
        )
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        assert documents.get("a") == document("a", "甲")
        documents.write([document("b", "乙", citations=_CITED)])
        assert found(documents, "cites:other.example") == {"b"}
        assert found(documents, "-cites:other.example") == {"a"}
        deque(documents.reindex(everything=True), maxlen=0)
        assert found(documents, "cites:https://other.example/a") == {"b"}
        documents.write([document("b", "乙")])
        assert found(documents, "cites:other.example") == set()


@pytest.mark.parametrize(("place", "kind"), [("", Unavailable), ("file/below.db", Refused)])
def test_a_path_that_cannot_be_opened_is_told(
    tmp_path: Path, place: str, kind: type[StorageError]
) -> None:
    (tmp_path / "file").touch()
    with closing(SqliteDocuments(f"sqlite://{tmp_path}/{place}")) as documents, pytest.raises(kind):
        documents.write([document("a")])


def test_words_of_an_older_analysis_are_not_found(tmp_path: Path) -> None:
    """What was indexed otherwise cannot be taken out of the index, and must not come back under
    another text.
    """
    path = tmp_path / "documents.db"
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        documents.write([document("a", "旧词"), document("b", "别的")])
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("UPDATE body SET analysis = 0")
        documents.write([document("a", "新词"), document("b", "别的")])
        assert (found(documents, "旧词"), found(documents, "新词"), found(documents, "别的")) == (
            set(),
            {"a"},
            {"b"},
        )
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("UPDATE body SET analysis = 0")
        assert documents.drop_before(datetime(2030, 1, 1, tzinfo=UTC).date()) == 1
        documents.write([document("c", "再来")])
        assert (found(documents, "新词"), found(documents, "再来")) == (set(), {"c"})
