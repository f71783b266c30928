"""The members of replies that the scripts use are those of the protocol: checked by Debian's TypeScript."""

import json
import pathlib
import re
import shutil
import subprocess

PAGE = pathlib.Path("Sources/Client/musicbus-web/Page")
SCHEMAS = {path.name: json.loads(path.read_text()) for path in pathlib.Path("Protocol/schema").glob("*.json")}
METHODS = json.loads(pathlib.Path("Protocol/registry/methods.json").read_text())["methods"]
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
# What the replies of providers' methods have.
OF_SOURCES = ["items", "total", "totalIsExact", "next", "sources", "ids"]


def named(reference, file):
    """The type of a reference: "common.schema.json#/$defs/id" is Common_id."""
    path, _, pointer = reference.partition("#")
    base = "".join(word.capitalize() for word in (path or file).split(".")[0].split("-"))
    return base + (re.sub(r"\W", "_", f"_{pointer.rsplit('/', 1)[1]}") if pointer else "")


def typed(schema, file):
    if not isinstance(schema, dict):
        return "any"
    if "$ref" in schema:
        return named(schema["$ref"], file)
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    parts = [typed(one, file) for one in schema.get("allOf", [])]
    if "properties" in schema:
        members = [f"{name}?: {typed(one, file)}" for name, one in schema["properties"].items()]
        parts.append("{" + "; ".join(members) + "}")
    elif isinstance(schema.get("additionalProperties"), dict):
        parts.append(f"Record<string, {typed(schema['additionalProperties'], file)}>")
    elif schema.get("type") == "array":
        parts.append(f"Array<{typed(schema.get('items'), file)}>")
    return " & ".join(parts) or PLAIN.get(str(schema.get("type")), "any")


def declarations():
    """The protocol as types: a schema each, and the reply of each method."""
    lines = []
    entity = {}
    for kind in ["artist", "album", "song", "chart"]:
        entity.update(SCHEMAS[f"{kind}.schema.json"]["properties"])
    for file, schema in SCHEMAS.items():
        for name, one in schema.get("$defs", {}).items():
            lines.append(f"type {named(f'{file}#/$defs/{name}', file)} = {typed(one, file)};")
        if "properties" in schema and file != "entity.schema.json":
            members = [f"{name}?: {typed(one, file)};" for name, one in schema["properties"].items()]
            lines.append(f"interface {named(file, file)} {{ {' '.join(members)} }}")
        elif file != "entity.schema.json":
            lines.append(f"type {named(file, file)} = {typed(schema, file)};")
    # The scripts find out the kind of an entity by what it has.
    lines.append(f"interface Entity {{ {' '.join(f'{name}?: any;' for name in entity)} }}")
    replies = [
        f"{json.dumps(method['name'])}: Pick<Done, {' | '.join(json.dumps(name) for name in given(method))}>;"
        for method in METHODS
    ]
    lines.append(f"interface Replies {{ {' '.join(replies)} defaults: any; doctor: any; imports: any; }}")
    return "\n".join(["declare namespace Protocol {", *lines, "}\n"])


def given(method):
    names = ["parts", *(["items"] if "items" in method else []), *method.get("gives", OF_SOURCES if "provider" in method else [])]
    return [name for name in names if name in SCHEMAS["done.schema.json"]["properties"]]


def members(schema):
    """The names of all members in a schema."""
    if isinstance(schema, list):
        return {name for one in schema for name in members(one)}
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", {})) | members(list(schema.values()))


def errors(scripts, directory):
    """What TypeScript says about members that the protocol does not have, and about unknown methods."""
    (directory / "protocol.d.ts").write_text(declarations())
    options = {
        "allowJs": True, "checkJs": True, "noEmit": True, "strict": False, "types": [], "target": "ES2022",
        "module": "ES2022", "moduleResolution": "node", "lib": ["ES2022", "DOM", "DOM.Iterable"],
    }
    files = [str((directory / "protocol.d.ts").resolve()), str((scripts / "main.js").resolve())]
    (directory / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": files}))
    run = subprocess.run(["tsc", "-p", directory], capture_output=True, text=True, timeout=600)
    assert "protocol.d.ts(" not in run.stdout, run.stdout
    types = set(re.findall(r"^(?:type|interface) (\w+)", declarations(), re.MULTILINE)) | {"Pick"}
    known = members(list(SCHEMAS.values()))
    return [line for line in run.stdout.splitlines() if is_about_protocol(line, types, known)]


def is_about_protocol(line, types, known):
    """It knows too little of the rest of the page: its other complaints say nothing."""
    if re.search(r"""TS2345: Argument of type '"[\w.]+"' is not assignable .* 'keyof Replies'""", line):
        return True
    found = re.search(r"TS(?:2339|2551): Property '(\w+)' does not exist on type '(.+)'", line)
    return bool(found) and found[1] not in known and bool(types & set(re.findall(r"\w+", found[2])))


def test_scripts_use_members_that_replies_have(tmp_path):
    assert errors(PAGE / "js", tmp_path) == []


def test_a_member_that_no_reply_has_is_found(tmp_path):
    scripts = tmp_path / "js"
    shutil.copytree(PAGE / "js", scripts)
    why = scripts / "screens/why.js"
    why.write_text(why.read_text().replace("separatedBy", "keptApartBy"))
    why.write_text(why.read_text().replace('"records.undo"', '"records.redo"'))
    found = errors(scripts, tmp_path)
    assert [line for line in found if "keptApartBy" in line] and [line for line in found if "records.redo" in line]
