"""An archive whose finished files go to a store of objects, over a store in memory; the contract
has a server.
"""

import os
from pathlib import Path
from typing import Any

import obstore
import pytest
from obstore.store import MemoryStore, ObjectStore

from features.archive.store.names import OPEN, files
from features.archive.store.objects import ObjectReader, ObjectWriter, open_store
from features.archive.store.port import Gone, NotArchived
from features.archive.tests.store.test_folder import answer
from storage.errors import SettingsError, Unavailable


def writer(folder: Path, store: ObjectStore, **limits: Any) -> ObjectWriter:
    return ObjectWriter(folder, store, **{"least_free_bytes": 0, **limits})


def names(store: ObjectStore) -> list[str]:
    return sorted(meta["path"] for page in obstore.list(store) for meta in page)


def check_files_move_and_are_read_wherever_they_are(folder: Path, store: ObjectStore) -> None:
    first = writer(folder, store, most_bytes=1)
    bodies = [bytes([number]) * 600_000 for number in range(3)]
    places = [first.append(answer(index, body)) for index, body in enumerate(bodies)]
    assert [path.name.endswith(OPEN) for path in files(folder)] == [False, False, True]
    reader = ObjectReader(folder, store)
    assert [reader.read(place).body for place in places] == bodies
    first.tend()
    # The file that is written is full too.
    assert files(folder) == []
    assert names(store) == sorted(place.partition(":")[0] for place in places)
    assert [reader.read(place).body for place in places] == bodies
    last = first.append(answer(9, b"last"))
    assert [(place, found.body) for place, found in reader.answers()] == [
        *zip(places, bodies, strict=True),
        (last, b"last"),
    ]
    first.close()
    assert (len(names(store)), reader.info().files) == (4, 4)
    assert reader.info().size_bytes > 1000
    assert first.prune(0, 1)[0] == 4
    assert names(store) == []
    for place in (places[0], "newsloom-x.warc.gz:0", "x:1", ""):
        with pytest.raises(Gone):
            reader.read(place)


def test_files_move_and_are_read_wherever_they_are(tmp_path: Path) -> None:
    check_files_move_and_are_read_wherever_they_are(tmp_path, MemoryStore())


def test_what_a_killed_worker_left_goes_there_too(tmp_path: Path) -> None:
    store = MemoryStore()
    left = writer(tmp_path, store)
    place = left.append(answer())
    assert left._file
    # Its lock ends with its process.
    os.close(left._file._descriptor)
    writer(tmp_path, store).tend()
    assert names(store) == [place.partition(":")[0]]
    assert ObjectReader(tmp_path, store).read(place).body == answer().body


def test_a_store_that_does_not_answer_keeps_the_files_here(tmp_path: Path) -> None:
    store = open_store("s3://key:secret@127.0.0.1:9/bucket/prefix?tls=false")
    away = writer(tmp_path, store)
    place = away.append(answer())
    away.close()
    with pytest.raises(
        NotArchived, match="the store of the archive does not take files: "
    ) as raised:
        writer(tmp_path, store).tend()
    assert "secret" not in str(raised.value)
    assert ObjectReader(tmp_path, store).read(place).body == answer().body
    with pytest.raises(Unavailable):
        ObjectReader(tmp_path, store).info()
    # Whether it has this record is not known: that it has none would be untrue.
    for read in (ObjectReader(tmp_path, store).read, ObjectReader(tmp_path, store).packed):
        with pytest.raises(Unavailable, match="the store of the archive does not answer"):
            read("newsloom-20261120T000000000000Z-x-1.warc.gz:0")


@pytest.mark.parametrize(
    "url",
    [
        "s3://bucket/prefix",
        "s3://key:secret@host",
        "s3://key@host/bucket",
        "s3://key:secret@host:x/bucket",
        "s3://key:secret@host/bucket?zone=eu",
    ],
)
def test_an_address_that_names_too_little_is_refused_without_its_secret(url: str) -> None:
    with pytest.raises(SettingsError) as raised:
        open_store(url)
    assert "NEWSLOOM_ARCHIVE_URL" in str(raised.value)
    assert "secret@host:x" not in str(raised.value)
