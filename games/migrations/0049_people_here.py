from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0048_not_beaten")]

    operations = [
        migrations.AddField(
            model_name="serverprocess",
            name="people",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
    ]
