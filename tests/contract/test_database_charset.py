"""A database that cannot hold every text is refused before anything is written to it."""

import re
from pathlib import Path

import pytest

from storage.database.setup import migrate
from storage.errors import Refused
from testbed.databases import ready_database, set_up_django
from testbed.servers.namespaces import execute, fresh_database
from testbed.stack import Stack
from tests.command_line import CommandLine


@pytest.mark.parametrize("charset", ["latin1", "utf8mb3"])
def test_a_database_that_cannot_hold_every_text_is_refused(mariadb: str, charset: str) -> None:
    set_up_django()
    with fresh_database(mariadb, charset) as url:
        with (
            ready_database(url),
            pytest.raises(Refused, match=f"its character set is {charset}") as refused,
        ):
            migrate()
        [statement] = re.findall("ALTER DATABASE .*", refused.value.why)
        execute(url, statement)
        with ready_database(url):
            migrate()
            execute(url, f"ALTER TABLE auth_user CONVERT TO CHARACTER SET {charset}")
            with pytest.raises(Refused, match=r"table auth_user .* restore a backup into it"):
                migrate()


def test_doctor_refuses_a_database_that_cannot_hold_every_text(
    mariadb: str, tmp_path: Path
) -> None:
    set_up_django()
    with (
        fresh_database(mariadb, "latin1") as url,
        Stack(tmp_path / "home", {"database": url}) as stack,
        ready_database(url),
    ):
        stack.settings.prepare()
        answer = CommandLine(stack).run("doctor", check=False)
    assert answer.returncode == 1
    assert re.search("configuration +BAD .* ALTER DATABASE", answer.stdout)
