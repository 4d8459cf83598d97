"""What a program sends has to be of the type that the documents name."""

import pytest
from pydantic import ValidationError

from games.programs.api import api  # noqa: F401 - which knows all that is sent
from games.programs.api.schemas import Taken


def below(schema):
    for kind in schema.__subclasses__():
        yield from (kind, *below(kind))


SCHEMAS = sorted(below(Taken), key=lambda schema: schema.__name__)


def fields_of(schema, *kinds):
    """The fields of *schema* that are of one of the JSON *kinds*, and of no other."""
    for name, field in schema.model_json_schema()["properties"].items():
        # A literal has its values alone.
        told = {field["type"]} if "type" in field else set()
        if told and told <= set(kinds):
            yield name


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.__name__)
def test_numbers_are_no_booleans_and_booleans_no_numbers(schema):
    example = schema.model_config.get("json_schema_extra", {}).get("example", {})
    wrong = [
        *((name, value) for name in fields_of(schema, "integer") for value in (False, True, "3")),
        *((name, value) for name in fields_of(schema, "integer") for value in (0.0, 3.0)),
        *((name, value) for name in fields_of(schema, "boolean") for value in (0, 1, "true")),
    ]
    for name, value in wrong:
        with pytest.raises(ValidationError) as refused:
            schema.model_validate({**example, name: value})
        assert name in {error["loc"][0] for error in refused.value.errors()}, (name, value)


def test_the_numbers_of_a_search_and_of_a_series_are_looked_at():
    found = {schema.__name__: set(fields_of(schema, "integer")) for schema in SCHEMAS}
    assert {"m", "n", "k", "reach"} <= found["NewSeek"]
    assert {"takebacks", "best_of"} <= found["NewChallenge"]
