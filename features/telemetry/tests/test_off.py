"""Without the feature, and without its setting, a worker watches no job."""

from hooks.features import load_features
from storage.settings import Settings

GIVEN = {"NEWSLOOM_OTLP_URL": "http://localhost:4318"}


def test_no_setting_and_no_feature_are_no_watcher() -> None:
    without = Settings.from_mapping({})
    assert load_features(without.features).tell("job_watcher", settings=without) == []
    off = Settings.from_mapping(GIVEN | {"NEWSLOOM_FEATURES": "all,-telemetry"})
    assert load_features(off.features).tell("job_watcher", settings=off) == []


def test_the_setting_is_one_watcher() -> None:
    on = Settings.from_mapping(GIVEN)
    [watcher] = load_features(on.features).tell("job_watcher", settings=on)
    watcher.close()
