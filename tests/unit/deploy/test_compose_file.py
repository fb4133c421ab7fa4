"""What docker-compose.yml gives to each service: settings to roles, secrets as files where they are
needed.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.pin_images import pinned
from deploy.standins import default_images
from storage.settings import PREFIX, known_settings
from testbed.servers.elasticsearch import VERSION

TEXT = (Path(__file__).parents[3] / "docker-compose.yml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(TEXT)["services"]
ROLES = {
    name
    for name, service in SERVICES.items()
    if service["image"].startswith(("newsloom:", "newsloom-render:"))
}
FOR_WORKERS = {"state_url", "documents_url", "secret_key"}
FOR_ROLES = FOR_WORKERS | {"database_url"}
SECRETS = {
    **{name: FOR_WORKERS if "worker" in SERVICES[name]["command"] else FOR_ROLES for name in ROLES},
    "alerts": FOR_ROLES | {"smtp_url"},
    "web": FOR_ROLES | {"smtp_url", "metrics_token"},
    "mysql": {"mysql_password", "mysql_root_password"},
    "redis": {"redis_password"},
    "beanstalkd": set(),
    "elasticsearch": {"elastic_password", "documents_password"},
    "prometheus": {"metrics_token"},
    "grafana": {"grafana_password"},
}


def given(service: str) -> dict[str, str]:
    return dict(SERVICES[service].get("environment", {}))


def test_the_roles_are_known() -> None:
    assert {
        "migrate",
        "scheduler",
        "worker-list",
        "worker-page",
        "worker-render",
        "alerts",
        "stories",
        "backup",
        "web",
    } == ROLES
    assert set(SECRETS) == set(SERVICES)


@pytest.mark.parametrize("service", sorted(SERVICES))
def test_a_service_gets_the_secrets_that_it_needs_as_files(service: str) -> None:
    assert set(SERVICES[service].get("secrets", [])) == SECRETS[service]
    named = [value for name, value in given(service).items() if value.startswith("/run/secrets/")]
    assert {value.removeprefix("/run/secrets/") for value in named} <= SECRETS[service]


def test_no_secret_is_in_the_environment_of_a_container() -> None:
    for service in SERVICES:
        values = [
            str(value) for name, value in given(service).items() if not name.endswith("_FILE")
        ]
        assert not [value for value in values if re.search("PASSWORD|SECRET|KEY|://.*@", value)]
    assert "PASSWORD:?" not in TEXT


@pytest.mark.parametrize("role", sorted(ROLES))
def test_every_setting_of_env_reaches_a_role(role: str) -> None:
    """Also a misspelt one, which the role then refuses by name."""
    assert SERVICES[role]["env_file"] == ["${ENV_FILE:-.env}"]
    files = {name for name in given(role) if name.endswith("_FILE")}
    assert files == {f"{PREFIX}{secret.upper()}_FILE" for secret in SECRETS[role]}
    assert {name.removesuffix("_FILE") for name in given(role)} <= {
        f"{PREFIX}{name.upper()}" for name in known_settings()
    }


@pytest.mark.parametrize("service", sorted(SERVICES.keys() - ROLES))
def test_others_get_no_setting(service: str) -> None:
    assert not SERVICES[service].get("env_file")
    assert not [name for name in given(service) if name.startswith(PREFIX)]


@pytest.mark.parametrize("service", sorted(SERVICES))
def test_a_service_has_few_rights(service: str) -> None:
    described = SERVICES[service]
    assert described["cap_drop"] == ["ALL"]
    assert described["security_opt"] == ["no-new-privileges:true"]
    assert described.get("read_only") is True or service == "elasticsearch"
    # The images of our own name their user.
    assert "user" in described or described["image"].startswith("newsloom")


@pytest.mark.parametrize("folder", ["", "beanstalkd"])
def test_an_image_of_our_own_does_not_run_as_root(folder: str) -> None:
    text = (Path(__file__).parents[3] / "deploy" / folder / "Dockerfile").read_text()
    assert re.search(r"^USER (10001:10001|beanstalkd)$", text, re.MULTILINE)


def by_default(text: str, **variables: str) -> str:
    """Return a text with its variables, or their defaults, as compose reads it."""
    return re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: variables.get(found[1], found[2]), text)


def limited(service: str, **variables: str) -> str:
    """Return the limit of a service's memory as compose reads it."""
    return by_default(str(SERVICES[service]["mem_limit"]), **variables)


