from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0011_proxy')]

    operations = [
        migrations.AddField(
            'source',
            'longest_interval_seconds',
            models.PositiveIntegerField(default=0, verbose_name='longest interval in seconds'),
        ),
        migrations.AddField(
            'source',
            'rhythm',
            models.JSONField(blank=True, default=dict, editable=False, verbose_name='pages by hour of the week'),
        ),
    ]
