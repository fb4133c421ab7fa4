"""Collections, kinds of alerts, and how far a user has read a saved search."""

import django.db.models.deletion
import django.utils.timezone
import storage.database.searches.collection_models
import storage.database.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('configuration', '0016_topics'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='facts',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='savedsearch',
            name='mode',
            field=models.CharField(choices=[('matches', 'new documents'), ('daily', 'a digest of stories every morning'), ('weekly', 'a digest of stories every Monday'), ('spike', 'three times as many documents as usual in this hour')], default='matches', max_length=8, verbose_name='tell'),
        ),
        migrations.AddField(
            model_name='savedsearch',
            name='read_until',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name='savedsearch',
            name='time_zone',
            field=models.CharField(default='UTC', max_length=64),
        ),
        migrations.AlterField(
            model_name='eventsubscription',
            name='channel',
            field=models.CharField(choices=[('none', 'not at all'), ('mail', 'by mail'), ('webhook', 'by webhook'), ('slack', 'to Slack'), ('teams', 'to Microsoft Teams')], default='none', max_length=8, verbose_name='send events'),
        ),
        migrations.AlterField(
            model_name='savedsearch',
            name='alert',
            field=models.CharField(choices=[('none', 'not at all'), ('mail', 'by mail'), ('webhook', 'by webhook'), ('slack', 'to Slack'), ('teams', 'to Microsoft Teams')], default='none', max_length=8, verbose_name='tell of new matches'),
        ),
        migrations.CreateModel(
            name='Collection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('sharing', models.CharField(choices=[('private', 'only me'), ('read', 'everyone may read it'), ('write', 'everyone may add and remove documents')], default='private', max_length=8, verbose_name='shared')),
                ('stars', models.BooleanField(blank=True, null=True)),
                ('feed_key', storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=storage.database.searches.collection_models._keep_shared, related_name='collections', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'collection',
                'verbose_name_plural': 'collections',
                'ordering': ('name', 'id'),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='CollectedDocument',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('document_id', storage.database.fields.ExactCharField(max_length=64)),
                ('title', models.TextField()),
                ('url', models.TextField()),
                ('site', models.CharField(max_length=255)),
                ('lang', models.CharField(blank=True, max_length=16)),
                ('published', models.DateTimeField(blank=True, null=True)),
                ('note', models.TextField(blank=True)),
                ('tags', models.JSONField(blank=True, default=list)),
                ('added_by', models.CharField(max_length=150)),
                ('added', models.DateTimeField(default=django.utils.timezone.now)),
                ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='configuration.collection')),
            ],
            options={
                'ordering': ('-added', '-id'),
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='collection',
            constraint=models.UniqueConstraint(fields=('owner', 'stars'), name='stars_once'),
        ),
        migrations.AddIndex(
            model_name='collecteddocument',
            index=models.Index(fields=['document_id'], name='collected_document'),
        ),
        migrations.AddIndex(
            model_name='collecteddocument',
            index=models.Index(fields=['collection', '-added'], name='collected_by_time'),
        ),
        migrations.AddConstraint(
            model_name='collecteddocument',
            constraint=models.UniqueConstraint(fields=('collection', 'document_id'), name='collected_once'),
        ),
    ]
