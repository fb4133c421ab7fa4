from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [('configuration', '0020_pages_a_day')]

    operations = [
        migrations.AddField(
            'source',
            'revisit',
            models.CharField(default='never', max_length=8, verbose_name='visit articles again'),
        ),
        migrations.CreateModel(
            'RevisitPlace',
            [
                ('age_seconds', models.PositiveIntegerField(primary_key=True, serialize=False)),
                ('found', models.DateTimeField()),
                ('document_id', ExactCharField(max_length=64, blank=True)),
            ],
            options={'default_permissions': ()},
        ),
    ]
