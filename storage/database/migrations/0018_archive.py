from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0017_reading')]

    operations = [
        migrations.AddField(
            'source', 'archive', models.BooleanField(default=False, verbose_name='archive pages')
        ),
    ]
