"""How Elasticsearch is set up: state, disks, versions, templates, clocks and rights."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from fnmatch import fnmatch
from typing import Any

from elasticsearch import Elasticsearch

from storage.documents.elasticsearch import open_client
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.documents.elasticsearch_errors import translation
from storage.documents.elasticsearch_schema import index_name, template
from storage.errors import Refused
from storage.setup_finding import SetupFinding, clock_findings

_MAJOR = 8
_HIGH, _FULL = 0.85, 0.95
_ANY_PERIOD = "2026.01"


def elasticsearch_findings(url: str) -> list[SetupFinding]:
    """Return what is wrong with the cluster. Raises Unavailable."""
    address = ElasticsearchAddress.from_url(url)
    with closing(open_client(address)) as client:
        found = []
        try:
            found += _of_nodes(client)
        except Refused:
            found.append(
                SetupFinding(
                    text="this user may not ask for nodes and disks: give its role the cluster "
                    "privilege monitor"
                )
            )
        with translation():
            others = client.indices.get_index_template().body["index_templates"]
        found += template_findings(address.prefix, others)
        if address.user:
            with translation():
                asked = client.security.has_privileges(cluster=["all"]).body
            if asked["has_all_requested"]:
                found.append(
                    SetupFinding(
                        text="its user may do everything in the cluster; "
                        "deploy/elasticsearch/roles.yml is a role with few rights"
                    )
                )
    return found


def _of_nodes(client: Elasticsearch) -> list[SetupFinding]:
    with translation():
        health = client.cluster.health().body
        before = time.time()
        nodes = client.nodes.stats(metric="fs").body["nodes"].values()
        after = time.time()
        versions = {
            each["version"] for each in client.nodes.info(metric="_none").body["nodes"].values()
        }
    found = [*cluster_findings(health), *version_findings(versions)]
    for node in nodes:
        found += disk_findings(node)
        for each in clock_findings(node["timestamp"] / 1000, before, after):
            found.append(SetupFinding(text=f"{node['name']}: {each.text}", is_bad=each.is_bad))
    return found


def cluster_findings(health: Mapping[str, Any]) -> Iterator[SetupFinding]:
    """Yield what is wrong with the state of the cluster, from its health."""
    if health["status"] == "red":
        yield SetupFinding(
            text="parts of indices are missing (red): bring the nodes back that have them, or "
            "restore a snapshot",
            is_bad=True,
        )
    elif health["status"] == "yellow" and health["number_of_data_nodes"] > 1:
        yield SetupFinding(
            text="replicas are missing (yellow): a node is away, or its disk is full"
        )


def version_findings(versions: set[str]) -> Iterator[SetupFinding]:
    """Yield what is wrong with the versions of the nodes."""
    if others := sorted(each for each in versions if not each.startswith(f"{_MAJOR}.")):
        text = f"Newsloom needs Elasticsearch {_MAJOR}, and a node has {others[0]}"
        yield SetupFinding(text=text, is_bad=True)
    elif len(versions) > 1:
        text = (
            f"its nodes have several versions ({', '.join(sorted(versions))}): finish the upgrade"
        )
        yield SetupFinding(text=text)


def disk_findings(node: Mapping[str, Any]) -> Iterator[SetupFinding]:
    """Yield what is wrong with the disk of a node, from its statistics.

    Elasticsearch puts no more data on a disk from 85 % on, and takes no more from 95 % on, unless
    its watermarks are others.
    """
    total = node["fs"]["total"]
    used = 1 - total["available_in_bytes"] / total["total_in_bytes"]
    if used >= _HIGH:
        end = "takes no more data" if used >= _FULL else "takes no more data from 95 % on"
        yield SetupFinding(
            text=f"the disk of {node['name']} is {used:.0%} full, and Elasticsearch {end}: make "
            "room, or add a node",
            is_bad=used >= _FULL,
        )


def template_findings(prefix: str, found: Sequence[Mapping[str, Any]]) -> Iterator[SetupFinding]:
    """Yield the templates that new indices would follow instead of Newsloom's.

    Args:
        prefix: The prefix of Newsloom's indices.
        found: The index templates of the cluster.
    """
    index, own = index_name(prefix, _ANY_PERIOD), template(prefix)["priority"]
    for each in found:
        name, about = each["name"], each["index_template"]
        # One pattern may come without its list.
        patterns = about["index_patterns"]
        matches = [patterns] if isinstance(patterns, str) else patterns
        if name == prefix or about.get("priority", 0) < own:
            continue
        if any(fnmatch(index, pattern) for pattern in matches):
            yield SetupFinding(
                text=f"the index template {name} is for Newsloom's indices too, and has "
                f"precedence: lower its priority below {own}, or change its patterns",
                is_bad=True,
            )
