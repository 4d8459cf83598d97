import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_signed_up_at"),
    ]

    operations = [
        migrations.AlterField(
            model_name="accountevent",
            name="actor",
            field=models.ForeignKey(
                help_text="Empty if a command or the site did it.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="done by",
            ),
        ),
    ]
