"""An assistant asks `newsloom mcp` over standard input and output, and by HTTP."""

import asyncio
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import TextContent

from features.assistant.command import mcp
from hooks.process import features
from storage.backends import open_documents
from storage.database.sources.source_config import SourceConfig
from storage.settings import Settings
from testbed.databases import database, set_up_django
from testbed.servers.process import free_port
from testbed.stack import wait_until
from tests.unit.webui.samples import MOMENT, article

_ROOT = Path(__file__).parents[4]
_LONG = article("https://one.example/long", "Long read", "The harbour. " * 6_000)
_DOCUMENTS = [
    article("https://one.example/1", "Harbour closed", "The harbour was closed."),
    article(
        "https://two.example/1",
        "Harbour opened",
        "It is open.",
        published=MOMENT - timedelta(days=1),
    ),
    _LONG,
]
_TOOLS = {
    "search",
    "document",
    "stories",
    "story",
    "story_said",
    "hot_topics",
    "volume",
    "compare",
    "sources",
}
Ask = Callable[..., Any]


def _prepare(home: Path, scopes: Sequence[str] = ("SEARCH",)) -> tuple[Path, Callable[[], None]]:
    """Fill the stores below a folder; return a file with a token, and how to revoke it."""
    from django.contrib.auth.models import Group, User

    from features.stories.public_topics import Topic
    from features.stories.tests.samples import keep_story, keep_topics
    from storage.database.people.tokens import create_token, delete_token
    from storage.database.sources.sources import add_source

    user = User.objects.create_user("jane")
    user.groups.set(Group.objects.filter(name__in=("analyst", "operator")))
    token, text = create_token(user, "assistant", scopes, None)
    shown = {"title": "Harbour", "lang": "en", "names": [["Brigg", "place"]]}
    keep_story(_DOCUMENTS[:2], first=MOMENT, last=MOMENT, **shown)
    topic = Topic(
        label="Brigg", lang="en", count=9, hours=6, usual=1.0, is_new=True, sites=2, score=7.0
    )
    keep_topics([topic], MOMENT)
    add_source(SourceConfig(name="One", channel="feed", address="https://one.example/f"), "jane")
    with closing(open_documents(Settings(home=home))) as documents:
        documents.write(_DOCUMENTS)
    file = home / "token"
    file.write_text(f"{text}\n")
    return file, lambda: delete_token(token.pk, user)


async def _talk(home: Path, file: Path, revoke: Callable[[], None]) -> None:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("NEWSLOOM_")
    }
    command = ["-m", "newsloom", "mcp", "--token-file", str(file)]
    environment["NEWSLOOM_HOME"] = str(home)
    await _ask_with_half_a_pair(command, environment)
    server = StdioServerParameters(command=sys.executable, args=command, env=environment, cwd=_ROOT)
    async with Client(server, read_timeout_seconds=120) as client:

        async def ask(tool: str, **arguments: Any) -> Any:
            answer = await client.call_tool(tool, arguments)
            content = answer.content[0]
            assert isinstance(content, TextContent)
            return content.text if answer.is_error else json.loads(content.text)

        await _check_answers(ask)
        assert "does not have the right VIEW_SOURCES" in await ask("sources")
        await asyncio.to_thread(revoke)
        assert "The token is wrong, has expired or was revoked." in await ask(
            "search", query="harbour"
        )
        tools = await client.list_tools()
        added = {tool.name for tool in features().ask_for_all("search_tools")}
        assert {tool.name for tool in tools.tools} == _TOOLS | added
        hints = [tool.annotations and tool.annotations.read_only_hint for tool in tools.tools]
        assert set(hints) == {True}, "each tool only reads"


