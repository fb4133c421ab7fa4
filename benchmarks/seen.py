"""Measures the filter of seen pages on both adapters: false positives, memory, URLs a second.

    python -m benchmarks.seen [--keys 1000000] [--error-rate 0.0001]

The test queries enough unknown keys to expect 1,000 false positives, at most two million. It
compares the answer with 1.1 times the error rate. It starts Redis for the run on a free port.
"""

import argparse
import hashlib
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import redis

from storage.backends import open_seen
from storage.seen.bloom import ERROR_RATE
from storage.seen.port import Seen
from storage.settings import Settings
from testbed.servers import Redis

_BATCHES = 1, 50, 200
_FILL_BATCH = 200
_STRANGERS_AT = 10**12
_MAX_PROBES = 2_000_000
_SPEED_SECONDS = 3.0


def main() -> int:
    """Run on both adapters; the result is 1 when a rate is over its limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keys", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        local = _measure("local", f"local://{folder}", options.keys)
    with Redis() as server:
        remote = _measure("redis", server.url, options.keys)
        with redis.Redis.from_url(server.url) as client:
            sizes = [client.strlen(name) for name in client.scan_iter("newsloom:seen:bits:*")]
            print(
                f"redis: strings of {sum(sizes):,} bytes, used_memory "
                f"{client.info('memory')['used_memory']:,} bytes"
            )
    return 0 if local and remote else 1


def _measure(name: str, url: str, keys: int) -> bool:
    settings = Settings(state_url=url, seen_capacity=keys)
    with closing(open_seen(settings)) as seen:
        _fill(name, seen, keys)
        _report_memory(name, seen, keys)
        within = _report_rate(name, seen)
        _check_all_held(name, seen, keys)
        for batch in _BATCHES:
            _report_speed(name, seen, batch)
    return within


def _fill(name: str, seen: Seen, keys: int) -> None:
    started = time.perf_counter()
    for done, batch in enumerate(_batches(0, keys, _FILL_BATCH)):
        seen.commit(batch)
        _progress(f"{name}: filling", done * _FILL_BATCH, keys)
    print(
        f"{name}: {keys:,} keys committed at {keys / (time.perf_counter() - started):,.0f} a second"
    )


def _report_memory(name: str, seen: Seen, keys: int) -> None:
    info = seen.info()
    theory = -keys * math.log(ERROR_RATE) / math.log(2) ** 2 / 8
    # The first layer is made for half the rate, so that later ones leave the sum within it.
    layer = -keys * math.log(ERROR_RATE / 2) / math.log(2) ** 2 / 8
    print(
        f"{name}: {info.layers} layer, {info.bits / 8:,.0f} bytes for {info.items:,} keys; a "
        "filter of fixed size at"
    )
    print(
        f"  {ERROR_RATE:g} takes {theory:,.0f} in theory (x {info.bits / 8 / theory:.3f}), at "
        f"{ERROR_RATE / 2:g} ",
        end="",
    )
    print(f"{layer:,.0f} (x {info.bits / 8 / layer:.3f})")


def _report_rate(name: str, seen: Seen) -> bool:
    probes = min(_MAX_PROBES, math.ceil(1000 / ERROR_RATE))
    found = done = 0
    for batch in _batches(_STRANGERS_AT, probes, 1000):
        found += sum(seen.contains(batch))
        done += len(batch)
        _progress(f"{name}: probing", done, probes)
    measured, within = found / probes, found / probes <= 1.1 * ERROR_RATE
    print(
        f"{name}: {found} false positives in {probes:,} strangers: {measured:.3g}, "
        f"{measured / ERROR_RATE:.2f} p"
    )
    print(f"  {'within' if within else 'OVER'} the limit of 1.1 p")
    return within


def _check_all_held(name: str, seen: Seen, keys: int) -> None:
    missing = 0
    for done, batch in enumerate(_batches(0, keys, 1000)):
        missing += seen.contains(batch).count(False)
        _progress(f"{name}: looking for false negatives", done * 1000, keys)
    print(f"{name}: {missing} false negatives in {keys:,} keys")
    if missing:
        sys.exit(f"{name}: a filter must not lose keys")


def _report_speed(name: str, seen: Seen, size: int) -> None:
    """Print the speed of a page's whole life: look up, claim, commit.

    Every URL is new: writing costs most then.
    """
    rates = []
    for start, call in (
        (2, seen.contains),
        (3, lambda batch: seen.claim(batch, "benchmark", 3600)),
        (3, seen.commit),
    ):
        rates.append(_rate(call, start * _STRANGERS_AT + size * 10**9, size))
    look, claim, commit = (f"{rate:,.0f}" for rate in rates)
    print(
        f"{name}: batches of {size}: contains {look}, claim {claim}, commit {commit} URLs a second"
    )


def _rate(call: Callable[[Sequence[str]], object], start: int, size: int) -> float:
    keys = list(_batches(start, 30_000 if size > 1 else 5_000, size))
    done, began = 0, time.perf_counter()
    for batch in keys:
        call(batch)
        done += len(batch)
        if time.perf_counter() - began > _SPEED_SECONDS:
            break
    return done / (time.perf_counter() - began)


def _batches(start: int, count: int, size: int) -> Iterator[Sequence[str]]:
    for first in range(start, start + count, size):
        yield [_key(number) for number in range(first, min(first + size, start + count))]


def _key(number: int) -> str:
    return hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest()


def _progress(what: str, done: int, total: int) -> None:
    if sys.stderr.isatty() and done % 10_000 == 0:
        print(
            f"\r{what} {done / total:4.0%}",
            end="\r" if done < total else "\n",
            file=sys.stderr,
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
