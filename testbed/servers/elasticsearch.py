"""Elasticsearch from its Maven artifact: the real server with few modules, plain or with security
on.
"""

import base64
import contextlib
import http.client
import json
import os
import secrets
import shutil
import ssl
from collections.abc import Mapping, Sequence
from pathlib import Path

from testbed.servers.accounts import service_account
from testbed.servers.certificates import write_certificates
from testbed.servers.errors import ServerUnavailable
from testbed.servers.process import Server, require

VERSION = "8.19.21"
PACKAGES = "maven openjdk-17-jre-headless"
# Quick to start matters more here than quick in the long run: the simple compiler and collector,
# and no check of bytecode that a release has been shipped with. Together they save a third of the
# CPU time of a start.
_SIMPLE_COMPILER = "-XX:TieredStopAtLevel=1"
_JVM_OPTIONS = ("-XX:+ExitOnOutOfMemoryError", "-Djava.io.tmpdir=${ES_TMPDIR}")
_QUICK_START = (
    "-XX:+UseSerialGC",
    _SIMPLE_COMPILER,
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
    "-XX:-UsePerfData",
)
_ROLES = Path(__file__).parents[2] / "deploy" / "elasticsearch" / "roles.yml"
_COMMON: Mapping[str, object] = {
    "cluster.name": "newsloom-test",
    "discovery.type": "single-node",
    # A nearly full disk must not turn indices read-only in the middle of a test.
    "cluster.routing.allocation.disk.threshold_enabled": False,
    # Each look at the disks, every 30 seconds, would lift the block that a test has set as if a
    # disk were full.
    "cluster.info.update.interval": "1h",
    # Tests drop what they made by the prefix of its name.
    "action.destructive_requires_name": False,
}


class Elasticsearch(Server):
    """A single node without security."""

    name = "elasticsearch"
    program = "java"
    packages = "openjdk-17-jre-headless"
    start_seconds = 180.0
    options: Sequence[str] = _QUICK_START
    heap = "512m"

    @property
    def url(self) -> str:
        return f"elasticsearch://{self.host}:{self.port}/"

    def settings(self) -> Mapping[str, object]:
        """What `elasticsearch.yml` holds."""
        return {
            **_COMMON,
            "network.host": self.host,
            "path.data": str(self.folder / "data"),
            "path.logs": str(self.folder / "logs"),
            "transport.port": "0",
            "xpack.security.enabled": False,
        }

    def prepare(self) -> None:
        self.account = service_account("newsloom-es")
        home = installed_home()
        shutil.copytree(home / "config", self.folder / "config")
        for name in ("data", "logs", "temp"):
            (self.folder / name).mkdir()
        # The garbage collector's log, which the shipped file asks for, would go to the working
        # directory.
        (self.folder / "config" / "jvm.options").write_text(
            "\n".join((*self.options, *_JVM_OPTIONS)) + "\n"
        )
        lines = [f"{name}: {json.dumps(value)}\n" for name, value in self.settings().items()]
        (self.folder / "config" / "elasticsearch.yml").write_text("".join(lines))
        self.give_folder()

    def command(self) -> Sequence[str]:
        return [str(installed_home() / "bin" / "elasticsearch"), f"-Ehttp.port={self.port}"]

    def environment(self) -> Mapping[str, str]:
        java = Path(require(self.program, self.packages)).resolve()
        return {
            "ES_JAVA_HOME": str(java.parent.parent),
            "ES_JAVA_OPTS": f"-Xms{self.heap} -Xmx{self.heap}",
            "CLI_JAVA_OPTS": _SIMPLE_COMPILER,  # of the launcher and of elasticsearch-keystore
            "ES_PATH_CONF": str(self.folder / "config"),
            "ES_TMPDIR": str(self.folder / "temp"),
        }

    def connection(self) -> http.client.HTTPConnection:
        """A new connection to the node's HTTP port."""
        return http.client.HTTPConnection(self.host, self.port, timeout=30)

    def headers(self) -> Mapping[str, str]:
        """The headers every request needs; none without security."""
        return {}

    def answers(self) -> bool:
        with contextlib.closing(self.connection()) as connection:
            path = "/_cluster/health?wait_for_status=yellow&timeout=5s"
            try:
                connection.request("GET", path, headers=dict(self.headers()))
                return connection.getresponse().status == http.HTTPStatus.OK
            except http.client.HTTPException:
                return False


