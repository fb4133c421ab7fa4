"""What doctor finds in the set-up of servers. Pure; tests/contract/test_setup_findings.py asks real
ones.
"""

from typing import Any

import pytest

from scheduler.queue.beanstalkd_setup import judge as judge_beanstalkd
from storage.database.mysql.server_setup import too_many
from storage.documents.elasticsearch_setup import (
    cluster_findings,
    disk_findings,
    template_findings,
    version_findings,
)
from storage.seen.redis_setup import judge as judge_redis
from storage.setup_finding import SetupFinding, clock_findings

GOOD_REDIS = {
    "maxmemory_policy": "noeviction",
    "maxmemory": 100,
    "used_memory": 50,
    "aof_enabled": 1,
    "aof_last_write_status": "ok",
    "rdb_last_bgsave_status": "ok",
    "redis_version": "7.0.15",
}


def said(found: Any) -> list[tuple[bool, str]]:
    return [(each.is_bad, each.text) for each in found]


def test_a_redis_that_is_set_up_well_has_no_finding() -> None:
    assert judge_redis(GOOD_REDIS) == []


@pytest.mark.parametrize(
    ("facts", "is_bad", "text"),
    [
        ({"maxmemory_policy": "allkeys-lru"}, True, "set maxmemory-policy noeviction"),
        ({"maxmemory": 0}, False, "set maxmemory to 60 %"),
        ({"used_memory": 90}, False, "90% of its memory is in use"),
        ({"aof_enabled": 0}, False, "set appendonly yes"),
        ({"aof_last_write_status": "err"}, True, "could not write its data to disk"),
        ({"rdb_last_bgsave_status": "err"}, True, "could not write its data to disk"),
        ({"redis_version": "5.0.7"}, False, "5.0.7 is too old"),
    ],
)
def test_what_is_wrong_with_a_redis_says_what_to_do(
    facts: dict[str, Any], is_bad: bool, text: str
) -> None:
    [found] = judge_redis(GOOD_REDIS | facts)
    assert found.is_bad is is_bad
    assert text in found.text


@pytest.mark.parametrize(
    ("server_time", "is_bad", "text"),
    [
        (1001.0, None, ""),
        (1006.9, False, "5 s ahead of"),
        (4601.5, True, "3600 s ahead of"),
        (900.0, True, "100 s behind"),
    ],
)
def test_a_clock_that_is_off(server_time: float, is_bad: bool | None, text: str) -> None:
    found = clock_findings(server_time, 1000.0, 1001.5)
    assert [each.is_bad for each in found] == ([] if is_bad is None else [is_bad])
    assert all(text in each.text for each in found)


def test_rights_on_the_whole_server_are_named() -> None:
    usual = [
        "GRANT USAGE ON *.* TO `newsloom`@`%`",
        "GRANT ALL PRIVILEGES ON `newsloom`.* TO `newsloom`@`%`",
    ]
    assert too_many(usual) == []
    more = "GRANT PROCESS, FILE, SUPER ON *.* TO `root`@`localhost` WITH GRANT OPTION"
    assert too_many([more]) == ["SUPER", "FILE"]
    assert too_many(["GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost`"]) == ["ALL PRIVILEGES"]


def test_the_state_of_a_cluster() -> None:
    def state(status: str, nodes: int) -> list[SetupFinding]:
        return list(cluster_findings({"status": status, "number_of_data_nodes": nodes}))

    assert state("green", 3) == state("yellow", 1) == []
    assert said(state("yellow", 3))[0][0] is False
    assert said(state("red", 1))[0][0] is True


def test_the_versions_of_a_cluster() -> None:
    assert list(version_findings({"8.19.1"})) == []
    assert said(version_findings({"8.19.1", "8.18.0"})) == [
        (False, "its nodes have several versions (8.18.0, 8.19.1): finish the upgrade")
    ]
    assert said(version_findings({"9.1.0"}))[0] == (
        True,
        "Newsloom needs Elasticsearch 8, and a node has 9.1.0",
    )


@pytest.mark.parametrize(
    ("available", "is_bad", "text"),
    [
        (20, None, ""),
        (15, False, "the disk of a is 85% full"),
        (5, True, "takes no more data: make room"),
    ],
)
def test_the_disk_of_a_node(available: int, is_bad: bool | None, text: str) -> None:
    total = {"available_in_bytes": available, "total_in_bytes": 100}
    found = list(disk_findings({"name": "a", "fs": {"total": total}}))
    assert [each.is_bad for each in found] == ([] if is_bad is None else [is_bad])
    assert all(text in each.text for each in found)


def test_a_template_of_others_for_the_same_indices() -> None:
    def named(name: str, patterns: list[str], priority: int) -> dict[str, Any]:
        about = {"index_patterns": patterns, "priority": priority}
        return {"name": name, "index_template": about}

    harmless = [
        named("newsloom", ["newsloom-*"], 208),
        named("all", ["*"], 1),
        named("logs", ["logs-*"], 500),
    ]
    assert list(template_findings("newsloom", harmless)) == []
    [found] = template_findings("newsloom", [*harmless, named("ours", ["news*", "x-*"], 500)])
    assert found.is_bad
    assert "the index template ours" in found.text


def test_a_queue_without_a_binlog_or_that_drains() -> None:
    assert judge_beanstalkd({"binlog-current-index": 1, "draining": "false"}) == []
    assert said(judge_beanstalkd({"binlog-current-index": 0}))[0][0] is False
    assert said(judge_beanstalkd({"binlog-current-index": 1, "draining": "true"}))[0][0] is True
