"""The archive in an S3-compatible store, over moto's server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from features.archive.store.objects import open_store
from features.archive.tests.store.test_objects import (
    check_files_move_and_are_read_wherever_they_are,
)
from testbed.servers.s3 import S3
from tests.plugin import obtain

# Its packages take a minute to install.
pytestmark = pytest.mark.heavy


@pytest.fixture
def s3(pytestconfig: pytest.Config) -> Iterator[S3]:
    with closing(S3()) as server:
        obtain(pytestconfig, server.start)
        with urlopen(Request(f"http://127.0.0.1:{server.port}/archive", method="PUT"), timeout=30):
            yield server


def test_files_move_and_are_read_wherever_they_are(s3: S3, tmp_path: Path) -> None:
    check_files_move_and_are_read_wherever_they_are(tmp_path, open_store(s3.url))
