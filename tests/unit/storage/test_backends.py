"""Opening stores in the threads of a process."""

import subprocess
import sys
from pathlib import Path

_IN_THREADS = """
import importlib.abc, sys, threading, time
from storage import backends
from storage.settings import Settings

class Slow(importlib.abc.MetaPathFinder):
    "Lets another thread go on before each import."
    def find_spec(self, name, path=None, target=None):
        time.sleep(0.001)

sys.meta_path.insert(0, Slow())
settings = Settings.from_mapping({"NEWSLOOM_STATE_URL": "redis://127.0.0.1:1/0", "NEWSLOOM_HOME": sys.argv[1]})
openers = [backends.open_tombstones, backends.open_learned, backends.open_counters, backends.open_findings,
           backends.open_seen, backends.open_workers]
together, failures = threading.Barrier(len(openers)), []

def open_one(opener):
    together.wait()
    try:
        opener(settings)
    except ImportError as error:
        failures.append(str(error))

threads = [threading.Thread(target=open_one, args=(each,)) for each in openers]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit("\\n".join(failures) or 0)
"""


def test_threads_may_import_the_driver_of_redis_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _IN_THREADS, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
