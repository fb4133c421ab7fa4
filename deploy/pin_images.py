"""Write the digests of the images of docker-compose.yml to `.env`, for `make pin-images`.

A tag may be moved to other content, a digest cannot. Docker pulls each image once and says which
digest that was. Run it again, after a look at what has changed, to take newer builds of the same
versions.
"""

import json
import sys
from collections.abc import Mapping

from deploy.process import CommandError, run
from deploy.standins import COMPOSE_FILE, default_images


def pinned(settings: str, images: Mapping[str, str]) -> str:
    """Return the text of `.env` with these images in place of earlier ones.

    Args:
        settings: The text before.
        images: References with digest by kind, such as `mysql`.
    """
    names = {f"{kind.upper()}_IMAGE": image for kind, image in images.items()}
    kept = [line for line in settings.splitlines() if line.partition("=")[0].strip() not in names]
    return "\n".join([*kept, *(f"{name}={image}" for name, image in names.items())]) + "\n"


def with_digest(image: str) -> str:
    """Pull an image and return its reference with tag and digest.

    Raises:
        CommandError: Docker cannot pull it, or knows no digest of it.
    """
    run(["docker", "pull", image])
    known: list[str] = json.loads(
        run(["docker", "image", "inspect", "--format", "{{json .RepoDigests}}", image])
    )
    digests = [name.rpartition("@")[2] for name in known if "@sha256:" in name]
    if not digests:
        raise CommandError(
            f"{image} has no digest: it was built on this machine, not pulled from a registry"
        )
    return f"{image}@{digests[0]}"


def main() -> int:
    """Pin the images of the stack beside this folder and return the exit status."""
    settings = COMPOSE_FILE.with_name(".env")
    try:
        images = {
            kind: with_digest(image)
            for kind, image in default_images(COMPOSE_FILE.read_text()).items()
        }
        settings.write_text(pinned(settings.read_text() if settings.exists() else "", images))
    except (CommandError, OSError) as error:
        print(f"pin-images changed nothing: {error}", file=sys.stderr)
        return 1
    print("\n".join([f"wrote to {settings}:", *images.values()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
