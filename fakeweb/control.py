"""The control interface: tests use it to read the fake web's state and to change it."""

import json
from collections.abc import Callable
from typing import Any, Final

from fakeweb.faults import Fault, Faults
from fakeweb.hub import Hub
from fakeweb.ledger import ledger
from fakeweb.message import Request, Response
from fakeweb.model import Site
from fakeweb.pages import Pages
from fakeweb.requestlog import RequestLog
from fakeweb.sources import sources
from fakeweb.urls import Addresses

HOST: Final = "control.localhost"
PREFIX: Final = "/_control"


class Control:
    """Answers ``control.localhost`` and, on every host, paths below ``/_control/``."""

    def __init__(
        self, addresses: Addresses, pages: Pages, faults: Faults, log: RequestLog, hub: Hub
    ) -> None:
        self._addresses = addresses
        self._world = addresses.world
        self._pages = pages
        self._faults = faults
        self._log = log
        self._hub = hub
        self.paused = False

    def wants(self, request: Request) -> bool:
        """Return whether the request is for the control interface."""
        return request.host == HOST or request.target.startswith(f"{PREFIX}/")

    def answer(self, request: Request) -> Response:
        """Return JSON for every command; status 400 says what is wrong with the command."""
        command = request.path.removeprefix(PREFIX)
        action = self._actions.get((request.method, command))
        if action is None:
            return _json({"error": f"no such command: {request.method} {command}"}, 404)
        try:
            return _json(action(request))
        except (ValueError, LookupError) as error:
            return _json({"error": str(error)}, 400)

    @property
    def _actions(self) -> dict[tuple[str, str], Callable[[Request], Any]]:
        return {
            ("GET", "/ledger"): self._ledger,
            ("GET", "/requests"): self._requests,
            ("GET", "/hub"): lambda _: self._hub.listed(),
            ("GET", "/sources"): lambda _: sources(self._addresses),
            ("POST", "/misbehave"): self._misbehave,
            ("POST", "/redesign"): self._redesign,
            ("POST", "/edit"): lambda request: self._change(request, self._world.edit),
            ("POST", "/remove"): lambda request: self._change(request, self._world.remove),
            ("POST", "/publish"): self._publish,
            ("POST", "/reply"): self._reply,
            ("POST", "/pause"): lambda _: self._pause(paused=True),
            ("POST", "/resume"): lambda _: self._pause(paused=False),
        }

    def _ledger(self, request: Request) -> list[dict[str, Any]]:
        return ledger(self._addresses, bodies=request.number("bodies", 1) != 0)

    def _requests(self, request: Request) -> list[dict[str, Any]]:
        return list(self._log.select(request.query.get("host")))

    def _misbehave(self, request: Request) -> dict[str, Any]:
        amount = request.query.get("amount")
        fault = Fault(request.query.get("kind", ""), None if amount is None else float(amount))
        host, path = self._site(request).host, request.query.get("path", "*")
        on = request.query.get("state", "on") != "off"
        self._faults.switch(host, path, fault, on=on)
        return {"host": host, "path": path, "kind": fault.kind, "on": on}

    def _redesign(self, request: Request) -> dict[str, Any]:
        site = self._site(request)
        if site.kind not in ("news", "blog"):
            raise ValueError(f"{site.host} is not a news site or blog and cannot be redesigned")
        self._pages.forget(site)
        return {"host": site.host, "layout": self._world.redesign(site).layout}

    def _change(self, request: Request, change: Callable[[Site, int], None]) -> dict[str, Any]:
        site, index = self._site(request), request.number("article", 1) - 1
        if site.kind not in ("news", "blog") or not 0 <= index < self._world.count(site):
            raise ValueError(f"{site.host} has no article number {index + 1}")
        change(site, index)
        self._pages.forget(site)
        return {"host": site.host, "address": self._addresses.article(site, index)}

    def _publish(self, request: Request) -> dict[str, Any]:
        site = self._site(request)
        if site.kind == "engine":
            raise ValueError(f"{site.host} is a search engine, it publishes nothing")
        made = [self._world.publish(site) for _ in range(request.number("count", 1))]
        self._hub.published(site)
        return {"host": site.host, "indices": made}

    def _reply(self, request: Request) -> dict[str, Any]:
        site, index = self._site(request), request.number("thread", 1) - 1
        if site.kind != "forum" or not 0 <= index < self._world.count(site):
            raise ValueError(f"{site.host} has no thread number {index + 1}")
        for _ in range(request.number("count", 1)):
            self._world.reply(site, index)
        return {
            "host": site.host,
            "thread": index + 1,
            "posts": len(self._world.thread(site, index).times),
        }

    def _pause(self, *, paused: bool) -> dict[str, Any]:
        self.paused = paused
        return {"paused": paused}

    def _site(self, request: Request) -> Site:
        host = request.query.get("host", "")
        site = self._world.find(host.partition(":")[0])
        if site is None:
            raise ValueError(f"no such host: {host!r}")
        return site


def _json(value: Any, status: int = 200) -> Response:
    return Response(status, json.dumps(value, ensure_ascii=False).encode(), "application/json")
