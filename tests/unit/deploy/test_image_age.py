"""Images that nobody has looked at for too long are found, and something proposes newer ones."""

from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml

from deploy.image_age import MAX_DAYS, problem

ROOT = Path(__file__).parents[3]
LOOKED = date(2026, 1, 31)
TEXT = (
    f'x-images-looked-at: "{LOOKED}"\nservices: {{a: {{image: "${{REDIS_IMAGE:-redis:7.4.5}}"}}}}\n'
)


@pytest.mark.parametrize("days", [0, 1, MAX_DAYS])
def test_images_that_were_looked_at_lately_are_fine(days: int) -> None:
    assert problem(TEXT, LOOKED + timedelta(days=days)) == ""


def test_images_that_are_too_old_are_named_with_what_to_do() -> None:
    found = problem(TEXT, LOOKED + timedelta(days=MAX_DAYS + 1))
    assert "on 2026-01-31, 91 days ago" in found
    assert "redis:7.4.5" in found
    assert "x-images-looked-at in docker-compose.yml" in found


def test_a_day_to_come_is_a_mistake() -> None:
    assert problem(TEXT, LOOKED - timedelta(days=1))


def test_the_weekly_run_looks_at_the_age_of_the_images_and_dependabot_at_their_versions() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    looked = date.fromisoformat(yaml.safe_load(text)["x-images-looked-at"])
    assert problem(text, looked) == ""
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    assert [step["run"] for step in jobs["images"]["steps"] if "run" in step][-1] == (
        ".venv/bin/python -m deploy.image_age"
    )
    assert "schedule" in jobs["images"]["if"]
    watched = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text())["updates"]
    assert {"docker", "docker-compose"} <= {each["package-ecosystem"] for each in watched}
