from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('games', '0044_decision_notices')]

    operations = [
        migrations.CreateModel(
            name='ServerProcess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='held_by',
            field=models.BigIntegerField(blank=True, editable=False, help_text='The server process that has the game.', null=True),
        ),
        migrations.AddField(
            model_name='outage',
            name='process',
            field=models.BigIntegerField(blank=True, help_text='Its number; empty for all of them.', null=True, unique=True),
        ),
    ]
