"""Dovecot with one mailbox, by IMAP over TLS."""

import grp
import imaplib
import os
import pwd
import ssl
from collections.abc import Sequence
from pathlib import Path

from testbed.servers.accounts import service_account
from testbed.servers.certificates import write_certificates
from testbed.servers.process import Server, require

_CONFIG = """
base_dir = {folder}/run
log_path = /dev/stderr
protocols = imap
listen = {host}
ssl = required
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.key
mail_location = maildir:{folder}/mail
default_internal_user = {account}
default_internal_group = {group}
default_login_user = {account}
auth_mechanisms = plain login
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail
}}
first_valid_uid = 1
first_valid_gid = 1
{more}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
"""


class Dovecot(Server):
    """A mail server with one user. Its certificate is from an authority of its own, in ``ca``."""

    name = "dovecot"
    program = "dovecot"
    packages = "dovecot-imapd"
    user = "news@harbour.example"
    more = ""
    """Further lines of its configuration; set them before a restart."""
    password = 'se"cret \\ 密码'

    @property
    def url(self) -> str:
        """The address of the inbox."""
        return f"imaps://localhost:{self.port}/INBOX"

    @property
    def ca(self) -> Path:
        """The certificate of the authority that clients must trust."""
        return self.folder / "ca.pem"

    def prepare(self) -> None:
        write_certificates(self.folder)
        mail = self.folder / "mail"
        mail.mkdir()
        self._owner = pwd.getpwnam(service_account("newsloom-mail") or _own_name())
        os.chown(mail, self._owner.pw_uid, self._owner.pw_gid)
        users = self.folder / "users"
        users.write_text(f"{self.user}:{self.password}\n", encoding="utf-8")
        # Another account checks passwords, and commands of Newsloom leave a strict umask.
        users.chmod(0o644)

    def command(self) -> Sequence[str]:
        # Dovecot's own processes must be able to enter the folder.
        self.folder.chmod(0o755)
        config = self.folder / "dovecot.conf"
        config.write_text(self._config())
        return [require(self.program, self.packages), "-F", "-c", str(config)]

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return client.state == "AUTH"
        except imaplib.IMAP4.error:
            return False  # it takes log-ins before the process that checks passwords is ready

    def client(self) -> imaplib.IMAP4_SSL:
        """Return a client that has logged in."""
        context = ssl.create_default_context(cafile=str(self.ca))
        client = imaplib.IMAP4_SSL("localhost", self.port, ssl_context=context, timeout=10)
        token = f"\0{self.user}\0{self.password}".encode()
        try:
            client.authenticate("PLAIN", lambda _challenge: token)
        except imaplib.IMAP4.error:
            client.shutdown()
            raise
        return client

    def deliver(self, *mails: bytes, folder: str = "INBOX") -> None:
        """Put mails into a folder, which is made if there is none."""
        with self.client() as client:
            if folder != "INBOX":
                client.create(folder)
            for mail in mails:
                client.append(folder, "", "", mail)

    def mails(self) -> list[Path]:
        """Return the files of the mails."""
        return sorted((self.folder / "mail").rglob("*,S=*"))

    def flags(self) -> list[bytes]:
        """Return the flags of each mail of the inbox."""
        with self.client() as client:
            client.select("INBOX", readonly=True)
            return [part for part in client.fetch("1:*", "(FLAGS)")[1] if isinstance(part, bytes)]

    def _config(self) -> str:
        # As root it gives its rights up for the account of its package, and reads mails as ours.
        is_root = os.geteuid() == 0
        own_group = grp.getgrgid(self._owner.pw_gid).gr_name
        return _CONFIG.format(
            folder=self.folder,
            host=self.host,
            port=self.port,
            more=self.more,
            account="dovecot" if is_root else self._owner.pw_name,
            group="dovecot" if is_root else own_group,
            uid=self._owner.pw_uid,
            gid=self._owner.pw_gid,
        )


def _own_name() -> str:
    return pwd.getpwuid(os.geteuid()).pw_name
