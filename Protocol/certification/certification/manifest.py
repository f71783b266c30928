"""The manifest of a provider: how it is started, and what is wrong with the names in it."""
import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from .protocol import FOLDER, METHODS, elements, members, nearest, parse, problems, quoted, schema_members, similar, text

COMMON = ("PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
          "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
BRIDGE = "musicbus-provider-lines"
RESERVED = {"index": "the list of indexes", "library": "the hub's own library"}


@dataclass
class Provider:
    """The provider to certify, as a hub would know it."""
    command: list
    environment: dict
    configuration: dict = field(default_factory=dict)
    upstreams: list = field(default_factory=list)
    manifest: dict | None = None

    @property
    def schema(self):
        return (self.manifest or {}).get("configSchema")


class BadManifest(Exception):
    """Why a manifest cannot be used."""


def allowed(environment, patterns):
    return {name: value for name, value in environment.items()
            if any(name == it or it.endswith("*") and name.startswith(it[:-1]) for it in patterns)}


def from_manifest(path, environment):
    """The provider of a manifest: a provider.json, or the directory that contains it."""
    file = _file(path)
    try:
        data = Path(file).read_bytes()
    except OSError:
        raise BadManifest(f"Could not find {file}.") from None
    if data.startswith(b"\xef\xbb\xbf"):
        raise BadManifest(f"{file} begins with a byte order mark. Save it as UTF-8 without one: "
                          f"sed -i '1s/^\\xEF\\xBB\\xBF//' {file}")
    try:
        manifest = parse(data)
    except ValueError as error:
        raise BadManifest(f"Invalid manifest {file}: invalid JSON: {error}.") from None
    found = problems_of(manifest)
    if wrong := problems("manifest", manifest):
        raise BadManifest(f"Invalid manifest {file}: {wrong[0]}.{''.join(' ' + it for it in found)}")
    if owner := RESERVED.get(manifest["id"]):
        raise BadManifest(f'"{manifest["id"]}" is {owner}; choose another id.')
    methods = manifest["methods"]
    variables = manifest.get("environment") or []
    command = [_executable(manifest, os.path.dirname(os.path.realpath(file))), *(manifest.get("arguments") or [])]
    patterns = list(COMMON)
    if manifest.get("lines") is not None:
        patterns += ["MUSICBUS_REQUIRE_SANDBOX", "MUSICBUS_SIGN_IN"]
        bridge = _program(BRIDGE)
        if not bridge:
            raise BadManifest(f"Could not find {BRIDGE}.")
        command = [bridge, file]
    manifest = {**manifest, "methods": sorted(methods), "environment": variables, "problems": found}
    return Provider(command, allowed(environment, patterns + variables), manifest=manifest)


def _file(path):
    return os.path.join(path, "provider.json") if os.path.isdir(path) else path


def _program(name):
    """A program of MusicBus: built last in the checkout of this one, or installed with it, or in PATH."""
    root = FOLDER.parent
    if (root / "Package.swift").exists():
        built = [path for it in ("release", "debug") if (path := root / ".build" / it / name).exists()]
        found = max(built, key=lambda path: path.stat().st_mtime, default=None)
    else:
        # This is PREFIX/share/musicbus/protocol.
        found = shutil.which(name, path=":".join(str(root.parent.parent / it) for it in ("libexec/musicbus", "bin")))
    return (found or shutil.which(name)) and os.path.realpath(found or shutil.which(name))


def _executable(manifest, directory):
    """The executable, found like the hub does."""
    name = manifest["executable"]
    own = name if name.startswith("/") else os.path.join(directory, name.removeprefix("./"))
    if os.path.isfile(own):
        if not os.access(own, os.X_OK):
            raise BadManifest(f"{own} is not executable. Fix it: chmod +x {own}")
        with open(own, "rb") as script:
            line = script.readline(256)
        if line.startswith(b"#!") and line.rstrip(b"\n").endswith(b"\r"):
            raise BadManifest(f"The lines of {own} end as on Windows (CR LF). Fix it: sed -i 's/\\r$//' {own}")
        words = line[2:].decode(errors="replace").split() if line.startswith(b"#!") else []
        program = next((it for it in words[1:] if not it.startswith("-") and "=" not in it), None) \
            if words and words[0].endswith("/env") else (words or [None])[0]
        if program and not shutil.which(program if not program.startswith(".") else os.path.join(directory, program)):
            raise BadManifest(f'{own} needs "{program}", which is not installed. Install it, or name another program than '
                              f'"{program}" in the first line.')
        return own
    found = None
    if "/" not in name:
        beside = os.path.join(os.path.dirname(directory), name)
        found = beside if manifest.get("lines") is None and os.access(beside, os.X_OK) else _program(name)
    if not found:
        raise BadManifest(f'The program "{name}" is not in {directory}. Correct "executable" in provider.json, or build it.')
    return found


def expected_failures(path, cases):
    """The reason of each failure that the file provider.xfails beside a manifest names: an id a line, and comments."""
    file = os.path.join(os.path.dirname(os.path.realpath(_file(path))), "provider.xfails")
    try:
        lines = Path(file).read_text().splitlines()
    except FileNotFoundError:
        return {}
    except ValueError:
        raise BadManifest(f"{file} is not UTF-8.") from None
    found = {}
    for number, line in enumerate(lines, 1):
        id, _, reason = map(str.strip, line.partition("#"))
        if id and id not in cases:
            raise BadManifest(f"{file}, line {number}: there is no check {quoted(id)}{_guess(id, cases)}")
        if id:
            found[id] = reason
    return found


# MARK: Names in a manifest: a misspelt one is otherwise ignored

UPSTREAM = ["headers", "perMs", "query", "requests", "token", "url"]
# Those of a provider on JSON lines, besides those of the schema.
LINES = ["attribution", "hosts", "inflight", "lacks", "namespaces", "samples", "upstreams", "urls"]


def problems_of(manifest):
    """What is wrong with the names in a manifest, as sentences."""
    if not isinstance(manifest, dict):
        return []
    found = _misspelt(manifest, sorted({*schema_members("manifest"), *LINES}), "a manifest")
    for upstream in elements(manifest.get("upstreams")):
        found += _misspelt(members(upstream), UPSTREAM, "an upstream")
    methods = manifest.get("methods")
    declared = sorted(methods) if isinstance(methods, dict) else [it for it in elements(methods) if isinstance(it, str)]
    found += [f"There is no method {quoted(it)} that providers serve{_guess(it, list(METHODS))}"
              for it in declared if it not in METHODS]
    samples = [text(members(it).get("method")) for it in elements(manifest.get("samples"))]
    found += [f'A sample calls {quoted(it)}, which is not in "methods"{_guess(it, declared)}'
              for it in samples if it is not None and it not in declared]
    return found + _unknown_settings(manifest) + _hidden_variables(manifest)


def _misspelt(object, known, what):
    pairs = [(name, similar(name, known)) for name in sorted(object) if name not in known]
    return [f"{quoted(name)} is no member of {what}; it may be {quoted(near)}." for name, near in pairs if near]


def _guess(name, known):
    near = nearest(name, known)
    return f"; did you mean {quoted(near)}?" if near else "."


def _unknown_settings(manifest):
    """The names in braces that stand for no value: what has one is left out of requests."""
    # Every provider has a setting for how its user can be reached.
    settings = [*sorted(members(members(manifest.get("configSchema")).get("properties"))), "contact"]
    found = []
    for upstream in map(members, elements(manifest.get("upstreams"))):
        for member in ("headers", "query", "token"):
            known = settings + ([] if member == "token" else ["salt"])
            for name, value in sorted(members(upstream.get(member)).items()):
                inside = re.findall(r"\{([^{}]*)\}", text(value) or "")
                names = [it for word in inside for it in (word[4:].split("+") if word.startswith("md5:") else [word])]
                found += [f"The braces in {quoted(name)} of {quoted(member)} of an upstream name {quoted(it)}, which is no setting "
                          f'of "configSchema"{_guess(it, known)}' for it in names if it not in known]
    return found


def _hidden_variables(manifest):
    """A program on JSON lines sees no variables but its own; those with URLs are for its upstreams."""
    if manifest.get("lines") is None or not text(manifest.get("id")):
        return []
    prefix = "MUSICBUS_" + re.sub("[-.]", "_", manifest["id"].upper()) + "_"
    names = [it for it in elements(manifest.get("environment")) if isinstance(it, str)]
    return [f'The program does not get the variable {quoted(it)} of "environment" in a sandbox; name it {prefix}{it}.'
            for it in names if not it.startswith(prefix) and not (it.startswith("MUSICBUS_") and it.endswith("_URL"))]
