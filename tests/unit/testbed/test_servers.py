"""Each server starts, keeps its data over a kill and a restart, and leaves nothing behind."""

import http.client
import socket
import ssl
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import elasticsearch as client
import greenstalk
import pymysql
import pytest
import redis

from testbed.servers import Beanstalkd, Elasticsearch, MariaDB, Redis, Server, ServerUnavailable
from testbed.servers.namespaces import fresh_database, fresh_indices, fresh_key_space

_ROOT = Path(__file__).parents[3]


def _interrupt(server: Server) -> None:
    """The two ways a server goes away, one after the other."""
    address = server.url
    server.kill()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.port))
    server.start()
    server.restart()
    assert server.url == address


def _query(url: str, statement: str) -> object:
    parts = urlsplit(url)
    connection = pymysql.connect(
        host=parts.hostname or "",
        port=parts.port or 0,
        user=parts.username,
        password=parts.password or "",
        database=parts.path[1:],
        autocommit=True,
    )
    with closing(connection), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


def test_mariadb_keeps_rows(own_mariadb: MariaDB) -> None:
    _query(own_mariadb.url, "CREATE TABLE words (word VARCHAR(20))")
    _query(own_mariadb.url, "INSERT INTO words VALUES ('新聞')")
    _interrupt(own_mariadb)
    assert _query(own_mariadb.url, "SELECT word FROM words") == (("新聞",),)


def test_a_helper_program_that_fails_once_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    server, prepare, folders = MariaDB(), MariaDB.prepare, list[Path]()

    def fail_once() -> None:
        folders.append(server.folder)
        if len(folders) == 1:
            raise ServerUnavailable("no memory")
        prepare(server)

    monkeypatch.setattr(server, "prepare", fail_once)
    with server:
        assert _query(server.url, "SELECT 1") == ((1,),)
    assert len(folders) == 2
    assert not any(folder.exists() for folder in folders)


def test_redis_keeps_keys(own_redis: Redis) -> None:
    with redis.Redis.from_url(own_redis.url) as connection:
        connection.set("word", "news")
    _interrupt(own_redis)
    with redis.Redis.from_url(own_redis.url) as connection:
        assert connection.get("word") == b"news"


def test_beanstalkd_keeps_jobs(own_beanstalkd: Beanstalkd) -> None:
    with closing(greenstalk.Client(("127.0.0.1", own_beanstalkd.port))) as connection:
        connection.put("news")
    _interrupt(own_beanstalkd)
    with closing(greenstalk.Client(("127.0.0.1", own_beanstalkd.port))) as connection:
        assert connection.reserve(timeout=0).body == "news"


# Two starts of the dearest server; `make soak` restarts it too.
@pytest.mark.heavy
def test_elasticsearch_keeps_documents(own_elasticsearch: Elasticsearch) -> None:
    address = f"http://127.0.0.1:{own_elasticsearch.port}"
    with client.Elasticsearch(address) as connection:
        connection.index(index="words", id="1", document={"word": "news"})
    _interrupt(own_elasticsearch)
    with client.Elasticsearch(address) as connection:
        assert connection.get(index="words", id="1")["_source"] == {"word": "news"}


def test_secure_elasticsearch_wants_password_and_tls(secure_elasticsearch: str) -> None:
    parts = urlsplit(secure_elasticsearch)
    ca = parts.query.partition("ca=")[2]
    context = ssl.create_default_context(cafile=ca)
    with closing(
        http.client.HTTPSConnection("127.0.0.1", parts.port, context=context)
    ) as connection:
        connection.request("GET", "/_cluster/health")
        assert connection.getresponse().status == http.HTTPStatus.UNAUTHORIZED
    with client.Elasticsearch(
        f"https://127.0.0.1:{parts.port}", basic_auth=("elastic", parts.password or ""), ca_certs=ca
    ) as known:
        assert known.cluster.health()["status"] in ("green", "yellow")


def test_databases_are_separate(mariadb: str) -> None:
    with fresh_database(mariadb) as first, fresh_database(mariadb) as second:
        _query(first, "CREATE TABLE words (word VARCHAR(20))")
        assert _query(second, "SHOW TABLES") == ()


def test_key_spaces_are_separate(redis_server: str) -> None:
    with (
        fresh_key_space(redis_server) as first,
        fresh_key_space(redis_server) as second,
        redis.Redis.from_url(first) as one,
        redis.Redis.from_url(second) as other,
    ):
        one.set("word", "news")
        assert other.get("word") is None


def test_indices_are_dropped(elasticsearch: str) -> None:
    parts = urlsplit(elasticsearch)
    with client.Elasticsearch(f"http://127.0.0.1:{parts.port}") as connection:
        with fresh_indices(elasticsearch) as url:
            name = urlsplit(url).path.strip("/") + "-documents"
            connection.index(index=name, document={"word": "news"})
            assert connection.indices.exists(index=name)
        assert not connection.indices.exists(index=name)


def test_a_server_that_cannot_start_says_why(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_redis.stop()
    monkeypatch.setattr(own_redis, "command", lambda: ["redis-server", "--port", "no number"])
    with pytest.raises(ServerUnavailable, match=r"(?s)did not start.*FATAL CONFIG"):
        own_redis.start()


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Redis, "program", "no-such-server")
    with pytest.raises(
        ServerUnavailable, match="no no-such-server on this machine: install redis-server"
    ):
        Redis().start()


def test_close_removes_the_data(own_redis: Redis) -> None:
    folder = own_redis.folder
    assert (folder / "output.log").exists()
    own_redis.close()
    assert not folder.exists()


def test_a_server_does_not_outlive_the_process_that_started_it(own_redis: Redis) -> None:
    own_redis.stop()  # taken only to skip where there is no Redis
    script = (
        "import os, signal; from testbed.servers import Redis; server = Redis(); server.start();"
        "print(server.folder, server.port, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=_ROOT)
    folder, port = done.stdout.split()
    while Path(folder).exists() or _listens(
        int(port)
    ):  # the test's time limit ends this when the guard fails
        time.sleep(0.02)


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0
