"""Compile the translations while a wheel is built; everything else is in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTranslations(build_py):
    """Add a compiled catalogue beside each catalogue of the build folder."""

    def run(self) -> None:
        """Copy the packages, then compile their catalogues."""
        super().run()
        if self.editable_mode:
            return
        # Imported here: reading the project's metadata must not need Babel.
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for path in Path(self.build_lib).glob("*/locale/*/LC_MESSAGES/*.po"):
            with path.open("rb") as source, path.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source, locale=path.parts[-3]))


setup(cmdclass={"build_py": BuildWithTranslations})
