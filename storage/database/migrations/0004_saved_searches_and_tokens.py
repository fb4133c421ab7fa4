"""Saved searches with their alerts, and tokens for the API."""

import django.db.models.deletion
import django.utils.timezone
import storage.database.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('configuration', '0003_audit'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('digest', storage.database.fields.ExactCharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires', models.DateTimeField(blank=True, null=True)),
                ('last_used', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ('name', 'id'),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SavedSearch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('query', models.TextField(blank=True, verbose_name='query')),
                ('alert', models.CharField(choices=[('none', 'not at all'), ('mail', 'by mail'), ('webhook', 'by webhook')], default='none', max_length=8, verbose_name='tell of new matches')),
                ('target', models.CharField(blank=True, max_length=500, verbose_name='mail or webhook address')),
                ('every_minutes', models.PositiveIntegerField(default=60, verbose_name='how often')),
                ('language', models.CharField(default='en', max_length=16)),
                ('feed_key', storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ('hook_key', storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('told_since', models.DateTimeField(default=django.utils.timezone.now)),
                ('next_run', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('last_run', models.DateTimeField(blank=True, null=True)),
                ('problem', models.TextField(blank=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_searches', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'saved search',
                'verbose_name_plural': 'saved searches',
                'ordering': ('name', 'id'),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', storage.database.fields.ExactCharField(max_length=32, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('documents', models.JSONField(default=list)),
                ('total', models.PositiveIntegerField()),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('next_attempt', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('delivered', models.DateTimeField(blank=True, null=True)),
                ('error', models.TextField(blank=True)),
                ('search', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='configuration.savedsearch')),
            ],
            options={
                'ordering': ('-created', 'id'),
                'default_permissions': (),
                'indexes': [models.Index(fields=['search', '-created'], name='delivery_of_search')],
            },
        ),
        migrations.CreateModel(
            name='ToldMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('document_id', storage.database.fields.ExactCharField(max_length=64)),
                ('collected', models.DateTimeField()),
                ('search', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='told', to='configuration.savedsearch')),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['search', 'collected'], name='told_of_search')],
                'constraints': [models.UniqueConstraint(fields=('search', 'document_id'), name='told_once')],
            },
        ),
    ]
