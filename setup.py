"""Build what pyproject.toml cannot say: the translations of a wheel, and the extractor's compiled
parts.
"""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
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

        for path in Path(self.build_lib).rglob("locale/*/LC_MESSAGES/*.po"):
            with path.open("rb") as source, path.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source, locale=path.parts[-3]))


class BuildWhatCompiles(build_ext):
    """Leave out what no compiler builds, with a warning: the Python beside it does the same."""

    def build_extension(self, ext: Extension) -> None:
        """Compile an extension."""
        try:
            super().build_extension(ext)
        except Exception as error:  # noqa: BLE001 a compiler is missing or fails in many ways
            self.warn(f"{ext.name} is left out: {error}")


def compiled_parts() -> list[Extension]:
    """Return the extensions to build: none without Cython.

    A missing C compiler leaves them out with a warning.
    """
    try:
        import lxml
        from Cython.Build import cythonize
    except ImportError:
        return []
    sources = sorted(Path("extractor/compiled").glob("*.pyx"))
    extensions = [
        Extension(
            f"extractor.compiled.{source.stem}",
            [str(source)],
            include_dirs=lxml.get_include(),
            # Round after each operation, as numpy does; without what debuggers read, it compiles in
            # half the time.
            extra_compile_args=["-ffp-contract=off", "-g0"],
        )
        for source in sources
    ]
    found = cythonize(extensions, build_dir="build/cython", quiet=True)
    for each in found:
        each.optional = True  # what Cython returns has forgotten it
    return found


setup(
    cmdclass={"build_py": BuildWithTranslations, "build_ext": BuildWhatCompiles},
    ext_modules=compiled_parts(),
    options={"build_ext": {"parallel": True}},  # as many compilers at once as there are cores
)
