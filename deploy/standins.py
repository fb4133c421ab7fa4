"""Build images under the official names from Debian packages, for a machine that cannot pull them.

Each stand-in also has a name `newsloom-standin/...`, which stays. The test removes the official
name afterwards, so no stand-in keeps an official name, and the next run does not build the image
again.
"""

import contextlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from deploy.process import CommandError, ensure, run, succeeds
from tests.servers.elasticsearch import installed_home
from tests.servers.install import install_elasticsearch

COMPOSE_FILE = Path(__file__).parents[1] / "docker-compose.yml"
_DEBIAN = "debian"
_FOLDER = Path(__file__).parent / "standins"
_IMAGE = re.compile(r"\$\{(\w+)_IMAGE:-([^}]+)\}")


def default_images(compose_file: str) -> dict[str, str]:
    """Return the images that the text of docker-compose.yml names, each with its version, by
    `mysql`, `debian` ...
    """
    return {name.lower(): image for name, image in _IMAGE.findall(compose_file)}


@contextlib.contextmanager
def official_images(say: Callable[[str], None]) -> Iterator[None]:
    """Make the official images available during the block: pulled, or replaced by stand-ins.

    Raises:
        CommandError: a stand-in cannot be built.
    """
    images = {
        kind: name
        for kind, name in default_images(COMPOSE_FILE.read_text()).items()
        if _is_tested(kind)
    }
    posing: list[str] = []
    try:
        # The others are built from Debian.
        for kind in sorted(images, key=lambda kind: kind != _DEBIAN):
            name = images[kind]
            if _present_or_pulled(name):
                continue
            say(f"{name} cannot be pulled: using a stand-in")
            _provide(kind, name, images[_DEBIAN])
            posing.append(name)
        yield
    finally:
        for name in posing:
            run(["docker", "rmi", name])


def _is_tested(kind: str) -> bool:
    """Return whether the test starts this image; it leaves out those of the profile
    observability.
    """
    return kind == _DEBIAN or (_FOLDER / kind).is_dir()


def _present_or_pulled(name: str) -> bool:
    return succeeds(["docker", "image", "inspect", name]) or succeeds(["docker", "pull", name])


def _provide(kind: str, name: str, debian: str) -> None:
    """Give a stand-in the official name; build it first if necessary."""
    own = f"newsloom-standin/{kind}"
    if kind == _DEBIAN:
        if not succeeds(["docker", "image", "inspect", own]):
            _import_debian(own)
    else:
        with _context(kind) as context:
            run(
                [
                    "docker",
                    "build",
                    "--build-arg",
                    f"DEBIAN_IMAGE={debian}",
                    "-t",
                    own,
                    str(context),
                ]
            )
    run(["docker", "tag", own, name])


@contextlib.contextmanager
def _context(folder: str) -> Iterator[Path]:
    """Yield the build context: the stand-in's folder and, for Elasticsearch, the server itself."""
    with tempfile.TemporaryDirectory() as temporary:
        context = Path(temporary) / folder
        shutil.copytree(_FOLDER / folder, context)
        if folder == "elasticsearch":
            install_elasticsearch()
            shutil.copytree(installed_home(), context / "elasticsearch")
        yield context


def _import_debian(name: str) -> None:
    ensure("debootstrap", "debootstrap")
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / "root"
        run(
            [
                "debootstrap",
                "--variant=minbase",
                "--include=ca-certificates",
                "bookworm",
                str(root),
                *_mirror(),
            ]
        )
        _take_over_configuration(root)
        archive = Path(temporary) / "root.tar"
        run(["tar", "-C", str(root), "-cf", str(archive), "."])
        run(["docker", "import", "--change", 'CMD ["bash"]', str(archive), name])


def _mirror() -> Sequence[str]:
    """Return the Debian mirror of this machine, or nothing to let debootstrap choose."""
    form = "$(CODENAME) $(COMPONENT) $(REPO_URI)"
    with contextlib.suppress(CommandError, FileNotFoundError):
        for line in run(
            ["apt-get", "indextargets", "--format", form, "Created-By: Packages"]
        ).splitlines():
            code_name, component, address = line.split(maxsplit=2)
            if (code_name, component) == ("bookworm", "main"):
                return [address]
    return []


def _take_over_configuration(root: Path) -> None:
    """Copy how this machine reaches package sources, so that builds inside the images reach them
    too.
    """
    for path in (
        "/etc/apt",
        "/etc/ssl/certs/ca-certificates.crt",
        "/usr/local/share/ca-certificates",
    ):
        if Path(path).exists():
            run(["cp", "-aLT", path, f"{root}{path}"])
    (root / "etc" / "pip.conf").write_text(_pip_configuration())


def _pip_configuration() -> str:
    """Return the addresses and certificates of the host's `pip config` as a global section."""
    done = subprocess.run(
        ["python3", "-m", "pip", "config", "list"], capture_output=True, text=True
    )
    lines = ["[global]"]
    for line in done.stdout.splitlines():
        name, _, value = line.partition("=")
        key = name.rpartition(".")[2]
        if key in ("index-url", "extra-index-url", "trusted-host", "proxy", "cert"):
            lines.append(f"{key} = {value.strip(chr(39))}")
    return "\n".join(dict.fromkeys(lines)) + "\n"
