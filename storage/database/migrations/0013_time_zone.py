from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0012_adaptive_interval')]

    operations = [
        migrations.AddField(
            'source',
            'time_zone',
            models.CharField(blank=True, default='', max_length=40, verbose_name='time zone'),
            preserve_default=False,
        ),
    ]
