"""The passwords of docker-compose.yml: complete, private, made once."""

import re
from pathlib import Path

import pytest

from deploy.make_secrets import secrets_text, write_secrets

_COMPOSE = Path(__file__).parents[3] / "docker-compose.yml"


def _pairs(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))


def test_every_password_that_compose_demands_is_made() -> None:
    demanded = set(re.findall(r"\$\{(\w+):\?", _COMPOSE.read_text()))
    assert set(_pairs(secrets_text())) == demanded


def test_passwords_differ_and_fit_into_an_address() -> None:
    values = list(_pairs(secrets_text()).values()) + list(_pairs(secrets_text()).values())
    assert len(set(values)) == len(values)
    assert all(re.fullmatch(r"[\w-]{40,}", value) for value in values)


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    write_secrets(tmp_path / ".env")
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600


def test_a_file_that_exists_is_kept(tmp_path: Path) -> None:
    write_secrets(tmp_path / ".env")
    before = (tmp_path / ".env").read_text()
    with pytest.raises(FileExistsError):
        write_secrets(tmp_path / ".env")
    assert (tmp_path / ".env").read_text() == before
