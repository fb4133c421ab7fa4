"""``python -m fakeweb``: serve the fake web until a signal stops it."""

import argparse
import asyncio
import contextlib
import signal
import sys
import time

from fakeweb.options import Options
from fakeweb.server import FakeServer
from fakeweb.world import World


def _arguments() -> argparse.Namespace:
    usual = Options()
    parser = argparse.ArgumentParser(
        prog="python -m fakeweb", description="A small fake web on loopback."
    )
    parser.add_argument("--port", type=int, default=usual.port, help="0 takes a free one (default)")
    parser.add_argument(
        "--seed", type=int, default=usual.seed, help="the same seed gives the same web"
    )
    parser.add_argument(
        "--stock", type=int, default=usual.stock, help="articles per host at the start"
    )
    parser.add_argument(
        "--rate", type=float, default=usual.rate, help="new articles per second over all hosts"
    )
    parser.add_argument(
        "--limit", type=int, default=usual.limit, help="most new articles to publish"
    )
    parser.add_argument(
        "--sites",
        default="",
        help="names of the hosts to serve, separated by commas (default: all)",
    )
    parser.add_argument(
        "--weight", type=int, default=usual.weight, help="least characters of an article page"
    )
    parser.add_argument(
        "--websub", type=int, choices=(0, 1), default=0, help="1: feeds offer a hub"
    )
    parser.add_argument(
        "--events", type=int, choices=(0, 1), default=0, help="1: sites report shared events"
    )
    parser.add_argument(
        "--until-stdin-closes", action="store_true", help="stop when standard input ends"
    )
    return parser.parse_args()


async def _serve(world: World, *, until_stdin_closes: bool) -> None:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    if until_stdin_closes:
        loop.add_reader(sys.stdin.fileno(), stopped.set)
    server = FakeServer(world)
    listener = await server.start()
    print(f"ready http://127.0.0.1:{server.port}", flush=True)
    publisher = asyncio.create_task(server.run())
    await stopped.wait()
    publisher.cancel()
    listener.close()
    with contextlib.suppress(asyncio.CancelledError):
        await publisher


def main() -> int:
    """Run the fake web; return the exit status, 2 with one line on standard error for invalid
    options.
    """
    given = _arguments()
    sites = tuple(name for name in given.sites.split(",") if name)
    options = Options(
        given.seed,
        given.port,
        given.stock,
        given.rate,
        given.limit,
        sites,
        given.weight,
        bool(given.websub),
        bool(given.events),
    )
    try:
        world = World(options, time.time)
        asyncio.run(_serve(world, until_stdin_closes=given.until_stdin_closes))
    except (ValueError, OSError) as error:
        print(f"fake web: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
