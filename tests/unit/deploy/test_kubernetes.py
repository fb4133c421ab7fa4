"""The manifests for Kubernetes: valid, complete, and with few rights."""

import copy
import re
import shutil
import subprocess
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from crawler.addresses import is_public
from deploy import kustomization
from deploy.kustomization import FOLDER, OVERLAYS, Manifest, pod_template, render
from storage.settings import PREFIX, Settings, known_settings
from tests.unit.deploy.test_compose_file import ROLES, SERVICES, by_default

VERSIONS = ("1.29", "1.37")
SECRETS = "/run/secrets/newsloom"
MAY_FETCH = {"worker-list", "worker-page", "worker-render", "web", "alerts"}
every_overlay = pytest.mark.parametrize("overlay", OVERLAYS)


@cache
def _rendered(overlay: str) -> list[Manifest]:
    return render(FOLDER / "overlays" / overlay)


def manifests(overlay: str, *kinds: str) -> list[Manifest]:
    return [
        each for each in copy.deepcopy(_rendered(overlay)) if not kinds or each["kind"] in kinds
    ]


def templates(overlay: str) -> dict[str, Manifest]:
    """Return the pods of each overlay by the names of what starts them."""
    return {
        each["metadata"]["name"]: template
        for each in manifests(overlay)
        if (template := pod_template(each))
    }


def containers(overlay: str) -> dict[str, Manifest]:
    """Return all containers by name, those that run first too."""
    pods = [template["spec"] for template in templates(overlay).values()]
    return {each["name"]: each for pod in pods for each in kustomization.containers(pod)}


def roles(overlay: str) -> dict[str, Manifest]:
    return {name: each for name, each in containers(overlay).items() if name != "beanstalkd"}


@every_overlay
@pytest.mark.parametrize("version", VERSIONS)
def test_every_manifest_fits_the_schema_of_kubernetes(overlay: str, version: str) -> None:
    for manifest in manifests(overlay):
        kubernetes_validate.validate(manifest, version, strict=True)


@pytest.mark.parametrize("key", ["replica", "template"])
def test_a_manifest_that_does_not_fit_is_found(key: str) -> None:
    (wrong,) = [
        each for each in manifests("full", "Deployment") if each["metadata"]["name"] == "web"
    ]
    wrong["spec"][key] = 2
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[0], strict=True)


@pytest.mark.parametrize("overlay", OVERLAYS[1:])
def test_every_role_of_compose_runs_with_the_same_command(overlay: str) -> None:
    found = roles(overlay)
    assert found.keys() == ROLES
    for role in ROLES:
        wanted = SERVICES[role]["command"]
        # One process in a pod; the migration waits for the database itself; the cluster knows when
        # the next backup is due.
        extra = {
            "worker-page": ["--processes"],
            "worker-list": ["--processes"],
            "backup": ["--daily"],
        }.get(role)
        args = wanted[: wanted.index(extra[0])] if extra else wanted
        assert found[role]["args"][: len(wanted)] == [by_default(each) for each in args]
    assert {each["metadata"]["name"] for each in manifests(overlay, "Deployment")} == ROLES - {
        "migrate", "backup",
    }  # fmt: skip
    assert [each["metadata"]["name"] for each in manifests(overlay, "Job")] == ["migrate"]
    assert [each["metadata"]["name"] for each in manifests(overlay, "CronJob")] == ["backup"]


@pytest.mark.parametrize("overlay", OVERLAYS[1:])
def test_one_backup_a_night_is_made_and_never_two_at_once(overlay: str) -> None:
    [job] = [each["spec"] for each in manifests(overlay, "CronJob")]
    assert re.fullmatch(r"\d+ \d+ \* \* \*", job["schedule"])
    assert job["concurrencyPolicy"] == "Forbid"
    assert (job["successfulJobsHistoryLimit"], job["failedJobsHistoryLimit"]) == (1, 3)
    # One that hangs is over before the next night.
    assert job["jobTemplate"]["spec"]["activeDeadlineSeconds"] < 86_400


