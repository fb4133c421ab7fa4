"""What the log of backups promises, on both adapters."""

from contextlib import closing
from pathlib import Path

import pytest

from storage.backends import open_backup_log
from storage.backup_log import BackupHistory, BackupLog
from storage.settings import Settings
from storage.state.local import LocalState

FULL = "the backup refused: cannot write /b/1.zip: No space left on device"


def test_the_newest_backup_and_the_failures_since_are_known_to_every_process(
    state_url: str,
) -> None:
    settings = Settings(state_url=state_url)
    with closing(open_backup_log(settings)) as log:
        assert log.history() == BackupHistory()
        log.failed("away")
        log.failed(FULL)
    with closing(open_backup_log(settings)) as again:
        found = again.history()
        assert found.failure
        assert (found.made, found.failure.problem, found.failures) == (None, FULL, 2)
        again.succeeded("/b/2.zip", 9, 3, 23)
        made = again.history().made
        assert made
        assert found.failure.at <= made.at
        assert (made.path, made.size_bytes, made.rows, made.documents) == ("/b/2.zip", 9, 3, 23)
        # What went wrong before is over, but it counts.
        assert again.history() == BackupHistory(made=made, failures=2)
        again.failed(FULL)
        found = again.history()
        assert found.failure
        assert (found.made, found.failure.problem, found.failures) == (made, FULL, 3)


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_between_them_confuses_no_failure_with_a_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    state = LocalState(f"local://{tmp_path}", "backups")
    now = 1_800_000_000.0
    monkeypatch.setattr(state, "now", lambda: now)
    with closing(BackupLog(state)) as log:
        log.failed(FULL)
        now += 3600 * hours
        log.succeeded("/b/2.zip", 9, 3, 23)
        assert log.history().failure is None
