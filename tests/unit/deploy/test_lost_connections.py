"""How soon Beanstalkd notices that a worker is gone without a word: everywhere as the test of the cluster shows it."""

import re
from pathlib import Path

import yaml

from tests.cluster.cluster import KEEPALIVE

ROOT = Path(__file__).parents[3]
EXPECTED = {f"net.{name.replace('/', '.')}": value for name, value in KEEPALIVE.items()}


def test_containers_of_beanstalkd_notice_a_lost_worker_as_the_tested_host_does() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    assert compose["services"]["beanstalkd"]["sysctls"] == EXPECTED
    manifests = yaml.safe_load_all((ROOT / "deploy/kubernetes/roles/beanstalkd.yaml").read_text())
    [pod] = [each["spec"]["template"]["spec"] for each in manifests if each["kind"] == "StatefulSet"]
    assert {each["name"]: int(each["value"]) for each in pod["securityContext"]["sysctls"]} == EXPECTED


def test_the_documentation_for_ops_says_the_same() -> None:
    described = re.findall(
        r"^(net\.ipv4\.tcp_keepalive_\w+) = (\d+)$", (ROOT / "docs/ops.md").read_text(), re.MULTILINE
    )
    assert {name: int(value) for name, value in described} == EXPECTED