async def _ask_with_half_a_pair(command: list[str], environment: dict[str, str]) -> None:
    """Ask in lines as other programs write them: no Python library sends half a pair."""
    started = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "n", "version": "1"},
    }
    asked = {"name": "search", "arguments": {"query": "harbour -half\ud83d"}}
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, env=environment, cwd=_ROOT, stdin=PIPE, stdout=PIPE
    )
    assert server.stdin
    assert server.stdout
    for index, (method, params) in enumerate((("initialize", started), ("tools/call", asked))):
        message = {"jsonrpc": "2.0", "id": index, "method": method, "params": params}
        server.stdin.write(json.dumps(message).encode() + b"\n")
        answer = json.loads(await asyncio.wait_for(server.stdout.readline(), 120))
        assert answer["id"] == index
        if not index:
            server.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    assert json.loads(answer["result"]["content"][0]["text"])["total"] == 3
    server.stdin.close()
    await server.wait()


async def _check_answers(ask: Ask) -> None:
    found = await ask("search", query="title:harbour", sort="time")
    assert [hit["title"] for hit in found["hits"]] == ["Harbour closed", "Harbour opened"]
    first = await ask("search", query="title:harbour", sort="time", size=1)
    second = await ask("search", query="title:harbour", sort="time", size=1, cursor=first["cursor"])
    assert [hit["title"] for hit in second["hits"]] == ["Harbour opened"]
    assert (await ask("search", query="harbour", site="two.example"))["total"] == 1
    assert "bracket" in (await ask("search", query="(harbour")).lower()
    part = await ask("document", document_id=_LONG.id)
    rest = await ask("document", document_id=_LONG.id, offset=part["next_offset"])
    assert part["text"] + rest["text"] == _LONG.content
    assert part["page"].endswith(f"/documents/{_LONG.id}/")
    assert rest["next_offset"] is None
    assert "There is no document" in await ask("document", document_id="0" * 32)
    story = await ask("story", story_id=_DOCUMENTS[0].id)
    assert (story["title"], story["places"], len(story["reports"])) == ("Harbour", ["Brigg"], 2)
    assert "There is no story" in await ask("story", story_id="none")
    said = await ask("story_said", story_id=_DOCUMENTS[0].id, since="2026-01-01")
    assert (said["id"], said["is_readable"], said["in_conflict"]) == (_DOCUMENTS[0].id, True, [])
    assert {each["url"] for each in said["told_new"]} <= {each["url"] for each in story["reports"]}
    assert "Write since as" in await ask("story_said", story_id=_DOCUMENTS[0].id, since="soon")
    assert "There is no story" in await ask("story_said", story_id="none")
    assert [each["url"] for each in story["reports"]] == [
        "https://two.example/1",
        "https://one.example/1",
    ]
    assert all(each["page"].endswith(f"/documents/{each['id']}/") for each in story["reports"])
    for skip in (10**30, 10**18, -1):
        assert (await ask("stories", query="harbour", after="2026-11-18", skip=skip))["total"] == 1
    assert "search has no argument sizze. It has: query, site" in await ask(
        "search", query="harbour", sizze=3
    )
    missing = await ask("document", document_id="x" * 1_000_000)
    assert "There is no document xxx" in missing
    assert len(missing) < 200
    stories = await ask("stories", query="harbour", after="2026-11-18", before="2026-11-21")
    assert [(each["title"], each["sites"]) for each in stories["stories"]] == [("Harbour", 2)]
    assert "must be one of sites, growth, newest" in await ask("stories", sort="oldest")
    topics = await ask("hot_topics")
    assert [each["label"] for each in topics["topics"]] == ["Brigg"]
    assert topics["found"]
    compared = await ask("compare", queries=["title:closed", "title:opened"], after="2026-11-01")
    assert {text: sum(counts) for text, counts in compared["counts"].items()} == {
        "title:closed": 1,
        "title:opened": 1,
    }
    assert "between 1 and 5 different queries" in await ask("compare", queries=[" "])
    for tool in features().ask_for_all("search_tools"):
        assert isinstance(await ask(tool.name, query="title:harbour"), dict)
        assert "is not a date" in await ask(tool.name, query="harbour", before="soon")
    volume = await ask("volume", query="title:harbour")
    assert volume["days"] == {"2026-11-19": {"two.example": 1}, "2026-11-20": {"one.example": 1}}
    assert "is not a field to count by" in await ask("volume", query="harbour", by="author")


