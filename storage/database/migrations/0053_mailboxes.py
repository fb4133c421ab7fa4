"""Mailboxes with newsletters as sources."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("configuration", "0052_learned_tags")]
    operations = [
        migrations.AddField(
            "source",
            "mail_user",
            models.CharField(blank=True, max_length=200, verbose_name="log-in of the mailbox"),
        ),
        migrations.AddField(
            "source",
            "mail_password",
            models.CharField(blank=True, max_length=500, verbose_name="password of the mailbox"),
        ),
        migrations.AddField(
            "source",
            "mail_senders",
            models.JSONField(blank=True, default=list, verbose_name="senders"),
        ),
        migrations.AddField(
            "source",
            "mail_links",
            models.BooleanField(default=False, verbose_name="follow the links of mails"),
        ),
    ]