@every_overlay
def test_backups_are_in_a_volume_that_outlives_the_pod(overlay: str) -> None:
    [claim] = manifests(overlay, "PersistentVolumeClaim")
    [pod] = [
        each["spec"]
        for each in templates(overlay).values()
        if "backup" in {one["name"] for one in each["spec"]["containers"]}
    ]
    name = claim["metadata"]["name"]
    assert {"name": name, "persistentVolumeClaim": {"claimName": name}} in pod["volumes"]
    [folder] = [
        mount["mountPath"]
        for mount in roles(overlay)["backup"]["volumeMounts"]
        if mount["name"] == name
    ]
    assert folder in roles(overlay)["backup"]["args"]


def test_the_small_pod_runs_every_role_that_compose_runs_by_default() -> None:
    wanted = {SERVICES[role]["command"][0] for role in ROLES}
    assert {each["args"][0] for each in roles("small").values()} == wanted
    assert roles("small")["worker"]["args"] == ["worker"]
    (pod,) = templates("small").values()
    assert [each["name"] for each in pod["spec"]["initContainers"]] == ["migrate"]
    for each in roles("small").values():
        assert {"name": "data", "mountPath": "/data"} in each["volumeMounts"]


@every_overlay
def test_every_setting_exists_and_every_secret_is_mounted(overlay: str) -> None:
    known = {f"{PREFIX}{name.upper()}" for name in known_settings()}
    (settings,) = manifests(overlay, "ConfigMap")
    assert settings["data"].keys() <= known
    for template in templates(overlay).values():
        mounted = {
            item["path"]
            for volume in template["spec"].get("volumes", [])
            if "secret" in volume
            for item in volume["secret"]["items"]
        }
        used = set()
        for each in kustomization.containers(template["spec"]):
            if each["name"] == "beanstalkd":
                continue
            assert each["envFrom"] == [{"configMapRef": {"name": "newsloom-settings"}}]
            for variable in each["env"]:
                assert variable["name"].removesuffix("_FILE") in known
                used.add(variable["value"].removeprefix(f"{SECRETS}/"))
                assert variable["name"] == f"{PREFIX}{Path(variable['value']).name.upper()}_FILE"
        assert used == mounted


def test_a_role_gets_the_secrets_that_it_needs() -> None:
    given = {
        name: {Path(variable["value"]).name for variable in each["env"]}
        for name, each in roles("full").items()
    }
    stores = {"database_url", "state_url", "documents_url", "secret_key"}
    of_workers = stores - {"database_url"}
    assert given == {
        "migrate": stores,
        "backup": stores,
        "scheduler": stores,
        "stories": stores,
        "alerts": stores | {"smtp_url"},
        "web": stores | {"archive_url", "metrics_token", "smtp_url"},
        "worker-list": of_workers,
        "worker-page": of_workers | {"archive_url"},
        "worker-render": of_workers | {"archive_url"},
    }


@every_overlay
def test_no_secret_is_in_the_manifests(overlay: str) -> None:
    assert not manifests(overlay, "Secret")
    assert not re.search(r"://[^/\s]*:[^/\s]*@|PASSWORD", yaml.safe_dump(manifests(overlay)))


