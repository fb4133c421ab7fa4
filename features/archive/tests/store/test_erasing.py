"""Records that give way: nothing of them is left, all others are where they were."""

import gzip
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from crawler.redirects import Redirect
from features.archive.store.erasing import erase_in, finish_noted
from features.archive.store.folder import FolderReader, FolderWriter
from features.archive.store.names import files
from features.archive.store.objects import ObjectReader, ObjectWriter
from features.archive.store.port import Answer, Gone
from features.archive.store.records import answer_of, filler, picture_of
from features.archive.tests.store.test_folder import FETCHED, ROOM, answer, check

SECRET = b"xqvarlotide"


def secret(number: int = 2, **fields: object) -> Answer:
    return answer(number, b"<p>About " + SECRET + b"</p>", **fields)


def of_secret(url: str) -> bool:
    return "/2?" in url


def content(path: Path) -> bytes:
    return path.read_bytes() + gzip.decompress(path.read_bytes())


def test_a_record_is_gone_and_the_others_keep_their_places(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    places = [writer.append(each) for each in (answer(1), secret(), answer(3, b"<p>Bridge</p>"))]
    # While the file is open, and written to.
    assert list(writer.erase(of_secret)) == [1]
    places.append(writer.append(answer(4, b"<p>Market</p>")))
    writer.close()
    reader = FolderReader(tmp_path)
    assert [reader.read(each).url for each in (places[0], *places[2:])] == [
        answer(number).url for number in (1, 3, 4)
    ]
    with pytest.raises(Gone):
        reader.read(places[1])
    assert [place for place, _ in reader.answers()] == [places[0], *places[2:]]
    assert list(FolderWriter(tmp_path, **ROOM).erase(of_secret)) == [0]
    [path] = files(tmp_path)
    assert SECRET not in content(path)
    assert answer(2).url.encode() not in content(path)
    check(tmp_path)


def test_records_that_refer_to_it_are_erased_too(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    first = writer.append(secret())
    # The same page at another address: its record says so, and has no body.
    assert writer.append(secret(5)) == first
    assert list(writer.erase(of_secret)) == [2]
    writer.close()
    assert list(FolderReader(tmp_path).answers()) == []
    assert answer(2).url.encode() not in content(files(tmp_path)[0])


def test_the_picture_of_a_page_is_erased_with_it(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    pictured = [secret(picture=b"of " + SECRET), answer(1, b"<p>A</p>", picture=b"of the other")]
    places = [writer.append(each) for each in pictured]
    places.append(writer.append(answer(3, SECRET, picture=b"withdrawn " + SECRET)))
    assert list(writer.erase(of_secret)) == [2]
    writer.erase_at(places[2])
    writer.close()
    [path] = files(tmp_path)
    assert SECRET not in content(path)
    page, picture = FolderReader(tmp_path).packed(places[1])
    kept = answer_of(page)
    assert kept is not None
    assert (kept.body, picture_of(picture)) == (b"<p>A</p>", b"of the other")
    check(tmp_path)


def test_the_redirects_to_a_page_are_erased_with_it(tmp_path: Path) -> None:
    way = (
        Redirect(
            url="http://short.example/1", status=302, location=SECRET.decode("latin-1"), at=FETCHED
        ),
    )
    writer = FolderWriter(tmp_path, **ROOM)
    pages = [secret(redirects=way), answer(1, b"<p>A</p>"), answer(3, b"<p>B</p>", redirects=way)]
    places = [writer.append(each) for each in pages]
    assert list(writer.erase(of_secret)) == [2]
    writer.erase_at(places[2])
    writer.close()
    [path] = files(tmp_path)
    assert b"short.example" not in content(path)
    assert [place for place, _ in FolderReader(tmp_path).answers()] == [places[1]]
    check(tmp_path)


def test_a_redirect_behind_an_erased_one_still_belongs_to_its_page(tmp_path: Path) -> None:
    way = [
        Redirect(url=f"http://{host}/", status=302, location="/x", at=FETCHED)
        for host in ("short.example", "middle.example", "last.example")
    ]
    writer = FolderWriter(tmp_path, **ROOM)
    place = writer.append(answer(1, redirects=tuple(way)))
    writer.append(answer(3, b"<p>B</p>"))
    assert list(writer.erase(lambda url: "middle.example" in url)) == [1]
    assert len(FolderReader(tmp_path).packed(place)) == 3
    writer.erase_at(place)
    writer.close()
    [path] = files(tmp_path)
    assert b"last.example" not in content(path)
    check(tmp_path)


def test_a_large_page_is_erased(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    large = random.Random(7).randbytes(5_000_000)
    writer.append(answer(2, large))
    place = writer.append(answer(3))
    writer.close()
    assert list(writer.erase(of_secret)) == [1]
    assert FolderReader(tmp_path).read(place).url == answer(3).url
    check(tmp_path)


def test_one_record_is_withdrawn(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    places = [writer.append(answer(1)), writer.append(secret())]
    writer.erase_at(places[1])
    writer.erase_at("newsloom-elsewhere.warc.gz:7")
    assert [place for place, _ in FolderReader(tmp_path).answers()] == places[:1]
    writer.close()


@pytest.mark.parametrize("length", [40, 130, 200, 70_000])
def test_a_filler_has_the_length_that_is_asked_for(length: int) -> None:
    packed = filler(length)
    assert len(packed) == length
    gzip.decompress(packed)


_KILLED_WHILE_OVERWRITING = """
import os, signal, sys
from pathlib import Path
from features.archive.store import erasing
def torn(handle, data, offset):
    torn.write(handle, data[: len(data) // 2], offset)
    os.kill(os.getpid(), signal.SIGKILL)
torn.write = os.pwrite
erasing.os.pwrite = torn
erasing.erase_in(Path(sys.argv[1]), lambda url: "/2?" in url)
"""


def test_nothing_else_is_lost_by_a_kill_in_the_middle(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    places = [writer.append(each) for each in (answer(1), secret(), answer(3, b"<p>Bridge</p>"))]
    writer.close()
    [path] = files(tmp_path)
    died = subprocess.run([sys.executable, "-c", _KILLED_WHILE_OVERWRITING, path], check=False)
    assert died.returncode == -signal.SIGKILL
    # Whoever tends the archive next finishes it.
    FolderWriter(tmp_path, **ROOM).tend()
    assert [place for place, _ in FolderReader(tmp_path).answers()] == [places[0], places[2]]
    assert os.listdir(tmp_path) == [path.name]
    check(tmp_path)


def test_a_note_that_was_cut_changes_nothing(tmp_path: Path) -> None:
    writer = FolderWriter(tmp_path, **ROOM)
    writer.append(secret())
    writer.close()
    [path] = files(tmp_path)
    before = path.read_bytes()
    (tmp_path / ".erase-cut").write_text(f"{path.name} 0 1")
    finish_noted(tmp_path)
    assert os.listdir(tmp_path) == [path.name]
    assert path.read_bytes() == before
    assert erase_in(path, lambda url: "/nothing" in url) == 0


def test_files_in_an_object_store_are_replaced(tmp_path: Path) -> None:
    from obstore.store import LocalStore

    store = LocalStore(tmp_path / "there", mkdir=True)
    writer = ObjectWriter(tmp_path / "here", store, **ROOM)
    place, kept = writer.append(secret()), writer.append(answer(3))
    writer.close()
    here = writer.append(secret(2, fetched=answer().fetched))
    assert list(writer.erase(of_secret)) == [1, 1]
    reader = ObjectReader(tmp_path / "here", store)
    assert reader.read(kept).url == answer(3).url
    for each in (place, here):
        with pytest.raises(Gone):
            reader.read(each)
    writer.close()
    [path, _] = sorted((tmp_path / "there").glob("*.warc.gz"))
    assert SECRET not in content(path)
