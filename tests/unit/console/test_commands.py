"""Commands as operators call them, on embedded stores."""

import csv
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scheduler.heartbeat import FOLDER, SILENT_SECONDS
from storage.backends import open_documents
from testbed.embeddings import MODEL, embeddings_server
from testbed.stack import Stack, wait_until
from tests.command_line import CommandLine, command_line
from tests.contract.documents import document


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home") as stack:
        yield stack


@pytest.fixture
def commands(stack: Stack) -> Iterator[CommandLine]:
    with command_line(stack) as commands:
        yield commands


def test_a_source_is_added_with_headers_keyword_lists_and_without_robots(
    commands: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "level").write_text("a=b\n")
    commands.run("source", "keywords", "Floods", "flood", "洪水")
    assert (
        "keywords in the keyword list Floods: 1"
        in commands.run("source", "keywords", "floods", "flood").stdout
    )
    commands.run(
        *(
            "source",
            "add",
            "s",
            "http://s.example/?q={keyword}",
            "--channel",
            "search",
            "--wrapper",
            "baidu",
        ),
        *(
            "--keyword-list",
            "Floods",
            "--header",
            f"X-Level=@{tmp_path / 'level'}",
            "--header",
            "Accept=text/html",
            "--no-robots",
        ),
    )
    commands.run(
        "source",
        "add",
        "plain",
        "http://s.example/feed",
        "--channel",
        "feed",
        *("--interval", "15 min", "--longest-interval", "86400", "--tag", "a, b"),
    )
    commands.run("source", "export", str(tmp_path / "out.csv"))
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        plain, search = csv.DictReader(file)
    assert (plain["interval_seconds"], plain["longest_interval_seconds"]) == ("900", "86400")
    assert plain["tags"] == "a\nb"
    assert search["headers"] == "Accept: text/html\nX-Level: a=b"
    assert search["keyword_lists"] == "Floods"
    assert search["result_parser"] == "baidu"
    assert [(each["obey_robots"], each["enabled"]) for each in (plain, search)] == [
        ("yes", "yes"),
        ("no", "yes"),
    ]


def test_a_secret_header_comes_from_a_file(commands: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("s3cret=x\n", encoding="utf-8")
    commands.run(
        *("source", "add", "a", "http://a.example/feed", "--channel", "feed"),
        *("--header", f"X-Key=@{tmp_path / 'key'}", "--header", "Accept=text/html"),
    )
    commands.run("source", "export", str(tmp_path / "out.csv"))
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        (source,) = csv.DictReader(file)
    assert source["headers"] == "Accept: text/html\nX-Key: s3cret=x"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--header", "X-Key=@/no/such/file"), "--header: cannot read /no/such/file: No such file"),
        (("--header", "X-Key:hidden"), "--header: each must be NAME=VALUE"),
        (("--interval", "soon"), "'soon' is no time; write seconds, or 90s"),
        (("--header", "Cookie=hidden"), "write Cookie=@FILE"),
        (("--header", "X-Jwt=hidden"), "write X-Jwt=@FILE"),
        (("--header", "X=1", "--header", "X=2"), "X is given twice"),
        (("--keyword-list", "none"), "is not a keyword list"),
        (("--charset", "idna"), "is not a known character set"),
    ],
)
def test_a_source_that_is_wrong_is_not_added(
    commands: CommandLine, arguments: tuple[str, ...], says: str
) -> None:
    done = commands.run(
        "source", "add", "a", "http://a.example/", "--channel", "feed", *arguments, check=False
    )
    assert done.returncode != 0
    assert says in done.stderr
    assert "hidden" not in done.stderr
    assert "Traceback" not in done.stderr
    assert commands.run("source", "list").stdout == ""


def test_an_import_is_judged_like_an_added_source(commands: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(
        "name,channel,address,charset\na,feed,http://a.example/,magic\n"
    )
    done = commands.run("source", "import", str(tmp_path / "in.csv"), check=False)
    assert done.returncode == 1
    assert "line 2: charset" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("role", ["scheduler", "worker", "stories", "alerts"])
def test_a_role_is_healthy_while_its_loops_get_on(
    stack: Stack, commands: CommandLine, role: str
) -> None:
    none = commands.run("healthy", role, check=False)
    assert none.returncode == 1
    assert f"start one with `newsloom {role}`" in none.stderr
    # No store answers, and the role waits for them.
    for name in ("DATABASE", "QUEUE", "STATE", "DOCUMENTS"):
        stack.environment.pop(f"NEWSLOOM_{name}_URL", None)
    stack.environment["NEWSLOOM_STATE_URL"] = "redis://127.0.0.1:1/0"
    stack.start(role)
    folder = stack.home / FOLDER

    def is_beating() -> bool:
        return any(path.stat().st_mtime for path in folder.glob(f"{role}@*"))

    wait_until(is_beating, 60, "it beats", stack.logs)
    assert f"{role} on {socket.gethostname()}: 1 running" in commands.run("healthy", role).stdout


def test_a_role_that_hangs_is_named_with_its_process(
    stack: Stack, commands: CommandLine, tmp_path: Path
) -> None:
    with hanging(stack.home, "scheduler") as number:
        done = commands.run("healthy", "scheduler", check=False)
    assert done.returncode == 1
    assert f"the scheduler with the process id {number} has done nothing for" in done.stderr


@contextmanager
def hanging(home: Path, role: str) -> Iterator[int]:
    """A process of a role that beat once, long ago."""
    text = "import sys; from pathlib import Path; from scheduler import heartbeat\n"
    text += "heartbeat.begin(Path(sys.argv[1]), sys.argv[2]); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", text, str(home), role]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        (path,) = (home / FOLDER).glob(f"{role}@*")
        at = time.time() - SILENT_SECONDS - 60
        os.utime(path, (at, at))
        yield process.pid
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [("doctor",), ("migrate",), ("worker",), ("run",), ("demo",), ("source", "list")]
)
def test_a_home_that_cannot_be_used_is_one_sentence(
    stack: Stack, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "file").touch()
    stack.environment["NEWSLOOM_HOME"] = str(tmp_path / "file" / "home")
    done = stack.run(*command, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert str(tmp_path / "file" / "home") in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("queue", "buried", "page", "--limit", "-1"), "--limit"),
        (("queue", "kick", "page", "--limit", "0"), "--limit"),
        (("queue", "drop", "page", "--yes", "--limit", "-1"), "--limit"),
        (("demo", "--rate", "0"), "--rate"),
        (("demo", "--seconds", "-3"), "--seconds"),
        (("migrate", "--wait", "-1"), "--wait"),
        (("search", "--channel", "bogus"), "'feed', 'search', 'list', 'board', 'sitemap'"),
        (("search", "--after", "soon"), "“soon” is not a date"),
        (("export", "--zone", "Mars"), "“Mars” is not a time zone"),
        (("search", "--kind", "bogus"), "'article', 'thread'"),
        (("export", "--channel", "bogus"), "'feed', 'search', 'list', 'board', 'sitemap'"),
    ],
)
def test_a_number_or_name_that_cannot_be_is_refused(
    commands: CommandLine, command: tuple[str, ...], says: str
) -> None:
    done = commands.run(*command, check=False)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Usage: newsloom " in done.stderr