@every_overlay
def test_a_pod_has_few_rights(overlay: str) -> None:
    assert manifests(overlay, "ServiceAccount")[0]["automountServiceAccountToken"] is False
    for template in templates(overlay).values():
        pod = template["spec"]
        assert pod["automountServiceAccountToken"] is False
        assert pod["serviceAccountName"] == "newsloom"
        context = pod["securityContext"]
        assert context["runAsNonRoot"] is True
        assert context["runAsUser"] == context["runAsGroup"] == context["fsGroup"] == 10001
        assert context["seccompProfile"] == {"type": "RuntimeDefault"}
        assert not pod.keys() & {"hostNetwork", "hostPID", "hostIPC"}
        assert not [volume for volume in pod.get("volumes", []) if "hostPath" in volume]
    for each in containers(overlay).values():
        assert each["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert {"cpu", "memory"} == each["resources"]["requests"].keys()
        assert "memory" in each["resources"]["limits"]
    (namespace,) = manifests(overlay, "Namespace")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


@every_overlay
def test_kubernetes_adds_no_variable_that_a_role_would_refuse(overlay: str) -> None:
    """For a service newsloom-x, it would set NEWSLOOM_X_SERVICE_HOST."""
    assert all(
        template["spec"]["enableServiceLinks"] is False for template in templates(overlay).values()
    )


@every_overlay
def test_every_role_that_stays_says_whether_it_works(overlay: str) -> None:
    for name, each in containers(overlay).items():
        if name == "migrate" or (name == "backup" and overlay != "small"):
            # They end.
            continue
        if name == "web":
            assert each["livenessProbe"]["httpGet"]["path"] == "/healthz"
            # Nothing takes over from the one pod of small.
            assert overlay == "small" or each["lifecycle"]["preStop"]["exec"]["command"] == [
                "sleep",
                "5",
            ]
        elif name != "beanstalkd":
            # By a heartbeat of its own: an outage of a store must restart no role.
            role = ["newsloom", "healthy", each["args"][0]]
            assert each["livenessProbe"]["exec"]["command"] == role
            assert overlay == "small" or each["readinessProbe"]["exec"]["command"] == role


def test_no_other_role_takes_the_web_interface_of_the_small_pod_away() -> None:
    assert {name for name, each in roles("small").items() if "readinessProbe" in each} == {"web"}
    (service,) = manifests("small", "Service")
    assert service["spec"]["publishNotReadyAddresses"] is True
    (full,) = [each for each in manifests("full", "Service") if each["metadata"]["name"] == "web"]
    assert "publishNotReadyAddresses" not in full["spec"]


@every_overlay
def test_names_are_asked_for_where_clusters_have_their_servers(overlay: str) -> None:
    (policy,) = [
        each["spec"]["egress"]
        for each in manifests(overlay, "NetworkPolicy")
        if each["metadata"]["name"] == "dns"
    ]
    ((rule),) = policy
    namespaces = [
        each["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
        for each in rule["to"]
        if "namespaceSelector" in each
    ]
    assert namespaces == ["kube-system", "openshift-dns"]
    assert [each["ipBlock"] for each in rule["to"] if "ipBlock" in each] == [
        {"cidr": "169.254.20.10/32"}
    ]
    assert {(each["protocol"], each["port"]) for each in rule["ports"]} == {
        (protocol, port) for protocol in ("UDP", "TCP") for port in (53, 5353)
    }


@every_overlay
def test_pods_have_as_much_time_to_stop_as_in_compose(overlay: str) -> None:
    for name, template in templates(overlay).items():
        if name not in ("migrate", "beanstalkd"):
            assert (
                f"{template['spec']['terminationGracePeriodSeconds']}s"
                == SERVICES["web"]["stop_grace_period"]
            )


def _labels(overlay: str) -> list[dict[str, str]]:
    return [template["metadata"]["labels"] for template in templates(overlay).values()]


@every_overlay
def test_every_selector_selects_a_pod(overlay: str) -> None:
    selectors = [each["spec"]["selector"] for each in manifests(overlay, "Service")]
    selectors += [
        each["spec"]["selector"]["matchLabels"]
        for each in manifests(overlay, "PodDisruptionBudget")
    ]
    selectors += [
        each["spec"]["podSelector"].get("matchLabels", {})
        for each in manifests(overlay, "NetworkPolicy")
    ]
    for selector in selectors:
        assert [labels for labels in _labels(overlay) if selector.items() <= labels.items()], (
            selector
        )


@pytest.mark.parametrize("overlay", OVERLAYS[1:])
def test_what_runs_more_than_once_survives_the_drain_of_a_node(overlay: str) -> None:
    scaled = {
        each["spec"]["scaleTargetRef"]["name"]: each["spec"]
        for each in manifests(overlay, "HorizontalPodAutoscaler")
    }
    deployments = {
        each["metadata"]["name"]: each["spec"] for each in manifests(overlay, "Deployment")
    }
    assert scaled.keys() == {"worker-page"}
    # Otherwise each `kubectl apply` would undo what the autoscaler has done.
    assert "replicas" not in deployments["worker-page"]
    several = {name for name, spec in deployments.items() if spec.get("replicas", 1) > 1} | set(
        scaled
    )
    # How many render is for each to choose.
    assert several | {"worker-render"} == {
        each["metadata"]["name"] for each in manifests(overlay, "PodDisruptionBudget")
    }
    assert {"scheduler", "stories", "alerts", "web"} <= several


def test_workers_are_scaled_by_a_number_that_exists() -> None:
    (scaling,) = manifests("full-by-backlog", "HorizontalPodAutoscaler")
    resource, external = scaling["spec"]["metrics"]
    assert resource == manifests("full", "HorizontalPodAutoscaler")[0]["spec"]["metrics"][0]
    assert external["external"]["metric"] == {
        "name": "newsloom_pool_jobs_overdue",
        "selector": {"matchLabels": {"pool": "page"}},
    }
    metrics = (FOLDER.parents[1] / "features" / "metrics" / "exposition.py").read_text()
    assert '"newsloom_pool_jobs_overdue"' in metrics


@every_overlay
def test_nothing_may_come_in_or_go_out_by_default(overlay: str) -> None:
    policies = {
        each["metadata"]["name"]: each["spec"] for each in manifests(overlay, "NetworkPolicy")
    }
    assert policies["deny-all"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    wide = [name for name, spec in policies.items() if "ipBlock" in str(spec)]
    # dns opens one address of the node itself.
    assert wide == ["dns", "internet"]
    (incoming,) = policies["web"]["ingress"]
    assert "namespaceSelector" in incoming["from"][0]


@pytest.mark.parametrize("overlay", OVERLAYS[1:])
def test_only_roles_that_fetch_or_send_reach_the_internet(overlay: str) -> None:
    found = {
        name
        for name, each in templates(overlay).items()
        if "newsloom/internet" in each["metadata"]["labels"]
    }
    assert found == MAY_FETCH


def _blocks() -> list[tuple[IPv4Network | IPv6Network, list[IPv4Network | IPv6Network]]]:
    (policy,) = (
        each
        for each in manifests("full", "NetworkPolicy")
        if each["metadata"]["name"] == "internet"
    )
    blocks = [to["ipBlock"] for to in policy["spec"]["egress"][0]["to"]]
    return [
        (ip_network(block["cidr"]), [ip_network(each) for each in block["except"]])
        for block in blocks
    ]


def _edges() -> list[str]:
    """Return addresses at the edges of every network that is not public, and some that are."""
    private = [each for _, excepted in _blocks() for each in excepted]
    private += [
        ip_network(text)
        for text in ("::1/128", "fc00::/7", "fe80::/10", "64:ff9b::/96", "100::/64")
    ]
    edges = [int(each[0]) for each in private] + [int(each[-1]) for each in private]
    found = {str(type(each[0])(number)) for each, number in zip(private * 2, edges, strict=True)}
    for network in private:
        for number in (int(network[0]) - 1, int(network[-1]) + 1):
            if 0 <= number < 2**network.max_prefixlen:
                found.add(str(type(network[0])(number)))
    return sorted(found)


def _open(text: str) -> bool:
    address = ip_address(text)
    return any(
        address in network and not any(address in each for each in excepted)
        for network, excepted in _blocks()
        if network.version == address.version
    )


@pytest.mark.parametrize("text", _edges())
def test_the_network_lets_no_address_pass_that_newsloom_itself_refuses(text: str) -> None:
    assert is_public(ip_address(text)) or not _open(text)


@pytest.mark.parametrize(
    "text", ["1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.0", "2606:4700::1111", "2a00::1"]
)
def test_the_network_lets_public_addresses_pass(text: str) -> None:
    assert _open(text)


def test_the_host_of_a_machine_in_azure_stays_closed() -> None:
    assert not _open(str(Settings().deny_networks[0][0]))


def kubectl_kustomize(folder: Path) -> list[Manifest]:
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("kubectl is missing; the other tests read the manifests without it")
    ran = subprocess.run(
        [kubectl, "kustomize", str(folder)], capture_output=True, text=True, timeout=60
    )
    if "unknown field" in ran.stderr or "invalid Kustomization" in ran.stderr:
        pytest.skip(f"this kubectl is too old for kustomizations of today: {ran.stderr.strip()}")
    assert ran.returncode == 0, ran.stderr
    # The name of a generated ConfigMap ends with a hash of its content, so that pods follow a
    # change.
    text = re.sub(r"\bnewsloom-settings-[a-z0-9]{10}\b", "newsloom-settings", ran.stdout)
    assert text != ran.stdout
    return list(yaml.safe_load_all(text))


def by_name(found: list[Manifest]) -> dict[tuple[str, str], Any]:
    return {(each["kind"], each["metadata"]["name"]): each for each in found}


@every_overlay
def test_kubectl_renders_the_same(overlay: str) -> None:
    assert by_name(kubectl_kustomize(FOLDER / "overlays" / overlay)) == by_name(manifests(overlay))


def example_overlay(folder: Path) -> Path:
    """Write the overlay of docs/kubernetes.md to a folder, beside links to the project, and return
    where it is.
    """
    own = folder / "news"
    own.mkdir()
    (folder / "deploy").mkdir()
    shutil.copytree(FOLDER, folder / "deploy" / "kubernetes")
    text = (FOLDER.parents[1] / "docs" / "kubernetes.md").read_text()
    for name, content in re.findall(
        r"^`news/([a-z.]+)`:\n\n```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    ):
        (own / name).write_text(content)
    assert {path.name for path in own.iterdir()} == {
        "kustomization.yaml",
        "servers.yaml",
        "ingress.yaml",
    }
    return own


def test_the_overlay_of_the_documentation_works(tmp_path: Path) -> None:
    found = by_name(kubectl_kustomize(example_overlay(tmp_path)))
    assert found.keys() - by_name(manifests("full")).keys() == {
        ("NetworkPolicy", "to-servers"),
        ("Ingress", "web"),
    }
    for manifest in found.values():
        kubernetes_validate.validate(manifest, VERSIONS[0], strict=True)
        assert manifest["kind"] == "Namespace" or manifest["metadata"]["namespace"] == "newsloom"
    assert found["Deployment", "worker-render"]["spec"]["replicas"] == 1
    images = set(re.findall(r"'image': '([^']*)'", str(list(found.values()))))
    assert images == {
        f"registry.example.org/newsloom{name}:1" for name in ("", "-render", "-beanstalkd")
    }
    Settings.from_mapping(found["ConfigMap", "newsloom-settings"]["data"])
    backend = found["Ingress", "web"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    service = found["Service", backend["name"]]
    assert backend["port"]["name"] in {port["name"] for port in service["spec"]["ports"]}


def test_the_secrets_of_the_documentation_are_those_that_pods_mount() -> None:
    text = (FOLDER.parents[1] / "docs" / "kubernetes.md").read_text()
    rows = re.findall(r"^\| `([a-z_]+)` \|.*\| (yes)? ?\| yes \|$", text, re.MULTILINE)
    used = {
        overlay: set(re.findall(rf"{SECRETS}/([a-z_]+)", str(manifests(overlay))))
        for overlay in OVERLAYS[:2]
    }
    assert {name for name, _ in rows} == used["full"]
    assert {name for name, in_small in rows if in_small} == used["small"]
