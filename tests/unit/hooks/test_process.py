"""Which features a process has, with and without Django."""

from pathlib import Path

import pytest

from tests.checkouts import ROOT, run_in


@pytest.mark.parametrize(
    ("choice", "is_on"),
    [("", True), ("use(['all', '-newsletters'])", False), ("use(['newsletters'])", True)],
)
def test_a_process_without_django_has_all_features_or_those_of_its_settings(
    choice: str, is_on: bool, tmp_path: Path
) -> None:
    code = (
        "from hooks.process import features, use\n"
        "from storage.channels import channel_names\n"
        f"{choice}\n"
        "print('newsletters' in features().names, 'newsletter' in channel_names())"
    )
    done = run_in(ROOT, "-c", code, home=tmp_path, DJANGO_SETTINGS_MODULE="")
    assert done.stdout.split() == [str(is_on)] * 2, done.stderr


def test_what_is_made_of_features_is_made_once() -> None:
    from hooks.features import Features, load_features

    made: list[tuple[str, ...]] = []

    def make(features: Features) -> int:
        made.append(features.names)
        return len(made)

    first, second = load_features(["none"]), load_features(["none"])
    assert [first.once(make), first.once(make), second.once(make)] == [1, 1, 2]