def test_an_assistant_reads_with_a_token_and_only_as_long_as_that_is_valid(tmp_path: Path) -> None:
    set_up_django()
    with database(f"sqlite://{tmp_path}/newsloom.db"):
        file, revoke = _prepare(tmp_path)
        asyncio.run(_talk(tmp_path, file, revoke))


def _status(address: str, token: str = "") -> int:
    """Return the status of the answer to a request with a token, 0 if nobody listens."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        return httpx.post(address, headers=headers, json={}, timeout=60).status_code
    except httpx.ConnectError:
        return 0


@contextmanager
def _served(home: Path) -> Iterator[str]:
    """Serve assistants by HTTP; give the address once it answers."""
    port = free_port()
    environment = {**os.environ, "NEWSLOOM_HOME": str(home)}
    command = [sys.executable, "-m", "newsloom", "mcp", "--http", str(port)]
    address = f"http://127.0.0.1:{port}/mcp"
    with subprocess.Popen(command, env=environment, cwd=_ROOT) as process:
        try:
            wait_until(lambda: _status(address) == 401, 60, "answered")
            yield address
        finally:
            process.terminate()


async def _ask_by_http(address: str, token: str, revoke: Callable[[], None]) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        found = await client.call_tool("sources", {"text": "one"})
        assert isinstance(found.content[0], TextContent)
        [source] = json.loads(found.content[0].text)["sources"]
        assert (source["name"], source["url"], source["state"]) == (
            "One",
            "https://one.example/f",
            "new",
        )
        await asyncio.to_thread(revoke)
    assert _status(address, token) == 401


def test_a_request_that_does_not_arrive_as_a_whole_is_given_up(tmp_path: Path) -> None:
    set_up_django()
    with database(f"sqlite://{tmp_path}/newsloom.db"):
        file, _revoke = _prepare(tmp_path)
        token = file.read_text().strip()
        with _served(tmp_path) as address, ExitStack() as open_ones:
            started = (
                b"",
                b"POST /mcp HTTP/1.1\r\nHost: x\r\n",
                b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
                b"GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST /mcp HTTP/1.1\r\n",
            )
            place = (httpx.URL(address).host, httpx.URL(address).port)
            slow = [open_ones.enter_context(create_connection(place, 60)) for _ in started]
            for connection, beginning in zip(slow, started, strict=True):
                connection.sendall(beginning)
            assert _status(address, token) == 400
            for connection in slow:
                while connection.recv(4_096):
                    pass


def test_assistants_elsewhere_act_each_with_its_own_token(tmp_path: Path) -> None:
    set_up_django()
    with database(f"sqlite://{tmp_path}/newsloom.db"):
        file, revoke = _prepare(tmp_path, ("SEARCH", "VIEW_SOURCES"))
        with _served(tmp_path) as address:
            assert _status(address, "nl_wrong") == 401
            asyncio.run(_ask_by_http(address, file.read_text().strip(), revoke))


@pytest.mark.parametrize("options", [[], ["--http", "8000", "--token-file", __file__]])
def test_mcp_serves_either_one_assistant_or_many(options: list[str]) -> None:
    result = CliRunner().invoke(mcp, options)
    assert result.exit_code == 2
    assert "either --token-file, for one assistant, or --http" in result.output


def test_without_its_package_mcp_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `make setup`, which installs none of what the server is made of."""
    for name in ("mcp", "uvicorn", "anyio"):
        monkeypatch.setitem(sys.modules, name, None)
    result = CliRunner().invoke(mcp, ["--http", "8000"])
    assert result.exit_code == 1
    assert 'pip install "newsloom[mcp]"' in result.output
