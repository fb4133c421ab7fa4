"""How soon Beanstalkd notices that a worker is gone without a word: everywhere as the test of the
cluster shows it.
"""

import re
from pathlib import Path

import yaml

from tests.cluster.cluster import LOST_CONNECTIONS

ROOT = Path(__file__).parents[3]
# Kubernetes lets a pod set the others without a word of the cluster's administrator.
UNSAFE = "net.ipv4.tcp_retries2"
EXPECTED = {f"net.{name.replace('/', '.')}": value for name, value in LOST_CONNECTIONS.items()}
ALLOWED = {name: value for name, value in EXPECTED.items() if name != UNSAFE}


def test_containers_of_beanstalkd_notice_a_lost_worker_as_the_tested_host_does() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    assert compose["services"]["beanstalkd"]["sysctls"] == EXPECTED
    manifests = yaml.safe_load_all((ROOT / "deploy/kubernetes/roles/beanstalkd.yaml").read_text())
    [pod] = [
        each["spec"]["template"]["spec"] for each in manifests if each["kind"] == "StatefulSet"
    ]
    assert {
        each["name"]: int(each["value"]) for each in pod["securityContext"]["sysctls"]
    } == ALLOWED


def test_the_documentation_for_ops_says_the_same() -> None:
    described = re.findall(
        r"^(net\.ipv4\.tcp_\w+) = (\d+)$", (ROOT / "docs/ops.md").read_text(), re.MULTILINE
    )
    assert {name: int(value) for name, value in described} == EXPECTED
