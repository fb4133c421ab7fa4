"""The secrets of docker-compose.yml: complete, private, made once, and taken over from an earlier
version.
"""

import re
from pathlib import Path

import pytest
import yaml

from deploy.make_secrets import add_secrets, secret_texts, write_secrets
from storage.settings import Settings

_COMPOSE = Path(__file__).parents[3] / "docker-compose.yml"


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "secrets", tmp_path / ".env"


def test_every_secret_that_compose_names_is_made() -> None:
    wanted = yaml.safe_load(_COMPOSE.read_text())["secrets"]
    assert {name: secret["file"] for name, secret in wanted.items()} == {
        name: f"${{SECRETS:-./secrets}}/{name}" for name in secret_texts({})
    }


def test_passwords_differ_and_fit_into_an_address() -> None:
    texts = [secret_texts({}), secret_texts({})]
    values = [
        value
        for each in texts
        for name, value in each.items()
        if name.endswith(("password", "key"))
    ]
    assert len(set(values)) == len(values) == 14
    assert all(re.fullmatch(r"[\w-]{40,}", value) for value in values)


def test_the_addresses_are_settings_with_the_passwords_of_the_servers(
    places: tuple[Path, Path],
) -> None:
    folder, settings = places
    write_secrets(folder, settings)
    files = {f"NEWSLOOM_{name.upper()}_FILE": str(folder / name) for name in (
        "database_url", "state_url", "documents_url", "secret_key", "metrics_token", "smtp_url",
    )}  # fmt: skip
    read = Settings.from_mapping(files)
    for url, password in (
        ("database_url", "mysql"),
        ("state_url", "redis"),
        ("documents_url", "documents"),
    ):
        assert f":{(folder / f'{password}_password').read_text()}@" in getattr(read, url)
    assert read.metrics_token == (folder / "metrics_token").read_text() != ""
    assert read.smtp_url == ""


def test_no_other_user_reaches_them_but_every_container_can_read_them(
    places: tuple[Path, Path],
) -> None:
    folder, settings = places
    write_secrets(folder, settings)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o444}
    assert settings.stat().st_mode & 0o777 == 0o600


def test_secrets_that_exist_are_kept(places: tuple[Path, Path]) -> None:
    folder, settings = places
    write_secrets(folder, settings)
    before = {path: path.read_text() for path in (*folder.iterdir(), settings)}
    with pytest.raises(FileExistsError):
        write_secrets(folder, settings)
    assert {path: path.read_text() for path in before} == before


def test_passwords_of_an_earlier_version_move(places: tuple[Path, Path]) -> None:
    folder, settings = places
    settings.write_text(
        "# mine\nMYSQL_PASSWORD=old\nSECRET_KEY='older'\nNEWSLOOM_SMTP_URL=smtp://mail\nNEWSLOOM_LOG_LEVEL=WARNING\n"
    )
    assert write_secrets(folder, settings) == ["MYSQL_PASSWORD", "NEWSLOOM_SMTP_URL", "SECRET_KEY"]
    read = {path.name: path.read_text() for path in folder.iterdir()}
    assert (read["mysql_password"], read["secret_key"], read["smtp_url"]) == (
        "old",
        "older",
        "smtp://mail",
    )
    assert read["database_url"] == "mysql://newsloom:old@mysql:3306/newsloom"
    assert settings.read_text() == "# mine\nNEWSLOOM_LOG_LEVEL=WARNING\n"


def test_the_token_of_an_earlier_version_stays(places: tuple[Path, Path]) -> None:
    folder, settings = places
    settings.write_text("NEWSLOOM_METRICS_TOKEN=mine\n")
    assert write_secrets(folder, settings) == ["NEWSLOOM_METRICS_TOKEN"]
    assert (folder / "metrics_token").read_text() == "mine"


@pytest.mark.parametrize("token", ["", "mine"])
def test_a_folder_of_an_earlier_version_gets_what_it_lacks(
    places: tuple[Path, Path], token: str
) -> None:
    folder, settings = places
    write_secrets(folder, settings)
    (folder / "grafana_password").unlink()
    (folder / "metrics_token").unlink()
    (folder / "metrics_token").write_text(token)
    before = {path.name: path.read_text() for path in folder.iterdir()}
    missing = ["grafana_password"] if token else ["metrics_token", "grafana_password"]
    assert add_secrets(folder) == missing
    after = {path.name: path.read_text() for path in folder.iterdir()}
    assert set(after) == {*before, "grafana_password"}
    assert {name for name in before if after[name] != before[name]} == (
        set() if token else {"metrics_token"}
    )
    assert len(after["grafana_password"]) >= 40
    assert (folder / "grafana_password").stat().st_mode & 0o777 == 0o444
    assert add_secrets(folder) == []


def test_a_file_with_a_former_name_is_renamed(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    write_secrets(folder, tmp_path / ".env")
    address = (folder / "state_url").read_text()
    (folder / "state_url").rename(folder / "seen_url")
    add_secrets(folder)
    assert (folder / "state_url").read_text() == address
    assert not (folder / "seen_url").exists()
