"""Prometheus with the configuration of deploy/prometheus, for one web role of Newsloom; and what
tells it of a machine.
"""

from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen

from testbed.servers.process import Server, require

_CONFIGURATION = Path(__file__).parents[2] / "deploy" / "prometheus"


class Prometheus(Server):
    """Scrapes one target every second; else it does what the file says."""

    name = "prometheus"
    program = "prometheus"
    packages = "prometheus"

    def __init__(self, target: str, token: str) -> None:
        """``target`` is host and port of a web role, ``token`` what it wants to see."""
        super().__init__()
        self._target, self._token = target, token

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        text = (_CONFIGURATION / "prometheus.yml").read_text()
        for ours, mine in (
            ("web:8000", self._target),
            ("/run/secrets/metrics_token", str(self.folder / "token")),
            ("_interval: 30s", "_interval: 1s"),
            ("scrape_timeout: 20s", "scrape_timeout: 1s"),
        ):
            assert ours in text
            text = text.replace(ours, mine)
        (self.folder / "prometheus.yml").write_text(text)
        (self.folder / "token").write_text(self._token)
        rules = "newsloom.rules.yml"
        (self.folder / rules).write_text((_CONFIGURATION / rules).read_text())

    def command(self) -> Sequence[str]:
        return [
            require(self.program, self.packages),
            f"--config.file={self.folder / 'prometheus.yml'}",
            f"--storage.tsdb.path={self.folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{self.port}",
        ]

    def answers(self) -> bool:
        with urlopen(f"{self.url}/-/ready", timeout=5) as answer:
            return bool(answer.status == 200)


class NodeExporter(Server):
    """Gives the numbers of this machine."""

    name = "node-exporter"
    program = "prometheus-node-exporter"
    packages = "prometheus-node-exporter"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str]:
        return [
            require(self.program, self.packages),
            f"--web.listen-address=127.0.0.1:{self.port}",
        ]

    def answers(self) -> bool:
        with urlopen(f"{self.url}/", timeout=5) as answer:
            return bool(answer.status == 200)
