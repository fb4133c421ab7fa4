"""Fetch the robots.txt rules of each host (RFC 9309) and keep them for an hour, for all
processes.
"""

import asyncio
import codecs
import itertools
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin, urlsplit

from protego import Protego

from crawler.declared_rights import READERS
from crawler.failures import FetchFailed, NoRoom, TooEarly
from crawler.turns import Turns
from crawler.usage_rules import UsageRules, group_name, read_usage_rules
from extractor.rights import strictest_statements
from scheduler.jobs import SourceSpec
from storage.keys import host_of
from storage.learned.host_note import FORBIDDEN_SECONDS, HostLimit
from storage.outcomes import Outcome
from storage.seen.port import RobotsAnswer

_KEEP_SECONDS = 3600.0
"""RFC 9309, 2.4 allows a day at most."""
_KEEP_RIGHTS_SECONDS = 86_400.0
"""Statements about rights change seldom, and nothing is fetched by them: one request a day."""
_KEEP_FAILURE_SECONDS = 60.0
_KEEP_HOSTS = 10_000
_ASK_SECONDS = 40.0
"""For how long one process asks, and all others wait for its answer. If it dies, another one asks
then.
"""
_LOOK_AGAIN_SECONDS = 0.5
_COME_BACK_SECONDS = 2.0
MAX_BYTES = 512 * 1024
"""The first bytes of a robots.txt count, the rest does not (RFC 9309, 2.5 asks for at least 500
KiB).
"""
_MAX_LINES = 10_000
_MAX_DELAY_SECONDS = 300.0
_USER_AGENT = re.compile(r"\s*user-?\s*agent\s*:", re.IGNORECASE)
_ENCODED_DOT = re.compile("%2e", re.IGNORECASE)

Download = Callable[[str, SourceSpec | None], Awaitable[bytes]]


@dataclass(frozen=True)
class RobotsRules:
    """The rules of one host for this crawler."""

    agent: str
    parsed: Protego | None = None
    expires: float = 0.0
    usage: UsageRules = field(default_factory=UsageRules)
    #: What other files of the host say about the use of its pages.
    declared: tuple[UsageRules, ...] = ()

    def usage_statements(self, url: str) -> tuple[str, ...]:
        """Return what the host's files say about the use of a page, as statements of
        ``extractor.rights``.
        """
        found = (rules.statements(url) for rules in (self.usage, *self.declared))
        return strictest_statements(itertools.chain.from_iterable(found))

    def allowed(self, url: str) -> bool:
        """Return whether the URL may be fetched, as the server understands its dot segments."""
        if self.parsed is None:
            return True
        return bool(self.parsed.can_fetch(_without_dot_segments(url), self.agent))

    def delay_seconds(self) -> float:
        """Return the crawl delay that the host asks for, at most five minutes; 0.0 without one."""
        delay = self.parsed.crawl_delay(self.agent) if self.parsed else None
        return min(float(delay or 0.0), _MAX_DELAY_SECONDS)


