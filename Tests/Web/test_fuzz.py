"""An independent fuzzer calls every resource of the description, on a process that it may break."""

import json
import os
import pathlib
import subprocess
import sys


def test_every_resource_withstands_schemathesis(own_server, tmp_path):
    description = tmp_path / "openapi.yaml"
    description.write_bytes(own_server.request("/api/1/openapi.yaml")[2])
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", str(description),
        "--base-url", own_server.base, "-H", f"Authorization: Bearer {own_server.token}",
        "--experimental", "openapi-3.1", "--checks", "content_type_conformance,response_schema_conformance",
        "--hypothesis-max-examples", "8", "--hypothesis-seed", "1", "--request-timeout", "15000",
        # A stream that does not end, and the methods that stop the hub or its providers.
        "--exclude-path-regex", "events|hub.stop|providers[.](add|remove|reload|reset)",
        "--hypothesis-suppress-health-check", "all", "--hypothesis-deadline", "None",
        # It would replace the token by signatures that it cannot make.
        "--generation-with-security-parameters", "false", "--workers", "2",
    ]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "fuzz_hooks",
                   "PYTHONPATH": str(pathlib.Path(__file__).parent)}
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600,
                         env=environment)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert own_server.get("/api/1/hub.status")["hub"]["version"]
    assert json.loads(own_server.request("/api/1/hub.stop", method="POST", body={})[2])["parts"] == 0