class MeasuredElasticsearch(Elasticsearch):
    """A single node as it is run in earnest, for benchmarks: quick in the long run, with more
    memory.
    """

    options = ("-XX:+UseG1GC",)
    heap = "1g"


class ElasticsearchNode(Elasticsearch):
    """One node of a cluster; start all of them at the same time, because none answers alone."""

    def __init__(self, transport_ports: Sequence[int], index: int) -> None:
        """``place`` is that of this node among the ports by which the nodes reach each other."""
        super().__init__()
        self._ports, self._place = transport_ports, index

    def settings(self) -> Mapping[str, object]:
        names = [f"node-{place}" for place in range(len(self._ports))]
        cluster = {
            "node.name": names[self._place],
            "transport.port": self._ports[self._place],
            "discovery.seed_hosts": [f"127.0.0.1:{port}" for port in self._ports],
            "cluster.initial_master_nodes": names,
        }
        alone = super().settings()
        return {
            **{name: value for name, value in alone.items() if name != "discovery.type"},
            **cluster,
        }


class SecureElasticsearch(Elasticsearch):
    """A single node that wants user, password and TLS, with the role and user that
    docker-compose.yml makes.
    """

    name = "secure-elasticsearch"

    def __init__(self) -> None:
        super().__init__()
        self.password = secrets.token_urlsafe(16)

    @property
    def url(self) -> str:
        """The address for the superuser; the user `newsloom` has the same password."""
        return (
            f"elasticsearch://elastic:{self.password}@127.0.0.1:{self.port}/?tls=true&ca={self.ca}"
        )

    @property
    def ca(self) -> Path:
        """The certificate of the authority that signed the server's."""
        return self.folder / "config" / "ca.pem"

    def settings(self) -> Mapping[str, object]:
        return {
            **super().settings(),
            "xpack.security.enabled": True,
            "xpack.security.http.ssl.enabled": True,
            "xpack.security.http.ssl.key": "server.key",
            "xpack.security.http.ssl.certificate": "server.pem",
        }

    def prepare(self) -> None:
        super().prepare()
        write_certificates(self.folder / "config")
        shutil.copy(_ROLES, self.folder / "config" / "roles.yml")
        self.give_folder()
        users = str(installed_home() / "bin" / "elasticsearch-users")
        self.run([users, "useradd", "newsloom", "-r", "newsloom"], text=f"{self.password}\n" * 2)
        keystore = str(installed_home() / "bin" / "elasticsearch-keystore")
        self.run([keystore, "create", "--silent"])
        self.run([keystore, "add", "--stdin", "bootstrap.password"], text=self.password)

    def connection(self) -> http.client.HTTPConnection:
        context = ssl.create_default_context(cafile=str(self.ca))
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=context)

    def headers(self) -> Mapping[str, str]:
        token = base64.b64encode(f"elastic:{self.password}".encode()).decode()
        return {"Authorization": f"Basic {token}"}


def cache_folder() -> Path:
    """Where the unpacked server is kept: `NEWSLOOMTEST_CACHE`, or the user's cache folder.

    Root's home is closed to the account that Elasticsearch runs as, so root uses `/var/cache`.
    """
    if chosen := os.environ.get("NEWSLOOMTEST_CACHE"):
        return Path(chosen).absolute()
    return Path("/var/cache/newsloom") if os.geteuid() == 0 else Path.home() / ".cache" / "newsloom"


def installed_home() -> Path:
    """The folder of the unpacked server; raises ServerUnavailable when it was not fetched yet."""
    home = cache_folder() / f"elasticsearch-{VERSION}"
    if not home.is_dir():
        raise ServerUnavailable(f"no Elasticsearch in {home}: it is fetched with {PACKAGES}")
    return home
