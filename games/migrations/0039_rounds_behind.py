import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0038_robins"),
    ]

    operations = [
        *(
            migrations.AlterField(
                model_name="round",
                name=name,
                field=models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            )
            for name in ("first", "second")
        ),
        migrations.AddField(
            model_name="round",
            name="is_behind",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("is_behind", True)), fields=["id"], name="round_behind"
            ),
        ),
    ]
