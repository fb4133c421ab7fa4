"""What the image holds: every package that the wheel holds, and the licence."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_builder_is_sent_every_package_and_the_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = {
        name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]
    }
    sent = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert packages | {"LICENSE", "NOTICE"} <= sent


def test_the_builder_is_sent_every_file_that_the_image_copies() -> None:
    lines = (ROOT / "deploy" / "Dockerfile").read_text().splitlines()
    copied = [
        line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from=" not in line
    ]
    files = {name for names in copied for name in names if name != "."}
    sent = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert "setup.py" in files
    assert [
        name
        for name in sorted(files)
        if not any(name == each or name.startswith(f"{each}/") for each in sent)
    ] == []


def test_the_program_of_the_image_can_be_imported_by_its_processes() -> None:
    """A process for parsers imports the program's file; without the condition it would start a
    second worker.
    """
    (line,) = [
        line
        for line in (ROOT / "deploy" / "Dockerfile").read_text().splitlines()
        if "from newsloom import" in line
    ]
    assert '\\nif __name__ == "__main__":\\n    sys.exit(main())' in line
