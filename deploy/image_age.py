"""Say whether somebody has looked for newer images lately, for the weekly run of CI.

docker-compose.yml says when that was. Dependabot proposes newer versions, but a proposal can be
left lying, and it does not see every image.
"""

import sys
from datetime import UTC, date, datetime

import yaml

from deploy.standins import COMPOSE_FILE, default_images

MAX_DAYS = 90
_KEY = "x-images-looked-at"


def problem(compose_file: str, today: date) -> str:
    """Return what is wrong with the age of the images of docker-compose.yml, "" if nothing is."""
    looked = date.fromisoformat(yaml.safe_load(compose_file)[_KEY])
    days = (today - looked).days
    if 0 <= days <= MAX_DAYS:
        return ""
    images = ", ".join(default_images(compose_file).values())
    return (
        f"the versions of the images were last looked at on {looked}, {days} days ago: take the "
        f"newest patch levels of {images}, and write the day to {_KEY} in docker-compose.yml"
    )


def main() -> int:
    """Return the exit status: 1 if the images are too old."""
    found = problem(COMPOSE_FILE.read_text(), datetime.now(UTC).date())
    print(found or "the images were looked at lately")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