def test_a_backup_a_day_is_kept_in_a_volume_of_which_the_image_has_the_folder() -> None:
    command = SERVICES["backup"]["command"]
    assert [by_default(each) for each in command] == [
        "backup", "--keep", "7", "/backups", "--daily",
    ]  # fmt: skip
    assert by_default(command[2], BACKUP_DAYS="30") == "30"
    assert SERVICES["backup"]["volumes"] == ["backups:/backups"]
    # A new volume gets the owner of the folder that it covers.
    [made] = re.findall(
        r"install -d -o newsloom -g newsloom -m 700 (.*)",
        (Path(__file__).parents[3] / "deploy" / "Dockerfile").read_text(),
    )
    assert "/backups" in made.split()


@pytest.mark.parametrize("service", sorted(SERVICES))
def test_the_limit_of_memory_is_a_variable_that_the_table_of_sizes_names(service: str) -> None:
    [name] = re.findall(r"\$\{(\w+_MEMORY_MB):-", SERVICES[service]["mem_limit"])
    assert re.fullmatch(r"\d+m", limited(service))
    assert limited(service, **{name: "7777"}) == "7777m"
    assert f"`{name}`" in (Path(__file__).parents[3] / "docs" / "ops.md").read_text()


@pytest.mark.parametrize("given", [{}, {"REDIS_MEMORY_MB": "4000"}])
def test_redis_refuses_data_before_the_kernel_kills_it(given: dict[str, str]) -> None:
    """Run the configuration through a shell, as the container does."""
    text = by_default(SERVICES["redis"]["command"][2], **given)
    shell = text.replace("$$", "$").replace("exec redis-server", "redis_server")
    command = ["sh", "-c", f"redis_server() {{ cat; }}\n{shell}"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    [most] = re.findall(r"^maxmemory (\d+)mb$", ran.stdout, re.MULTILINE)
    assert int(most) == int(limited("redis", **given).removesuffix("m")) * 60 // 100


@pytest.mark.parametrize("role", sorted(ROLES - {"migrate", "web"}))
def test_a_container_is_healthy_if_its_role_gets_on(role: str) -> None:
    """An outage of a store must not make every role unhealthy."""
    service = SERVICES[role]
    assert service["healthcheck"]["test"] == ["CMD", "newsloom", "healthy", service["command"][0]]


def test_an_init_reaps_the_processes_of_every_role() -> None:
    # Not two of them: one below the other would complain.
    assert not [role for role in ROLES if "init" in SERVICES[role]]
    for folder in ("", "beanstalkd"):
        text = (Path(__file__).parents[3] / "deploy" / folder / "Dockerfile").read_text()
        assert re.search(r'^ENTRYPOINT \["tini", "--", ', text, re.MULTILINE)


def test_every_foreign_image_has_one_version_and_can_be_pinned() -> None:
    images = default_images(TEXT)
    assert set(images) == {
        "mysql",
        "redis",
        "elasticsearch",
        "python",
        "debian",
        "prometheus",
        "grafana",
    }
    assert all(
        re.search(r":v?(\d+\.\d+\.\d+|bookworm-\d{8})(-|$)", image) for image in images.values()
    )
    assert images["elasticsearch"].endswith(f":{VERSION}")
    for path, kind in (("deploy/Dockerfile", "python"), ("deploy/beanstalkd/Dockerfile", "debian")):
        assert (
            f"ARG {kind.upper()}_IMAGE={images[kind]}\n"
            in (Path(__file__).parents[3] / path).read_text()
        )
    foreign = {
        name for name, service in SERVICES.items() if not service["image"].startswith("newsloom")
    }
    assert all("_IMAGE:-" in SERVICES[name]["image"] for name in foreign)


def test_digests_replace_those_before_and_leave_settings_alone() -> None:
    before = "# mine\nMYSQL_IMAGE=mysql:8@sha256:1\nNEWSLOOM_LOG_LEVEL=INFO\n"
    after = pinned(before, {"mysql": "mysql:8@sha256:2"})
    assert after == "# mine\nNEWSLOOM_LOG_LEVEL=INFO\nMYSQL_IMAGE=mysql:8@sha256:2\n"
    assert pinned(after, {"mysql": "mysql:8@sha256:2"}) == after
