"""The units for systemd: systemd accepts them, they run every role, and they may do little."""

import re
import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from scheduler.heartbeat import SILENT_SECONDS
from storage.settings import PREFIX, known_settings
from testbed.servers.process import require
from tests.plugin import obtain
from tests.unit.deploy.test_compose_file import SERVICES
from tests.unit.deploy.test_kubernetes import roles as roles_in_kubernetes

UNITS = Path(__file__).parents[3] / "deploy" / "systemd"
CREDENTIALS = "/etc/newsloom/credentials"
POOLS = ("list", "page", "all", "render")
ROLES = (
    "scheduler",
    "stories",
    "alerts",
    "web",
    "migrate",
    "backup",
    "doctor",
    *(f"worker@{pool}" for pool in POOLS),
)
# In tenths. Chromium makes namespaces and compiles scripts.
MAX_EXPOSED = {"worker@render": 25}
_MAX_EXPOSED = 15


def lines(name: str, key: str) -> list[str]:
    """Return the values of a key in the file of a unit, in order."""
    template = re.sub(r"@\w+", "@", f"newsloom-{name}.service")
    return re.findall(rf"^{key}=(.*)$", (UNITS / template).read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def analyze(pytestconfig: pytest.Config) -> str:
    """The path of systemd's tool that reads units without a running systemd."""
    return obtain(pytestconfig, lambda: require("systemd-analyze", "systemd"))


@pytest.fixture
def machine(analyze: str, tmp_path: Path) -> Path:
    """The root of a machine on which someone has copied the units as docs/ops.md says."""
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "usr/lib/systemd/system", symlinks=True)
    shutil.copytree(UNITS, tmp_path / "etc/systemd/system")
    for program in ("opt/newsloom/bin/newsloom",):
        (tmp_path / program).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    return tmp_path


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def verify(analyze: str, machine: Path, units: Sequence[str]) -> str:
    ran = run(analyze, "verify", "--man=no", f"--root={machine}", *units)
    return f"{ran.stdout}{ran.stderr}" or (
        "" if ran.returncode == 0 else f"status {ran.returncode}"
    )


def test_systemd_finds_nothing_wrong(analyze: str, machine: Path) -> None:
    units = [f"newsloom-{role}.service" for role in ROLES]
    assert verify(analyze, machine, [*units, "newsloom.target", "newsloom-backup.timer"]) == ""


@pytest.mark.parametrize(
    ("wrong", "found"),
    [("ProtectSytem=strict", "ProtectSytem"), ("ExecStartPre=/opt/gone", "/opt/gone")],
)
def test_what_is_wrong_is_found(analyze: str, machine: Path, wrong: str, found: str) -> None:
    with (machine / "etc/systemd/system/newsloom-.service.d/10-sandbox.conf").open("a") as file:
        file.write(f"{wrong}\n")
    assert found in verify(analyze, machine, ["newsloom-web.service"])


@pytest.mark.parametrize("role", ROLES)
def test_a_unit_may_do_little(analyze: str, machine: Path, role: str) -> None:
    most = MAX_EXPOSED.get(role, _MAX_EXPOSED)
    options = ["--offline=true", "--no-pager", f"--threshold={most}", f"--root={machine}"]
    ran = run(analyze, "security", *options, f"newsloom-{role}.service")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    # The sandbox of all units comes first, and the exception for browsers after it.
    is_exception = bool(re.search(r"✗ MemoryDenyWriteExecute", ran.stdout))
    assert is_exception == (role in MAX_EXPOSED)


def test_without_the_sandbox_a_unit_may_do_too_much(analyze: str, machine: Path) -> None:
    shutil.rmtree(machine / "etc/systemd/system/newsloom-.service.d")
    options = ["--offline=true", "--no-pager", f"--threshold={_MAX_EXPOSED}", f"--root={machine}"]
    assert run(analyze, "security", *options, "newsloom-web.service").returncode != 0


def test_there_is_a_unit_for_every_role_of_compose() -> None:
    wanted = {
        service["command"][0]
        for service in SERVICES.values()
        if service["image"].startswith("newsloom:")
    }
    commands = {name: lines(name, "ExecStart")[0] for name in ROLES}
    found = {
        command.split()[1]
        for command in commands.values()
        if command.startswith("/opt/newsloom/bin/newsloom ")
    }
    assert found - {"doctor"} == wanted
    assert commands["worker@list"].endswith("worker --pool %i --processes ${PROCESSES_%i}")
    (numbers,) = [
        value for value in lines("worker@list", "Environment") if value.startswith("PROCESSES_")
    ]
    assert {each.split("=")[0] for each in numbers.split()} == {
        f"PROCESSES_{pool}" for pool in POOLS
    }


