"""`python -m testbed.servers install` and `python -m testbed.servers run -- COMMAND`."""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from testbed.servers.errors import ServerUnavailable
from testbed.servers.fleet import Fleet, variable
from testbed.servers.install import install

_STARTED = ("mariadb", "redis", "beanstalkd", "elasticsearch")


def main() -> int:
    """Runs one of the two commands and returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m testbed.servers", description=__doc__)
    commands = parser.add_subparsers(dest="action", required=True)
    commands.add_parser("install", help="install the servers that are missing")
    run = commands.add_parser("run", help="run a command while the servers are up")
    run.add_argument("command", nargs="+", help="the command, after --")
    arguments = parser.parse_args()
    if arguments.action == "install":
        return 0 if install() else 1
    return _run(arguments.command)


def _run(command: list[str]) -> int:
    with closing(Fleet()) as fleet, ThreadPoolExecutor() as pool:
        try:
            urls = list(pool.map(fleet.url, _STARTED))
        except ServerUnavailable as error:
            print(f"!!! {error}; try: python -m testbed.servers install", file=sys.stderr)
            return 1
        addresses = {variable(name): url for name, url in zip(_STARTED, urls, strict=True)}
        return subprocess.run(command, env={**os.environ, **addresses}).returncode


if __name__ == "__main__":
    sys.exit(main())
