from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0006_names')]

    operations = [
        migrations.RenameField('source', 'wrapper', 'result_parser'),
        migrations.AlterField(
            'source',
            'result_parser',
            models.CharField(blank=True, max_length=32, verbose_name='result parser'),
        ),
    ]
