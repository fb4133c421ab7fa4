"""An assistant asks `newsloom mcp` over standard input and output."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import TextContent

from storage.backends import open_documents
from storage.settings import Settings
from testbed.databases import database, set_up_django
from tests.unit.webui.samples import MOMENT, article

_ROOT = Path(__file__).parents[2]
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
Ask = Callable[..., Any]


def _prepare(home: Path) -> tuple[Path, Callable[[], None]]:
    """Fill the stores below a folder; return a file with a token, and how to revoke it."""
    from django.contrib.auth.models import Group, User

    from storage.database.models import Story, StoryMember
    from storage.database.people.tokens import create_token, delete_token

    user = User.objects.create_user("jane")
    user.groups.add(Group.objects.get(name="analyst"))
    token, text = create_token(user, "assistant", ["SEARCH"], None)
    story = Story.objects.create(
        id=_DOCUMENTS[0].id,
        title="Harbour",
        lang="en",
        documents=2,
        first=MOMENT,
        last=MOMENT,
        terms=[["Brigg", "place"]],
    )
    for each in _DOCUMENTS[:2]:
        assert each.published
        StoryMember.objects.create(
            document=each.id,
            story=story.pk,
            site=each.site,
            kind="article",
            title=each.title,
            published=each.published,
        )
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
        await asyncio.to_thread(revoke)
        assert "The token is wrong, has expired or was revoked." in await ask(
            "search", query="harbour"
        )
        tools = await client.list_tools()
        assert {tool.name for tool in tools.tools} == {"search", "document", "story", "volume"}


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
    assert rest["next_offset"] is None
    assert "There is no document" in await ask("document", document_id="0" * 32)
    story = await ask("story", story_id=_DOCUMENTS[0].id)
    assert (story["title"], story["places"], len(story["reports"])) == ("Harbour", ["Brigg"], 2)
    assert "There is no story" in await ask("story", story_id="none")
    volume = await ask("volume", query="title:harbour")
    assert volume["days"] == {"2026-11-19": {"two.example": 1}, "2026-11-20": {"one.example": 1}}
    assert "is not a field to count by" in await ask("volume", query="harbour", by="author")


def test_an_assistant_reads_with_a_token_and_only_as_long_as_that_is_valid(tmp_path: Path) -> None:
    set_up_django()
    with database(f"sqlite://{tmp_path}/newsloom.db"):
        file, revoke = _prepare(tmp_path)
        asyncio.run(_talk(tmp_path, file, revoke))
