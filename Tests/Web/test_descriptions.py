"""The published descriptions of the interfaces, read by programs of others."""
import json
import pathlib

from faststream.specification.asyncapi.v3_0_0.schema import ApplicationSchema

PROTOCOL = pathlib.Path(__file__).parents[2] / "Protocol"


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for element in value:
            yield from references(element)


def test_the_description_of_the_bus_is_asyncapi_3():
    description = json.loads((PROTOCOL / "asyncapi.json").read_text("utf-8"))
    model = ApplicationSchema.model_validate(description)
    assert set(model.channels) == {"client", "provider"}
    assert len(model.operations) > 60


def test_every_reference_of_the_description_of_the_bus_exists():
    description = json.loads((PROTOCOL / "asyncapi.json").read_text("utf-8"))
    for reference in set(references(description)):
        file, _, pointer = reference.partition("#/")
        target = json.loads((PROTOCOL / file).read_text("utf-8")) if file else description
        for name in filter(None, pointer.split("/")):
            target = target[name]
