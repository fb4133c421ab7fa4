from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0010_events')]

    operations = [
        migrations.AddField(
            'source',
            'proxy',
            models.CharField(blank=True, max_length=500, verbose_name='proxy'),
        ),
    ]
