"""Trees at run time against LightGBM's own predictions, and the limits of a forest file."""

from pathlib import Path

import lightgbm
import numpy as np
import pytest

from extractor import trees
from training.export import save

ROWS, FEATURES = 1500, 7


def _data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    matrix = rng.normal(size=(ROWS, FEATURES)).astype(np.float32)
    matrix[:, 5] = np.round(matrix[:, 5] * 3)
    return matrix, matrix[:, 0] + matrix[:, 1] * matrix[:, 2] - matrix[:, 5] / 3


def _grow(
    path: Path, labels: np.ndarray, matrix: np.ndarray, **options: object
) -> lightgbm.Booster:
    settings = {
        "verbose": -1,
        "num_threads": 1,
        "deterministic": True,
        "min_data_in_leaf": 5,
        **options,
    }
    booster = lightgbm.train(settings, lightgbm.Dataset(matrix, labels), 40)
    save(booster, path)
    return booster


def test_probabilities_are_those_of_lightgbm(tmp_path: Path) -> None:
    matrix, score = _data()
    booster = _grow(tmp_path / "forest.npz", score > 0, matrix, objective="binary", num_leaves=31)
    found = trees.load(tmp_path / "forest.npz").predict(matrix)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, booster.predict(matrix), atol=1e-6)


def test_probabilities_of_several_classes_are_those_of_lightgbm(tmp_path: Path) -> None:
    matrix, score = _data()
    labels = np.digitize(score, [-0.5, 0.5])
    booster = _grow(
        tmp_path / "forest.npz", labels, matrix, objective="multiclass", num_class=3, num_leaves=8
    )
    found = trees.load(tmp_path / "forest.npz").predict(matrix)
    assert found.shape == (ROWS, 3)
    np.testing.assert_allclose(found, booster.predict(matrix), atol=1e-6)


def test_values_of_a_regression_are_those_of_lightgbm(tmp_path: Path) -> None:
    matrix, score = _data()
    booster = _grow(tmp_path / "forest.npz", score, matrix, objective="regression", max_depth=4)
    found = trees.load(tmp_path / "forest.npz").raw(matrix)[:, 0]
    np.testing.assert_allclose(found, booster.predict(matrix), atol=1e-5)


def test_a_value_on_a_threshold_goes_as_in_lightgbm(tmp_path: Path) -> None:
    """Neighbouring 32-bit numbers: a threshold between two of them must not be rounded up."""
    low = np.float32(0.1)
    high = np.nextafter(low, np.float32(1))
    matrix = np.array([[low], [high]] * 50, np.float32)
    booster = _grow(tmp_path / "forest.npz", np.array([0, 1] * 50), matrix, objective="binary")
    found = trees.load(tmp_path / "forest.npz").predict(matrix[:2])
    np.testing.assert_allclose(found, booster.predict(matrix[:2]), atol=1e-6)
    assert found[0] < 0.5 < found[1]


def test_a_page_without_blocks(tmp_path: Path) -> None:
    matrix, score = _data()
    _grow(tmp_path / "forest.npz", score > 0, matrix, objective="binary")
    assert trees.load(tmp_path / "forest.npz").predict(matrix[:0]).shape == (0,)


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    matrix, score = _data()
    for name in ("one", "two"):
        _grow(tmp_path / name, score > 0, matrix, objective="binary")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_categories_are_refused(tmp_path: Path) -> None:
    matrix = np.repeat(np.arange(6, dtype=np.float32)[:, None], 100, axis=0)
    labels = matrix[:, 0] % 2
    data = lightgbm.Dataset(matrix, labels, categorical_feature=[0])
    settings = {
        "objective": "binary",
        "verbose": -1,
        "min_data_per_group": 1,
        "cat_smooth": 0,
        "max_cat_to_onehot": 1,
    }
    booster = lightgbm.train({**settings, "num_threads": 1}, data, 2)
    with pytest.raises(ValueError, match="does not support this kind of split"):
        save(booster, tmp_path / "forest.npz")


def test_logarithms_of_odds_of_any_size_give_probabilities() -> None:
    found = trees.sigmoid(np.array([-1e9, 0, 1e9], np.float32))
    np.testing.assert_allclose(found, [0, 0.5, 1])
