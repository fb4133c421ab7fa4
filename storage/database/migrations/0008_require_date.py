from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0007_result_parser')]

    operations = [
        migrations.AddField(
            'source',
            'require_date',
            models.BooleanField(default=False, verbose_name='reject articles without a date'),
        ),
    ]
