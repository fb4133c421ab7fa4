"""What all tests need, those of the features too."""

pytest_plugins = ("tests.plugin",)
