from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0018_archive')]

    operations = [
        migrations.AddField(
            'source',
            'render',
            models.CharField(default='auto', max_length=8, verbose_name='read pages in a browser'),
        ),
    ]
