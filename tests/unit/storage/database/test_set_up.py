"""Django is set up once, however many threads of a process need it at once."""

import os
import subprocess
import sys
from pathlib import Path

_TOGETHER = """
import threading
from concurrent.futures import ThreadPoolExecutor

from storage.database.setup import set_up_django
from storage.settings import Settings

THREADS = 8
together, settings = threading.Barrier(THREADS), Settings()
settings.prepare()


def set_up(_number):
    together.wait()
    set_up_django(settings)
    from django.utils import timezone
    from storage.database.models import Source

    return f"{Source._meta.app_label} {timezone.get_default_timezone_name()}"


with ThreadPoolExecutor(THREADS) as pool:
    print(*set(pool.map(set_up, range(THREADS))))
"""


def test_threads_set_django_up_together(tmp_path: Path) -> None:
    environment = {**os.environ, "NEWSLOOM_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", _TOGETHER],
        env=environment,
        cwd=Path(__file__).parents[4],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    # Django's own default is Chicago.
    assert done.stdout.split() == ["configuration", "UTC"]
