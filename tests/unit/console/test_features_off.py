"""Commands of the core with every feature off: their options are those of the core."""

from pathlib import Path

import pytest

from tests.checkouts import ROOT, run_in

ADD = ("source", "add", "plain", "http://s.example/feed", "--channel")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path, NEWSLOOM_FEATURES="none")
    return tmp_path


@pytest.mark.slow
def test_a_source_is_added(home: Path) -> None:
    done = run_in(ROOT, "newsloom.py", *ADD, "feed", home=home, NEWSLOOM_FEATURES="none")
    assert done.returncode == 0, done.stderr
    other = run_in(ROOT, "newsloom.py", *ADD, "newsletter", home=home, NEWSLOOM_FEATURES="none")
    assert other.returncode == 2
    assert "'newsletter' is not one of 'feed'" in other.stderr
    told = run_in(
        ROOT, "newsloom.py", "source", "add", "--help", NEWSLOOM_FEATURES="none", home=home
    )
    assert "--mail-" not in told.stdout


def test_a_pool_of_a_feature_names_the_feature(tmp_path: Path) -> None:
    pool = ("worker", "--pool", "render")
    done = run_in(ROOT, "newsloom.py", *pool, home=tmp_path, NEWSLOOM_FEATURES="none")
    assert done.returncode == 2
    assert "'render' is a pool of the feature rendering, which is off" in done.stderr
