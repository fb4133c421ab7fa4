from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    dependencies = [('configuration', '0005_waste')]

    operations = [
        migrations.RenameField('source', 'last_fruit', 'last_stored_at'),
        migrations.RenameField('source', 'last_waste', 'last_unusable_at'),
        migrations.RenameField('source', 'waste_reason', 'unusable_reason'),
        migrations.RenameField('savedsearch', 'told_since', 'notified_since'),
        migrations.RemoveConstraint('toldmatch', 'told_once'),
        migrations.RenameModel('ToldMatch', 'NotifiedMatch'),
        migrations.AlterField(
            'notifiedmatch',
            'search',
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name='notified_matches',
                to='configuration.savedsearch',
            ),
        ),
        migrations.RenameIndex('notifiedmatch', old_name='told_of_search', new_name='notified_of_search'),
        migrations.AddConstraint(
            'notifiedmatch', models.UniqueConstraint(fields=('search', 'document_id'), name='notified_once')
        ),
    ]