def test_names_of_filters_are_accepted(commands: CommandLine) -> None:
    dates = ("--after", "-3h", "--before", "2026-11-21T08:00", "--zone", "Europe/Berlin")
    filters = (
        "--channel",
        "feed",
        "--channel",
        "board",
        "--kind",
        "thread",
        "--site",
        "any.example",
        *dates,
    )
    assert commands.run("search", *filters).stdout == "0 found, 0 shown\n"


def test_no_text_of_a_page_commands_the_terminal(
    commands: CommandLine, stack: Stack, tmp_path: Path
) -> None:
    with closing(open_documents(stack.settings)) as documents:
        documents.write([document("a", "Ferry \u202eagain", "The ferry \u2066runs again.")])
    told = commands.run("search", "ferry").stdout
    assert r"Ferry \u202eagain" in told
    assert r"The ferry \u2066runs again." in told
    assert r'"Ferry \u202eagain"' in commands.run("export").stdout
    missing = commands.run("extract", str(tmp_path / "\x1b[2J"), check=False)
    assert missing.returncode == 1
    assert r"\x1b[2J" in missing.stderr


def test_a_page_with_control_characters_and_half_a_pair_is_extracted(
    commands: CommandLine, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    said = json.dumps(
        {
            "@type": "Article",
            "datePublished": "2026-11-01",
            "headline": "Ferry \ud83d \x1b[2J runs again",
        }
    )
    page.write_text(
        f'<title>Ferry</title><script type="application/ld+json">{said}</script>'
        "<p>The ferry has run again since the morning, says the mayor of the town, and more "
        "people than in the years before come.</p><p>In the second week there are more of them, "
        "and the captain of the ferry says that it was a good week.</p>"
    )
    told = commands.run("extract", str(page), "--kind", "article").stdout
    assert "\x1b" not in told
    assert json.loads(told)["title"] == "Ferry \ud83d \x1b[2J runs again"


@pytest.mark.parametrize("group", [(), ("source",), ("user",), ("queue",)])
def test_help_shows_whole_sentences(stack: Stack, group: tuple[str, ...]) -> None:
    shown = stack.run(*group, "--help").stdout
    assert shown.startswith(" ".join(("Usage: newsloom", *group, "")))
    listed = shown.partition("Commands:")[2].splitlines()
    assert listed[1:]
    assert not [line for line in listed if line.endswith("...")]


def test_documents_are_indexed_again(commands: CommandLine, stack: Stack) -> None:
    assert commands.run("reindex").stdout == "the search index is up to date\n"
    with closing(open_documents(stack.settings)) as documents:
        documents.write([document("a", "港口火災"), document("b", "港口火灾")])
    told = commands.run("reindex", "--everything").stdout.splitlines()
    assert told[-2:] == ["2 of 2 documents indexed (100 %)", "the new search index is in use"]
    assert commands.run("search", "火灾").stdout.count("港口") == 2


def test_vectors_says_what_is_missing_without_an_embedder(tmp_path: Path) -> None:
    with Stack(tmp_path / "home", EMBEDDER="none") as stack, command_line(stack) as commands:
        refused = commands.run("vectors", check=False)
    assert refused.returncode == 1
    assert "newsloom[meaning]" in refused.stderr


def test_vectors_gives_old_documents_theirs_once(tmp_path: Path) -> None:
    with embeddings_server() as server:
        stack = Stack(tmp_path / "home", EMBEDDER=server.url, EMBEDDER_MODEL=MODEL)
        with stack, command_line(stack) as commands:
            with closing(open_documents(stack.settings)) as documents:
                documents.write([document(f"d{n}", f"flood {n}") for n in range(5)])
            assert "0 of 5 documents have a vector" in commands.run("vectors", "--check").stdout
            assert not server.asked
            assert "5 of 5 made" in commands.run("vectors").stdout
            again = commands.run("vectors").stdout
    assert "5 of 5 documents have a vector" in again
    assert "made\n" not in again
    assert [len(asked["input"]) for _headers, asked in server.asked] == [5]
