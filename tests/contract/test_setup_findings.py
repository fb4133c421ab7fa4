"""What doctor finds in the set-up of real servers."""

from contextlib import closing
from pathlib import Path

import elasticsearch as client
import pytest
import redis

from scheduler.queue.backends import queue_setup_findings
from storage.backends import (
    documents_setup_findings,
    open_seen,
    state_setup_findings,
)
from storage.database.setup import server_findings
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.settings import Settings
from testbed.databases import ready_database, set_up_django
from testbed.servers import Redis
from testbed.servers.namespaces import fresh_database
from testbed.servers.sentinel import SecureRedis
from testbed.stack import Stack
from tests.command_line import CommandLine
from tests.contract.test_redis_addresses import RULES
from tests.plugin import obtain


def test_a_redis_that_drops_keys_is_bad_and_doctor_ends_with_1(
    own_redis: Redis, tmp_path: Path
) -> None:
    with closing(redis.Redis(host=own_redis.host, port=own_redis.port)) as server:
        server.config_set("maxmemory-policy", "allkeys-lru")
        server.config_set("maxmemory", str(100_000_000))
    settings = Settings(home=tmp_path, state_url=own_redis.url)
    found = state_setup_findings(settings)
    assert [each.text for each in found if each.is_bad] == [
        "it drops keys when it is full (maxmemory-policy allkeys-lru), and pages would be collected "
        "twice: set maxmemory-policy noeviction"
    ]
    # The default user may do everything.
    assert [each for each in found if "do everything" in each.text]
    with Stack(tmp_path / "home", {"state": own_redis.url}) as stack:
        done = CommandLine(stack).run("doctor", check=False)
    assert "BAD  it drops keys" in done.stdout
    with closing(open_seen(settings)) as seen:
        info = seen.info()
    assert info.memory_max_bytes == 100_000_000
    assert info.memory_bytes


@pytest.mark.parametrize("rules", [RULES, RULES.removesuffix(" +info")])
def test_the_user_of_the_docs_may_ask_and_has_no_further_rights(
    pytestconfig: pytest.Config, tmp_path: Path, rules: str
) -> None:
    with closing(SecureRedis(rules)) as server:
        obtain(pytestconfig, server.start)
        settings = Settings(home=tmp_path, state_url=server.url)
        texts = [each.text for each in state_setup_findings(settings)]
        with closing(open_seen(settings)) as seen:
            info = seen.info()
    may_ask = rules == RULES
    assert not [text for text in texts if "do everything" in text]
    assert bool([text for text in texts if "allow +info" in text]) is not may_ask
    assert (info.memory_bytes is not None) is may_ask


def test_files_have_no_findings(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    assert state_setup_findings(settings) == []
    assert documents_setup_findings(settings) == []
    assert queue_setup_findings(settings) == []


def test_a_cluster_of_redis_is_asked_node_by_node(redis_cluster_url: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, state_url=redis_cluster_url)
    texts = [each.text for each in state_setup_findings(settings)]
    assert len([text for text in texts if "nothing limits its memory" in text]) == 1
    with closing(open_seen(settings)) as seen:
        assert seen.info().memory_bytes


def test_the_user_of_mysql_is_judged_by_its_grants(mariadb: str) -> None:
    set_up_django()
    with fresh_database(mariadb) as url, ready_database(url):
        found = server_findings()
    assert not [each for each in found if each.is_bad or "rights" in each.text]


def test_a_queue_in_memory_is_noted(beanstalkd_url: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, queue_url=beanstalkd_url)
    assert not [each for each in queue_setup_findings(settings) if each.is_bad]


def test_the_role_of_newsloom_may_ask_for_disks_and_has_no_further_rights(
    secure_elasticsearch: str, tmp_path: Path
) -> None:
    own = secure_elasticsearch.replace("//elastic:", "//newsloom:").replace("/?", "/newsloom?")
    settings = Settings(home=tmp_path, documents_url=own)
    texts = [each.text for each in documents_setup_findings(settings)]
    assert not [text for text in texts if "may not ask" in text or "do everything" in text]
    every = Settings(home=tmp_path, documents_url=secure_elasticsearch.replace("/?", "/newsloom?"))
    assert [each for each in documents_setup_findings(every) if "do everything" in each.text]


def test_a_template_of_others_is_bad(elasticsearch_url: str, tmp_path: Path) -> None:
    address = ElasticsearchAddress.from_url(elasticsearch_url)
    settings = Settings(home=tmp_path, documents_url=elasticsearch_url)
    with closing(client.Elasticsearch(list(address.nodes))) as server:
        name = f"{address.prefix}-of-others"
        patterns = [f"{address.prefix}-2*"]
        server.indices.put_index_template(name=name, index_patterns=patterns, priority=9_000)
        try:
            found = documents_setup_findings(settings)
        finally:
            server.indices.delete_index_template(name=name)
    assert [each.is_bad for each in found if name in each.text] == [True]
