from django.db import migrations


class Migration(migrations.Migration):
    """Beat is called Heartbeat; its table stays, which the version before still writes."""

    dependencies = [
        ('games', '0013_play_on_from_a_position'),
    ]

    operations = [
        migrations.AlterModelTable(name='beat', table='games_beat'),
        migrations.RenameModel(old_name='Beat', new_name='Heartbeat'),
    ]
