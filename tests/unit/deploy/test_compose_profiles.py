"""What the compose files start by choice: a browser, Prometheus and Grafana, or everything in
files.
"""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from storage.settings import PREFIX, known_settings
from tests.unit.deploy.test_alert_rules import OF_NEWSLOOM

ROOT = Path(__file__).parents[3]
FILES = ("docker-compose.yml", "docker-compose.small.yml")
FULL, SMALL = (yaml.safe_load((ROOT / name).read_text()) for name in FILES)
OPTIONAL = {"observability": {"prometheus", "grafana"}, "render": {"worker-render"}}
SMALL_ROLES: dict[str, Any] = {
    name: service for name, service in SMALL["services"].items() if "extends" not in service
}


def mounts(service: dict[str, Any]) -> dict[str, str]:
    """Return the sources of a service's volumes by their places in the container."""
    return {each.split(":")[1]: each.split(":")[0] for each in service.get("volumes", [])}


def test_without_a_profile_nothing_optional_starts() -> None:
    given = {
        name: service["profiles"]
        for name, service in FULL["services"].items()
        if "profiles" in service
    }
    assert given == {name: [profile] for profile, names in OPTIONAL.items() for name in names}


@pytest.mark.parametrize("name", FILES)
def test_compose_accepts_the_file(compose: str, tmp_path: Path, name: str) -> None:
    (tmp_path / "env").touch()
    words = ["--env-file", str(tmp_path / "env"), "-f", str(ROOT / name), "config", "--services"]
    given = {"PATH": os.environ["PATH"], "ENV_FILE": str(tmp_path / "env")}
    ran = subprocess.run([compose, *words], capture_output=True, text=True, timeout=60, env=given)
    assert ran.returncode == 0, ran.stderr
    assert set(ran.stdout.split()) == yaml.safe_load((ROOT / name).read_text())["services"].keys()


def test_the_small_file_runs_every_role_of_the_full_one() -> None:
    roles = {
        service["command"][0]
        for name, service in FULL["services"].items()
        if service["image"].startswith("newsloom:") and name not in OPTIONAL["render"]
    }
    assert {service["command"][0] for service in SMALL_ROLES.values()} == roles
    # One worker takes the jobs of both pools.
    assert "--pool" not in SMALL_ROLES["worker"]["command"]


def test_the_small_file_keeps_everything_in_one_volume() -> None:
    for name, service in SMALL_ROLES.items():
        assert service["environment"]["NEWSLOOM_HOME"] == "/data"
        # Backups are apart from what they save.
        more = {"/backups": "backups"} if name == "backup" else {}
        assert mounts(service) == {"/data": "data", **more}
        assert not [
            name
            for name in service["environment"]
            if re.search("DATABASE|QUEUE|SEEN|DOCUMENTS", name)
        ]
    assert "/data" in (ROOT / "deploy" / "Dockerfile").read_text()


def test_the_small_file_gives_few_rights_and_secrets() -> None:
    more = {"alerts": {"smtp_url"}, "web": {"smtp_url", "metrics_token"}}
    for name, service in SMALL_ROLES.items():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["read_only"] is True
        wanted = {"secret_key"} | more.get(name, set())
        assert set(service["secrets"]) == wanted
        files = {key for key in service["environment"] if key.endswith("_FILE")}
        assert files == {f"{PREFIX}{secret.upper()}_FILE" for secret in wanted}
        settings = {
            key.removesuffix("_FILE").removeprefix(PREFIX).lower() for key in service["environment"]
        }
        assert settings <= set(known_settings())
    assert all(SMALL["secrets"][name] == FULL["secrets"][name] for name in SMALL["secrets"])


@pytest.mark.parametrize("name", FILES)
def test_only_this_machine_reaches_a_published_port(name: str) -> None:
    ports = [port for service in yaml.safe_load((ROOT / name).read_text())["services"].values()
             for port in service.get("ports", [])]  # fmt: skip
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_prometheus_asks_the_web_role_with_its_token() -> None:
    read = yaml.safe_load((ROOT / "deploy" / "prometheus" / "prometheus.yml").read_text())
    (job,) = read["scrape_configs"]
    web, prometheus = FULL["services"]["web"], FULL["services"]["prometheus"]
    assert job["static_configs"] == [
        {"targets": [f"web:{web['environment']['NEWSLOOM_WEB_PORT']}"]}
    ]
    assert (
        job["authorization"]["credentials_file"]
        == web["environment"]["NEWSLOOM_METRICS_TOKEN_FILE"]
    )
    assert set(prometheus["networks"]) & set(web["networks"]) == {"observability"}
    assert [f'up{{job="{job["job_name"]}"}}' in alert["expr"] for alert in OF_NEWSLOOM].count(
        True
    ) == 1


def test_promtool_accepts_the_configuration(promtool: str, tmp_path: Path) -> None:
    folder = ROOT / "deploy" / "prometheus"
    token = tmp_path / "metrics_token"
    token.write_text("token")
    text = (folder / "prometheus.yml").read_text().replace("/run/secrets/metrics_token", str(token))
    (tmp_path / "prometheus.yml").write_text(text)
    (tmp_path / "newsloom.rules.yml").write_text((folder / "newsloom.rules.yml").read_text())
    command = [promtool, "check", "config", str(tmp_path / "prometheus.yml")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{len(OF_NEWSLOOM)} rules found" in ran.stdout


def test_grafana_has_no_password_but_that_of_the_secret_and_finds_prometheus() -> None:
    grafana = FULL["services"]["grafana"]
    assert (
        grafana["environment"]["GF_SECURITY_ADMIN_PASSWORD__FILE"]
        == "/run/secrets/grafana_password"
    )
    assert not [
        name for name in grafana["environment"] if "ANONYMOUS" in name or name.endswith("PASSWORD")
    ]
    places = mounts(grafana)
    for folder in ("datasources", "dashboards"):
        assert (
            places[f"/etc/grafana/provisioning/{folder}"]
            == f"./deploy/grafana/provisioning/{folder}"
        )
    (provider,) = yaml.safe_load(
        (ROOT / places["/etc/grafana/provisioning/dashboards"] / "newsloom.yml").read_text()
    )["providers"]
    assert list((ROOT / places[provider["options"]["path"]]).glob("*.json"))
    (source,) = yaml.safe_load(
        (ROOT / places["/etc/grafana/provisioning/datasources"] / "newsloom.yml").read_text()
    )["datasources"]
    assert source["url"] == "http://prometheus:9090"
    assert set(grafana["networks"]) & set(FULL["services"]["prometheus"]["networks"])


@pytest.mark.parametrize("name", ["prometheus", "grafana"])
def test_what_a_container_mounts_from_here_exists(name: str) -> None:
    sources = [
        source for source in mounts(FULL["services"][name]).values() if source.startswith("./")
    ]
    assert sources
    assert [source for source in sources if not (ROOT / source).is_dir()] == []
