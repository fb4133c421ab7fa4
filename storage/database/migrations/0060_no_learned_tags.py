"""Drop the tables of tags that learn: a tag is what people give to a document."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("configuration", "0059_events_go_on")]
    operations = [migrations.DeleteModel("ProposedTag"), migrations.DeleteModel("LearnedTag")]
