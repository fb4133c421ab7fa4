import django.db.models.deletion
import django.utils.timezone
import storage.database.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Access',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'permissions': (('search_documents', 'Can search documents'), ('export_documents', 'Can export documents'), ('test_source', 'Can fetch a source without saving anything'), ('pause_source', 'Can pause and resume a source'), ('view_monitor', 'Can view the monitor')),
                'managed': False,
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='KeywordList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('name_key', storage.database.fields.ExactCharField(editable=False, max_length=64, unique=True)),
                ('keywords', models.JSONField(blank=True, default=list, verbose_name='keywords')),
            ],
            options={
                'verbose_name': 'keyword list',
                'verbose_name_plural': 'keyword lists',
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='LeaderLock',
            fields=[
                ('name', storage.database.fields.ExactCharField(max_length=32, primary_key=True, serialize=False)),
                ('holder', storage.database.fields.ExactCharField(max_length=200)),
                ('expires', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='time')),
                ('who', models.CharField(max_length=150, verbose_name='user')),
                ('action', models.CharField(max_length=64, verbose_name='action')),
                ('kind', models.CharField(max_length=32, verbose_name='kind')),
                ('subject_id', models.CharField(blank=True, max_length=64, verbose_name='id')),
                ('subject', models.CharField(max_length=200, verbose_name='name')),
                ('before', models.JSONField(blank=True, null=True, verbose_name='before')),
                ('after', models.JSONField(blank=True, null=True, verbose_name='after')),
            ],
            options={
                'verbose_name': 'audit entry',
                'verbose_name_plural': 'audit entries',
                'ordering': ('-at', '-id'),
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['kind', 'subject_id'], name='audit_of_subject')],
            },
        ),
        migrations.CreateModel(
            name='Source',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('name_key', storage.database.fields.ExactCharField(editable=False, max_length=64, unique=True)),
                ('channel', models.CharField(choices=[('feed', 'feed'), ('search', 'search engine'), ('list', 'list page'), ('board', 'forum board'), ('sitemap', 'sitemap')], max_length=16, verbose_name='channel')),
                ('address', models.TextField(verbose_name='address')),
                ('patterns', models.JSONField(blank=True, default=list, verbose_name='URL patterns')),
                ('keywords', models.JSONField(blank=True, default=list, verbose_name='keywords')),
                ('wrapper', models.CharField(blank=True, max_length=32, verbose_name='result wrapper')),
                ('selectors', models.JSONField(blank=True, default=dict, verbose_name='selectors')),
                ('interval_seconds', models.PositiveIntegerField(default=900, verbose_name='interval in seconds')),
                ('priority', models.PositiveSmallIntegerField(default=5, verbose_name='priority')),
                ('pace_seconds', models.FloatField(default=1.0, verbose_name='seconds between requests')),
                ('max_pages', models.PositiveIntegerField(default=1, verbose_name='pages per visit')),
                ('headers', models.JSONField(blank=True, default=dict, verbose_name='request headers')),
                ('charset', models.CharField(blank=True, max_length=40, verbose_name='character set')),
                ('algorithm', models.CharField(blank=True, max_length=40, verbose_name='algorithm')),
                ('tags', models.JSONField(blank=True, default=list, verbose_name='tags')),
                ('obey_robots', models.BooleanField(default=True, verbose_name='obey robots.txt')),
                ('enabled', models.BooleanField(default=True, verbose_name='enabled')),
                ('pause_reason', models.CharField(blank=True, max_length=500, verbose_name='reason of the pause')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('changed', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('next_visit', models.DateTimeField(default=django.utils.timezone.now, verbose_name='next visit')),
                ('last_visit', models.DateTimeField(blank=True, null=True, verbose_name='last visit')),
                ('last_success', models.DateTimeField(blank=True, null=True, verbose_name='last successful visit')),
                ('keyword_lists', models.ManyToManyField(blank=True, related_name='sources', to='configuration.keywordlist', verbose_name='keyword lists')),
            ],
            options={
                'verbose_name': 'source',
                'verbose_name_plural': 'sources',
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', storage.database.fields.ExactCharField(max_length=64, primary_key=True, serialize=False)),
                ('started', models.DateTimeField(verbose_name='started')),
                ('finished', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('jobs', models.PositiveIntegerField(verbose_name='list jobs')),
                ('found', models.PositiveIntegerField(default=0, verbose_name='links found')),
                ('new', models.PositiveIntegerField(default=0, verbose_name='links not seen before')),
                ('lists', models.JSONField(default=dict, verbose_name='outcomes of lists')),
                ('pages', models.JSONField(default=dict, verbose_name='outcomes of pages')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='configuration.source', verbose_name='source')),
            ],
            options={
                'verbose_name': 'run',
                'verbose_name_plural': 'runs',
                'ordering': ('-started', 'id'),
                'default_permissions': ('view',),
            },
        ),
        migrations.AddIndex(
            model_name='source',
            index=models.Index(fields=['enabled', 'next_visit'], name='source_due'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['source', '-started'], name='run_of_source'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['finished', 'started'], name='run_open'),
        ),
    ]
