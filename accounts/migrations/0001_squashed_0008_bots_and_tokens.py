# Stands for 0001 to 0008, which are in the history: databases of 77b4407 know it under this name.

import accounts.programs.token_model
import accounts.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken.'}, help_text='2 to 20 letters, digits, “_” or “-”. Everyone can see it.', max_length=20, unique=True, validators=[accounts.validators.validate_name], verbose_name='name')),
                ('canonical', models.CharField(editable=False, max_length=255, unique=True)),
                ('skeleton', models.CharField(editable=False, max_length=255, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('kind', models.CharField(choices=[('person', 'person'), ('guest', 'guest'), ('bot', 'bot'), ('engine', 'engine')], default='person', max_length=10, verbose_name='kind')),
                ('is_staff', models.BooleanField(default=False, help_text='Can use the admin site.', verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, help_text='Off once the account is deleted or claimed.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                ('banned_at', models.DateTimeField(blank=True, null=True, verbose_name='banned')),
                ('ban_reason', models.CharField(blank=True, max_length=200, verbose_name='reason for the ban')),
                ('chat_muted_until', models.DateTimeField(blank=True, null=True, verbose_name='may not chat until')),
                ('deleted_at', models.DateTimeField(blank=True, null=True, verbose_name='deleted')),
                ('session_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('claimed_by', models.ForeignKey(blank=True, help_text='The account that took over this guest’s games.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claimed_guests', to=settings.AUTH_USER_MODEL, verbose_name='claimed by')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('owner', models.ForeignKey(blank=True, help_text='The person who made this bot and answers for it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bots', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'indexes': [models.Index(fields=['email'], name='user_email')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['person', 'guest', 'bot', 'engine'])), name='user_kind_known'), models.CheckConstraint(condition=models.Q(('is_staff', False), ('kind', 'person'), _connector='OR'), name='user_staff_are_people'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'bot'), ('owner__isnull', False)), models.Q(models.Q(('kind', 'bot'), _negated=True), ('owner__isnull', True)), _connector='OR'), name='user_bots_alone_have_owners')],
            },
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('theme', models.CharField(choices=[('system', 'System'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=10, verbose_name='theme')),
                ('sound', models.BooleanField(default=True, verbose_name='sound')),
                ('volume', models.PositiveSmallIntegerField(default=70, validators=[django.core.validators.MaxValueValidator(100)], verbose_name='volume')),
                ('chat', models.BooleanField(default=True, verbose_name='chat during games')),
                ('confirm', models.CharField(choices=[('off', 'Never'), ('two_step', 'When cells are small'), ('always', 'For every move')], default='two_step', max_length=10, verbose_name='confirm moves')),
                ('premove', models.BooleanField(default=True, verbose_name='premoves')),
                ('zen', models.BooleanField(default=False, verbose_name='zen mode')),
                ('board', models.CharField(choices=[('paper', 'Graph paper'), ('plain', 'Plain'), ('blackboard', 'Blackboard'), ('contrast', 'High contrast'), ('pastel', 'Pastel')], default='paper', max_length=10, verbose_name='board style')),
                ('coordinates', models.BooleanField(default=True, verbose_name='coordinates beside the board')),
                ('x_symbol', models.CharField(blank=True, max_length=4, validators=[accounts.validators.validate_symbol], verbose_name='symbol for X')),
                ('o_symbol', models.CharField(blank=True, max_length=4, validators=[accounts.validators.validate_symbol], verbose_name='symbol for O')),
                ('x_colour', models.CharField(blank=True, max_length=7, validators=[accounts.validators.validate_colour], verbose_name='colour of X')),
                ('o_colour', models.CharField(blank=True, max_length=7, validators=[accounts.validators.validate_colour], verbose_name='colour of O')),
            ],
            options={
                'verbose_name': 'preferences',
                'verbose_name_plural': 'preferences',
            },
        ),
        migrations.CreateModel(
            name='AccountEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('signed_up', 'signed up'), ('claimed', 'guest claimed'), ('changed', 'changed by staff'), ('password', 'password changed'), ('email', 'e-mail address changed'), ('second_factor', 'two-step sign-in changed'), ('banned', 'banned'), ('unbanned', 'ban lifted'), ('muted', 'muted'), ('unmuted', 'may chat again'), ('deleted', 'account deleted'), ('bot_made', 'bot made'), ('token_made', 'token made'), ('token_revoked', 'token revoked')], max_length=20, verbose_name='kind')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('before', models.JSONField(default=dict, verbose_name='before')),
                ('after', models.JSONField(default=dict, verbose_name='after')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('address', models.GenericIPAddressField(null=True, verbose_name='address')),
                ('request_id', models.CharField(blank=True, max_length=64, verbose_name='request')),
                ('actor', models.ForeignKey(help_text='Empty if a command did it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='done by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='account_events', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'account event',
                'verbose_name_plural': 'account events',
                'ordering': ('-at', '-pk'),
                'indexes': [models.Index(fields=['user', 'at'], name='account_event_user_at')],
            },
        ),
        migrations.CreateModel(
            name='Relation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('follow', 'follows'), ('block', 'has blocked')], max_length=10, verbose_name='kind')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='since')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='relations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'relation',
                'verbose_name_plural': 'relations',
                'constraints': [models.UniqueConstraint(fields=('owner', 'other', 'kind'), name='relation_once'), models.CheckConstraint(condition=models.Q(('owner', models.F('other')), _negated=True), name='relation_to_another'), models.CheckConstraint(condition=models.Q(('kind__in', ['follow', 'block'])), name='relation_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list, verbose_name='scopes')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('expires_at', models.DateTimeField(default=accounts.programs.token_model.a_year_from_now, verbose_name='expires')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL, verbose_name='account')),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
                'ordering': ('pk',),
                'indexes': [models.Index(fields=['-last_used_at'], name='token_last_used')],
            },
        ),
    ]
