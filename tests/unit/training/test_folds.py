from training.folds import folds_of


def test_pages_of_one_site_are_in_one_fold() -> None:
    sites = [f"site-{number % 30}" for number in range(120)]
    folds = folds_of(sites, 10)
    assert len(set(zip(sites, folds.tolist(), strict=True))) == 30
    assert sorted(set(folds.tolist())) == list(range(10))


def test_the_fold_of_a_site_does_not_depend_on_the_order_of_pages() -> None:
    sites = ["b", "a", "c", "a"]
    there = dict(zip(sites, folds_of(sites, 3).tolist(), strict=True))
    back = dict(zip(sites[::-1], folds_of(sites[::-1], 3).tolist(), strict=True))
    assert there == back
