from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('configuration', '0019_render')]

    operations = [
        migrations.AddField(
            'source',
            'pages_a_day',
            models.PositiveIntegerField(default=0, verbose_name='pages a day'),
        ),
    ]
