"""The Helm chart: what kustomize renders, and of that only what a value changes."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.chart import write_chart
from deploy.kustomization import OVERLAYS, Manifest, pod_template
from testbed.servers.elasticsearch import cache_folder
from tests.unit.deploy.test_kubernetes import (
    VERSIONS,
    by_name,
    example_overlay,
    kubectl_kustomize,
    manifests,
)

ROOT = Path(__file__).parents[3]
SETTINGS_HASH = "newsloom/settings"
# The oldest Kubernetes that the chart allows; a Helm from `go install` would take an older one.
TEMPLATE = ("template", "mine", "--kube-version", f"{VERSIONS[0]}.0")
Key = tuple[str, str]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_chart(tmp_path_factory.mktemp("chart"))


@pytest.fixture(scope="module")
def helm() -> str:
    path = shutil.which("helm", path=f"{os.environ['PATH']}:{cache_folder() / 'bin'}")
    if path is None:
        pytest.skip("helm is missing; docs/developer.md says how to install it")
    return path


def run(helm: str, *arguments: str | Path, values: Mapping[str, Any]) -> str:
    """Run Helm with values, and return what it prints.

    Raises:
        subprocess.CalledProcessError: Helm refuses them, and says why on standard error.
    """
    return subprocess.run(
        [helm, *arguments, "--values", "-"],
        input=json.dumps(values),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout


def rendered(helm: str, package: Path, values: Mapping[str, Any]) -> dict[Key, Manifest]:
    text = run(helm, *TEMPLATE, package, "--namespace", "newsloom", values=values)
    return by_name([each for each in yaml.safe_load_all(text) if each])


def without_what_helm_needs(found: Mapping[Key, Manifest]) -> dict[Key, Manifest]:
    """Return the manifests as kustomize renders them, and check what the chart adds to them."""
    plain = {}
    for (kind, name), each in found.items():
        template = pod_template(each)
        if template and "newsloom-settings" in str(template):
            assert re.fullmatch(
                "[0-9a-f]{64}", template["metadata"].pop("annotations")[SETTINGS_HASH]
            )
        if kind == "PersistentVolumeClaim":
            assert each["metadata"].pop("annotations") == {"helm.sh/resource-policy": "keep"}
        if kind == "Job":
            name, content = name.rsplit("-", 1)
            assert re.fullmatch("[0-9a-f]{10}", content)
            each["metadata"]["name"] = name
        plain[kind, name] = each
    return plain


def without_namespace(found: Sequence[Manifest]) -> dict[Key, Manifest]:
    return by_name([each for each in found if each["kind"] != "Namespace"])


@pytest.mark.parametrize("profile", OVERLAYS)
def test_the_chart_renders_what_kustomize_renders(helm: str, package: Path, profile: str) -> None:
    found = without_what_helm_needs(rendered(helm, package, {"profile": profile}))
    assert found == without_namespace(manifests(profile))
    run(helm, "lint", "--strict", package, values={"profile": profile})


def test_the_values_of_the_documentation_do_what_its_overlay_does(
    helm: str, package: Path, tmp_path: Path
) -> None:
    [text] = re.findall(
        r"^`values.yaml`:\n\n```yaml\n(.*?)^```$",
        (ROOT / "docs" / "kubernetes.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    overlay = kubectl_kustomize(example_overlay(tmp_path))
    found = rendered(helm, package, yaml.safe_load(text))
    assert without_what_helm_needs(found) == without_namespace(overlay)


def test_everything_is_in_the_namespace_of_the_release(helm: str, package: Path) -> None:
    values = {
        "ingress": {"host": "news.example"},
        "servers": [{"cidr": "10.0.0.0/8", "ports": [80]}],
    }
    text = run(helm, *TEMPLATE, package, "--namespace", "elsewhere", values=values)
    found = [each for each in yaml.safe_load_all(text) if each]
    assert {each["metadata"]["namespace"] for each in found} == {"elsewhere"}


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(part, f"{path}.{key}")
    else:
        yield path, value


def _changed(before: dict[Key, Manifest], after: dict[Key, Manifest]) -> dict[str, Any]:
    """Return what is new in the second manifests, by kind, name and place."""
    old, new = (
        {
            f"{kind} {name}{path}": leaf
            for (kind, name), each in without_what_helm_needs(found).items()
            for path, leaf in _leaves(each)
        }
        for found in (before, after)
    )
    assert old.keys() <= new.keys()
    return {place: leaf for place, leaf in new.items() if old.get(place) != leaf}


_POD = ".spec.template.spec"
_NIGHTLY = f"CronJob backup.spec.jobTemplate{_POD}"
CHANGES: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    (
        "full",
        {"images": {"newsloom-render": "r.example/render@sha256:0a"}},
        {f"Deployment worker-render{_POD}.containers.0.image": "r.example/render@sha256:0a"},
    ),
    (
        "full",
        {"imagePullSecrets": [{"name": "registry"}]},
        {"ServiceAccount newsloom.imagePullSecrets.0.name": "registry"},
    ),
    (
        "full",
        {"settings": {"NEWSLOOM_ARCHIVE": "all", "NEWSLOOM_FEATURES": "all,-trace"}},
        {
            "ConfigMap newsloom-settings.data.NEWSLOOM_ARCHIVE": "all",
            "ConfigMap newsloom-settings.data.NEWSLOOM_FEATURES": "all,-trace",
        },
    ),
    (
        "full",
        {"replicas": {"beanstalkd": 0, "worker-list": 4}},
        {"StatefulSet beanstalkd.spec.replicas": 0, "Deployment worker-list.spec.replicas": 4},
    ),
    (
        "full-by-backlog",
        {"autoscaling": {"maxReplicas": 30}},
        {"HorizontalPodAutoscaler worker-page.spec.maxReplicas": 30},
    ),
    (
        "full",
        {"resources": {"backup": {"limits": {"memory": "2Gi"}}}},
        {f"{_NIGHTLY}.containers.0.resources.limits.memory": "2Gi"},
    ),
    (
        "full",
        {
            "nodes": {
                "worker-render": {
                    "nodeSelector": {"pool": "browsers"},
                    "tolerations": [{"key": "browsers"}],
                }
            }
        },
        {
            f"Deployment worker-render{_POD}.nodeSelector.pool": "browsers",
            f"Deployment worker-render{_POD}.tolerations.0.key": "browsers",
        },
    ),
    (
        "small",
        {
            "claims": {
                "data": {"storageClassName": "fast"},
                "backups": {"resources": {"requests": {"storage": "200Gi"}}},
            },
            "resources": {"migrate": {"requests": {"cpu": "1"}}},
        },
        {
            "StatefulSet newsloom.spec.volumeClaimTemplates.0.spec.storageClassName": "fast",
            "PersistentVolumeClaim backups.spec.resources.requests.storage": "200Gi",
            f"StatefulSet newsloom{_POD}.initContainers.0.resources.requests.cpu": "1",
        },
    ),
    (
        "small",
        {"secret": "from-vault"},
        {f"StatefulSet newsloom{_POD}.volumes.2.secret.secretName": "from-vault"},
    ),
)


@pytest.mark.parametrize(
    ("profile", "values", "wanted"), CHANGES, ids=[str(each[1]) for each in CHANGES]
)
def test_a_value_changes_what_it_names_and_nothing_else(
    helm: str, package: Path, profile: str, values: dict[str, Any], wanted: dict[str, Any]
) -> None:
    before = rendered(helm, package, {"profile": profile})
    assert _changed(before, rendered(helm, package, {"profile": profile, **values})) == wanted


def test_new_settings_start_new_pods_and_a_new_job(helm: str, package: Path) -> None:
    before, after = (
        rendered(helm, package, {"settings": {"NEWSLOOM_ARCHIVE": archive}})
        for archive in ("chosen", "all")
    )
    [old_job], [new_job] = ({key for key in each if key[0] == "Job"} for each in (before, after))
    assert old_job != new_job
    for key in before.keys() & after.keys():
        old, new = pod_template(before[key]), pod_template(after[key])
        # The queue has no settings, and no worker can go on while it starts.
        assert (old != new) == (old is not None and key[1] != "beanstalkd")


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"profile": "big"}, "'/profile': value must be one of 'small', 'full', 'full-by-backlog'"),
    ({"replica": {}}, "'replica' not allowed"),
    ({"replicas": {"worker-pages": 2}}, "'/replicas': additional properties 'worker-pages' not"),
    # The autoscaler says how many.
    ({"replicas": {"worker-page": 2}}, "'/replicas': additional properties 'worker-page' not"),
    ({"replicas": {"web": -1}}, "'/replicas/web': minimum: got -1, want 0"),
    ({"replicas": {"beanstalkd": 2}}, "'/replicas/beanstalkd': maximum: got 2, want 1"),
    ({"profile": "small", "replicas": {"newsloom": 2}}, "'/replicas/newsloom': maximum: got 2"),
    ({"profile": "small", "replicas": {"web": 2}}, "'/replicas': additional properties 'web' not"),
    ({"profile": "small", "autoscaling": {"maxReplicas": 2}}, "'maxReplicas' not allowed"),
    ({"settings": {"NEWSLOOM_ARCHIV": "all"}}, "properties 'NEWSLOOM_ARCHIV' not allowed"),
    # It would be in a ConfigMap, and pods have it from the secret.
    ({"settings": {"NEWSLOOM_SECRET_KEY": "a"}}, "properties 'NEWSLOOM_SECRET_KEY' not allowed"),
    ({"settings": {"NEWSLOOM_TRACE_DAYS": 2}}, "'/settings/NEWSLOOM_TRACE_DAYS': got number, want"),
    ({"ingress": {"className": "nginx"}}, "'/ingress': properties 'host' required"),
    ({"servers": [{"cidr": "10.0.0.0/8"}]}, "'/servers/0': missing property 'ports'"),
    ({"servers": [{"cidr": "10.0.0.0/8", "ports": []}]}, "'/servers/0/ports': minItems: got 0"),
    ({"imagePullSecrets": [{}]}, "'/imagePullSecrets/0': missing property 'name'"),
    ({"ingress": {"host": "a", "annotations": {"a": True}}}, "'/ingress/annotations/a': got bool"),
    ({"images": {"newsloom": ""}}, "'/images/newsloom': minLength: got 0, want 1"),
)  # fmt: skip


@pytest.mark.parametrize(("values", "says"), WRONG, ids=[str(each[0]) for each in WRONG])
def test_a_wrong_value_is_refused_by_its_name(
    helm: str, package: Path, values: dict[str, Any], says: str
) -> None:
    with pytest.raises(subprocess.CalledProcessError) as raised:
        rendered(helm, package, values)
    assert says in raised.value.stderr