class RobotsCache:
    """Fetches and keeps rules.

    ``download`` takes a URL and the source that wants it; it returns the bytes of a robots.txt or
    raises FetchFailed. ``rights_files`` are the other files that are read of each host, names of
    ``declared_rights.READERS``: once a day, with turns of their own, if robots.txt allows it.
    """

    def __init__(
        self, agent: str, download: Download, turns: Turns, rights_files: Sequence[str] = ()
    ) -> None:
        self._rights_files = rights_files
        self._agent = agent
        self._download = download
        self._turns = turns
        self._rules: dict[str, RobotsRules] = {}
        self._failures: dict[str, tuple[float, FetchFailed]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def rules(self, url: str, source: SourceSpec | None) -> RobotsRules:
        """Return the rules for the URL's host; a request for them keeps the source's pace and uses
        its proxy.

        A host without robots.txt (4xx) allows everything. If robots.txt is unavailable for now
        (5xx, network), raise FetchFailed with the transient outcome, because RFC 9309, 2.3.1.4 then
        forbids every fetch. NoRoom and TooEarly pass.
        """
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if (rules := self._kept(origin)) is not None:
            return rules
        async with self._locks.setdefault(origin, asyncio.Lock()):
            try:
                return self._kept(origin) or await self._fetch(origin, source)
            except TooEarly as early:
                early.url = url
                raise
            finally:
                self._locks.pop(origin, None)

    def _kept(self, origin: str) -> RobotsRules | None:
        """Return the rules if they are fresh, or raise a fresh failure: a dead host gets one
        request a minute.
        """
        expires, failure = self._failures.get(origin, (0.0, None))
        if failure is not None and expires > time.monotonic():
            raise FetchFailed(failure.outcome, failure.detail, failure.retry_after_seconds)
        rules = self._rules.get(origin)
        if rules and rules.expires > time.monotonic():
            return rules
        return None

    async def _fetch(self, origin: str, source: SourceSpec | None) -> RobotsRules:
        answer = await self._wait_for_others(origin)
        answer = answer or await self._ask(origin, source)
        if len(self._rules) + len(self._failures) >= _KEEP_HOSTS:
            self._rules.clear()
            self._failures.clear()
        ends = time.monotonic() + answer.seconds
        if answer.outcome:
            failure = FetchFailed(
                Outcome(answer.outcome), answer.detail, answer.retry_after_seconds
            )
            self._failures[origin] = (ends, failure)
            await self._note(origin, HostLimit.ROBOTS_AWAY, answer.detail, answer.seconds)
            raise failure
        rules = RobotsRules(self._agent, None, ends)
        if answer.body:
            # Half a megabyte takes long enough to delay every other fetch of the event loop.
            rules = await asyncio.to_thread(_parse, answer.body, self._agent, ends)
        if delay := rules.delay_seconds():
            await self._note(origin, HostLimit.CRAWL_DELAY, f"{delay:g} s", answer.seconds)
        # Kept with these only: if their turn comes later, the next caller goes on here.
        rules = replace(rules, declared=await self._declared(origin, rules, source))
        self._rules[origin] = rules
        return rules

    async def _declared(
        self, origin: str, rules: RobotsRules, source: SourceSpec | None
    ) -> tuple[UsageRules, ...]:
        """Return what the host's other files say; one that does not come says nothing."""
        found = []
        for name in self._rights_files:
            path, read = READERS[name]
            address = f"{origin}{path}"
            if not rules.allowed(address):
                continue
            answer = await self._wait_for_others(address) or await self._ask(address, source)
            if answer.body:
                found.append(await asyncio.to_thread(read, answer.body, self._agent))
        return tuple(found)

    async def note_forbidden(self, url: str) -> None:
        """Tell the pages that a host's robots.txt forbids a page."""
        await self._note(url, HostLimit.ROBOTS, url[:200], FORBIDDEN_SECONDS)

    async def _note(self, url: str, limit: HostLimit, detail: str, seconds: float) -> None:
        await self._turns.note(host_of(url), limit, detail, seconds)

    async def _wait_for_others(self, origin: str) -> RobotsAnswer | None:
        """Return the answer that another process has, or None if this one is to ask; raise TooEarly
        if one asks now. Other files than robots.txt have their address in place of the origin.
        """
        hosts, ends = self._turns.hosts, time.monotonic() + self._turns.longest_wait()
        while (answer := await hosts.get_robots(origin)) is None and not await hosts.claim_robots(
            origin, _ASK_SECONDS
        ):
            if time.monotonic() + _LOOK_AGAIN_SECONDS > ends:
                raise TooEarly(origin.partition("://")[2], _COME_BACK_SECONDS)
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        return answer

    async def _ask(self, origin: str, source: SourceSpec | None) -> RobotsAnswer:
        """Ask the host, and give its answer to all processes."""
        hosts = self._turns.hosts
        try:
            answer = await self._answer(origin, source)
        except BaseException:  # nothing of the host is known
            await hosts.release_robots(origin)
            raise
        await hosts.put_robots(origin, answer)
        return answer

    async def _answer(self, origin: str, source: SourceSpec | None) -> RobotsAnswer:
        is_robots = urlsplit(origin).path == ""
        try:
            body = await self._download(f"{origin}/robots.txt" if is_robots else origin, source)
        except (NoRoom, TooEarly):
            raise
        except FetchFailed as error:
            is_unavailable = error.is_refusal and error.status < 500  # RFC 9309, 2.3.1.3
            if error.outcome.is_transient and not is_unavailable:
                return RobotsAnswer(
                    outcome=error.outcome,
                    detail=error.detail,
                    retry_after_seconds=error.retry_after_seconds,
                    seconds=_KEEP_FAILURE_SECONDS if is_robots else _KEEP_SECONDS,
                )
            body = b""
        seconds = _KEEP_SECONDS if is_robots else _KEEP_RIGHTS_SECONDS
        return RobotsAnswer(body=body[:MAX_BYTES], seconds=seconds)


def _parse(body: bytes, agent: str, expires: float) -> RobotsRules:
    """Parse the first bytes, and of these the first lines: each URL is compared with every rule."""
    lines = body[:MAX_BYTES].decode(_encoding(body), "replace").splitlines()
    kept = (line for line in lines if line.partition("#")[0].strip())
    rules = list(itertools.islice(kept, _MAX_LINES))
    parsed = Protego.parse("\n".join(_named_whole(line, agent) for line in rules))
    return RobotsRules(agent, parsed, expires, read_usage_rules(rules, agent))


def _named_whole(line: str, agent: str) -> str:
    """Return a line as Protego has to see it, which takes "news" for the beginning of "newsloom"
    and "newsloom/2" for another crawler: its group is ours, that of all or of others.
    """
    named = _USER_AGENT.match(line)
    if not named:
        return line
    name = group_name(line[named.end() :].partition("#")[0], agent)
    return f"User-agent: {name if name in ('*', agent.lower()) else f'not {agent}'}"


def _encoding(body: bytes) -> str:
    """Return the encoding of a robots.txt, which RFC 9309 wants in UTF-8.

    A byte-order mark would hide the first line, and with it the first group; in UTF-16 no rule
    would be understood, and what they forbid would be fetched.
    """
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if body[1:2] == b"\0":
        return "utf-16-le"
    if body[:1] == b"\0":
        return "utf-16-be"
    return "utf-8-sig"


def _without_dot_segments(url: str) -> str:
    """Return the URL as servers resolve it (RFC 3986, 5.2.4): "/x/../private" is "/private"."""
    parts = urlsplit(url)
    path = _ENCODED_DOT.sub(".", parts.path)
    if "/." not in path:
        return url
    resolved = urljoin(f"{parts.scheme}://{parts.netloc}/", f"/{path.lstrip('/')}")
    return parts._replace(path=urlsplit(resolved).path).geturl()