@pytest.mark.parametrize("role", ROLES)
def test_every_setting_exists_and_every_credential_is_a_file_of_its_own(role: str) -> None:
    loaded = dict(value.split(":") for value in lines(role, "LoadCredential"))
    given = dict(
        value.split("=", 1) for value in lines(role, "Environment") if value.startswith(PREFIX)
    )
    assert loaded == {name: f"{CREDENTIALS}/{name}" for name in loaded}
    assert given == {f"{PREFIX}{name.upper()}_FILE": f"%d/{name}" for name in loaded}
    assert loaded.keys() <= known_settings().keys()


@pytest.mark.parametrize(
    "role",
    sorted(set(ROLES) - {"doctor"} - {f"worker@{pool}" for pool in ("all", "list")}),
)
def test_a_role_gets_the_credentials_that_it_gets_in_kubernetes(role: str) -> None:
    same = roles_in_kubernetes("full")[role.replace("@", "-")]["env"]
    loaded = {value.split(":")[0] for value in lines(role, "LoadCredential")}
    assert loaded == {Path(variable["value"]).name for variable in same}


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"migrate", "backup", "doctor"}))
def test_the_target_starts_and_stops_every_role(role: str) -> None:
    assert lines(role, "WantedBy") == ["newsloom.target"]
    assert lines(role, "PartOf") == ["newsloom.target"]
    assert lines(role, "Restart") == ["always"]
    # When it stops, the target waits for what comes after it.
    assert "newsloom.target" in lines(role, "After")[0].split()


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"migrate", "backup", "doctor", "web"}))
def test_systemd_restarts_a_role_that_hangs(role: str) -> None:
    """The server of web looks after its processes."""
    assert [float(each) for each in lines(role, "WatchdogSec")] == [SILENT_SECONDS]


def test_user_folders_and_credentials_are_made_for_their_readers_only(
    analyze: str, machine: Path
) -> None:
    for tool, file in (("systemd-sysusers", "sysusers"), ("systemd-tmpfiles", "tmpfiles")):
        words = ["--create"] if file == "tmpfiles" else []
        ran = run(tool, f"--root={machine}", *words, str(UNITS / f"newsloom.{file}.conf"))
        if "Operation not permitted" in ran.stderr:
            pytest.skip(f"only root can give files away: {ran.stderr}")
        assert ran.returncode == 0, ran.stderr
    assert "/var/lib/newsloom" in (machine / "etc/passwd").read_text()
    folder = machine / CREDENTIALS[1:]
    loaded = {value.split(":")[0] for role in ROLES for value in lines(role, "LoadCredential")}
    assert {path.name for path in folder.iterdir()} == loaded
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (folder / "smtp_url").write_text("smtp://mail")
    run("systemd-tmpfiles", f"--root={machine}", "--create", str(UNITS / "newsloom.tmpfiles.conf"))
    assert (folder / "smtp_url").read_text() == "smtp://mail"
    backups = (machine / "var/backups/newsloom").stat()
    assert (stat.S_IMODE(backups.st_mode), backups.st_uid == 0) == (0o700, False)


def test_a_backup_a_night_is_made_by_the_command_of_the_containers(analyze: str) -> None:
    """It deletes older ones only after a new one: tests/e2e/test_backup_folder.py."""
    [command] = lines("backup", "ExecStart")
    assert lines("backup", "ExecStartPost") == []
    [folder] = lines("backup", "ReadWritePaths")
    program, *words = command.split()
    assert program == "/opt/newsloom/bin/newsloom"
    assert words == ["backup", "--keep", "${BACKUP_DAYS}", folder]
    in_compose = SERVICES["backup"]["command"]
    assert [words[0], words[1]] == [in_compose[0], in_compose[1]]
    assert [each for each in lines("backup", "Environment") if each == "BACKUP_DAYS=14"]
    (calendar,) = re.findall(
        r"^OnCalendar=(.*)$", (UNITS / "newsloom-backup.timer").read_text(), re.MULTILINE
    )
    assert run(analyze, "calendar", calendar).returncode == 0
