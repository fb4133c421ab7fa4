"""Seal the secrets in the rows of a backup: headers and proxies of sources, what only their
channels need, second factors of users, and the addresses that alerts and messages go to, of which
many (Slack, webhooks) let everyone write who knows them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from storage.database.apps import tables_apps
from storage.database.people.audit import hidden_again
from storage.errors import Refused
from storage.keys import host_of
from storage.sealing import PROXY, HeaderSeal

_SOURCE = "configuration.source"
_AUDIT = "configuration.auditentry"
_OF_SECOND_FACTORS = {"otp_totp.totpdevice": "key", "otp_static.statictoken": "token"}
"""Fields of tables that are not Newsloom's own and are secrets whatever they hold."""
_OF_CHANNEL = "fields of its channel"
"""The name under which all fields that only its channel needs are sealed, as JSON: if the feature
is off, nobody knows which of them are secret.
"""
_OF_02 = {"mail_password": "mailbox password"}
"""The secrets among these fields that 0.2 had in columns of their own, with the names under which
it sealed them.
"""

Change = Callable[[Mapping[str, str], str], dict[str, str]]
"""Takes values by name and the host that they belong to; returns them sealed or opened."""


def sealed(lines: Iterable[str], seal: HeaderSeal) -> Iterator[str]:
    """Yield rows as lines of JSON with sealed secrets. The audit has only hidden ones."""
    secrets = _secrets()
    for line in lines:
        row = json.loads(line)
        _change(row, seal.seal, secrets)
        if row["model"] == _AUDIT and row["fields"]["kind"] == "source":
            for name in ("before", "after"):
                row["fields"][name] = hidden_again(row["fields"][name])
        yield json.dumps(row, ensure_ascii=False) + "\n"


def opened(lines: Iterable[str], seal: HeaderSeal) -> Iterator[str]:
    """Yield the rows as they were. Those of older backups, which are not sealed, stay.

    Raises Refused for a secret that was sealed with another key.
    """
    secrets = _secrets()
    for line in lines:
        row = json.loads(line)
        try:
            _open_former(row, seal)
            _change(row, seal.open, secrets)
        except Refused as error:
            fields = row["fields"]
            whose = fields.get("name") or f"of user {fields.get('owner')}"
            raise Refused(
                "the backup",
                f"a secret of {row['model'].rpartition('.')[2]} {whose} cannot be decrypted; set "
                "NEWSLOOM_SECRET_KEY to that of the installation that was backed up",
            ) from error
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _open_former(row: dict[str, Any], seal: HeaderSeal) -> None:
    """Open the secrets of a source that 0.2 sealed one by one."""
    fields = row["fields"]
    own = fields.get("of_channel") if row["model"] == _SOURCE else None
    for field, name in _OF_02.items():
        if isinstance(own, dict) and own.get(field):
            own[field] = seal.open_one(name, own[field], host_of(fields["address"]))


def _secrets() -> dict[str, str]:
    """Return the fields that are secrets whatever they hold, by table, as backups of this and of
    former versions name it.
    """
    found = dict(_OF_SECOND_FACTORS)
    for app in tables_apps():
        found |= {f"{app.label}.{model}": field for model, field in app.secrets.items()}
        formerly = ((name, app.secrets.get(model)) for name, model in app.formerly.items())
        found |= {name: field for name, field in formerly if field}
    return found


def _change(row: dict[str, Any], change: Change, secrets: Mapping[str, str]) -> None:
    fields = row["fields"]
    if row["model"] == _SOURCE:
        host = host_of(fields["address"])
        fields["headers"] = change(fields["headers"], host)
        # Older backups lack the newer fields.
        if fields.get("proxy"):
            fields["proxy"] = change({PROXY: fields["proxy"]}, host)[PROXY]
        if own := fields.get("of_channel"):
            text = own if isinstance(own, str) else json.dumps(own)
            changed = change({_OF_CHANNEL: text}, host)[_OF_CHANNEL]
            fields["of_channel"] = json.loads(changed) if changed.startswith("{") else changed
        return
    name = secrets.get(row["model"], "")
    if name and fields[name]:
        fields[name] = change({name: fields[name]}, "")[name]
