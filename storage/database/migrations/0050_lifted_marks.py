"""When the mark of an erased site was lifted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("configuration", "0049_owners_of_spot_checks")]
    operations = [
        migrations.AddField("Erasure", "lifted", models.DateTimeField(null=True)),
    ]
