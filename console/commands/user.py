"""People who may log in."""

import click

from console.startup import load_settings

_GROUPS = ["operator", "analyst", "ops", "admin"]


@click.group()
def user() -> None:
    """Add people who may log in to the web interface."""
    from storage.configuration.database import migrate, set_up_django

    set_up_django(load_settings())
    migrate()


@user.command()
@click.argument("name")
@click.option("--group", type=click.Choice(_GROUPS), required=True)
def add(name: str, group: str) -> None:
    """Add NAME to a group and print the generated password, once."""
    from storage.configuration.users import create_user

    password = create_user(name, group)
    click.echo(f"user {name} in group {group}, password: {password}")
