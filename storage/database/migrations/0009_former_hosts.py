from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0008_require_date')]

    operations = [
        migrations.AddField(
            'source',
            'former_hosts',
            models.JSONField(blank=True, default=list, verbose_name='former hosts'),
        ),
    ]
