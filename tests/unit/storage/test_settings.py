"""Settings: all problems at once, secrets never shown."""

import stat
from ipaddress import ip_network
from pathlib import Path

import pytest

from storage.errors import SettingsError
from storage.settings import Settings


def test_without_variables_everything_is_embedded_below_home(tmp_path: Path) -> None:
    settings = Settings.from_mapping({"NEWSLOOM_HOME": str(tmp_path), "PATH": "/bin"})
    assert settings.embedded
    assert settings.database_url == f"sqlite://{tmp_path}/newsloom.db"


def test_every_bad_variable_is_named_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(
            {
                "NEWSLOOM_WEB_PORT": "eighty",
                "NEWSLOOM_CONCURENCY": "8",
                "NEWSLOOM_QUEUE_URL": "amqp://user:hidden@host",
                "NEWSLOOM_ALLOW_NETWORKS": "10.0.0.0/99",
                "NEWSLOOM_LOG_LEVEL": "LOUD",
                "NEWSLOOM_SEEN_ERROR_RATE": "-1",
            }
        )
    text = str(caught.value)
    for name in ("WEB_PORT", "CONCURENCY", "QUEUE_URL", "ALLOW_NETWORKS", "LOG_LEVEL", "SEEN_ERROR_RATE"):
        assert f"NEWSLOOM_{name}" in text
    assert "hidden" not in text
    assert len(caught.value.problems) == 6


def test_values_are_read() -> None:
    settings = Settings.from_mapping(
        {"NEWSLOOM_ALLOW_NETWORKS": "127.0.0.0/8, fd00::/8", "NEWSLOOM_ALLOWED_HOSTS": "a.example, b.example"}
    )
    assert settings.allow_networks == (ip_network("127.0.0.0/8"), ip_network("fd00::/8"))
    assert settings.allowed_hosts == ("a.example", "b.example")


def test_secrets_are_not_in_the_representation() -> None:
    settings = Settings.from_mapping(
        {"NEWSLOOM_DATABASE_URL": "mysql://u:hidden@h/n", "NEWSLOOM_SECRET_KEY": "hidden-too"}
    )
    assert "hidden" not in repr(settings)


def test_a_generated_secret_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "new")
    assert len(settings.secret()) > 40
    assert settings.secret() == Settings(home=tmp_path / "new").secret()
    assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600
