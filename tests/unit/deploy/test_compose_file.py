"""The settings that docker-compose.yml gives to each role: all of them, and secrets only where they are needed."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from storage.settings import PREFIX, Settings

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parents[3] / "docker-compose.yml").read_text())[
    "services"
]
ROLES = {name for name, service in SERVICES.items() if service["image"].startswith("newsloom:")}
SET_BY_COMPOSE = {"database_url", "queue_url", "seen_url", "documents_url", "secret_key"}
# The image sets `home`.
SET_FOR_WEB = {"home", "web_host", "web_port"}
SECRETS = {"metrics_token": {"web"}, "smtp_url": {"web", "alerts"}}


def given(service: str) -> dict[str, str | None]:
    return SERVICES[service].get("environment", {})


def variable(setting: str) -> str:
    return f"{PREFIX}{setting.upper()}"


def test_the_roles_are_known() -> None:
    assert {"migrate", "scheduler", "worker-list", "worker-page", "alerts", "web"} == ROLES


@pytest.mark.parametrize("role", sorted(ROLES))
def test_every_setting_of_env_reaches_a_role(role: str) -> None:
    """Compose takes a name without a value from `.env`."""
    passed = {name for name, value in given(role).items() if value is None}
    wanted = set(Settings.__dataclass_fields__) - SET_BY_COMPOSE - SET_FOR_WEB - set(SECRETS)
    wanted |= {secret for secret, roles in SECRETS.items() if role in roles}
    assert passed == {variable(setting) for setting in wanted}


@pytest.mark.parametrize("role", sorted(ROLES))
def test_what_compose_sets_has_a_value(role: str) -> None:
    assert all(given(role)[variable(setting)] for setting in SET_BY_COMPOSE)


@pytest.mark.parametrize("server", sorted(SERVICES.keys() - ROLES))
def test_servers_get_no_setting(server: str) -> None:
    assert not [name for name in given(server) if name.startswith(PREFIX)]
