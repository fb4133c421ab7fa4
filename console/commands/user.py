"""Manage users on the command line."""

import click

from console.startup import load_settings
from console.terminal import author, echo

_GROUPS = ["reader", "operator", "analyst", "ops", "admin"]


@click.group()
def user() -> None:
    """Add users of the web interface."""
    from storage.database.setup import migrate, set_up_django

    set_up_django(load_settings())
    migrate()


@user.command()
@click.argument("name")
@click.option(
    "--group",
    type=click.Choice(_GROUPS),
    required=True,
    help="Group of the user; it decides the rights.",
)
def add(name: str, group: str) -> None:
    """Add the user NAME and print a generated password. It is shown only once."""
    from storage.database.people.users import create_user

    password = create_user(name, group)
    echo(f"added user {name} to the group {group}, password: {password}")


@user.command("end-two-step")
@click.argument("name")
def end_two_step(name: str) -> None:
    """Let the user NAME log in without a code.

    For a user who has lost the phone and the recovery codes of two-step verification.
    """
    from storage.database.people.second_factor import end_second_factor
    from storage.database.people.users import find_user_by_name

    if end_second_factor(find_user_by_name(name), who=author()):
        echo(f"two-step verification of {name} is off: the password is enough to log in")
    else:
        echo(f"{name} did not use two-step verification")
