"""The style of the scripts and style sheets of the page."""

import pathlib
import subprocess
import sys

PAGE = pathlib.Path("Sources/Client/musicbus-web/Page")


def test_scripts_and_style_sheets_are_formatted_and_clean():
    biome = pathlib.Path(sys.executable).parent / "biome"
    run = subprocess.run(
        [biome, "check", "--error-on-warnings", "--config-path=Tests/Web", PAGE],
        capture_output=True, text=True, timeout=60,
    )
    assert run.returncode == 0, run.stdout + run.stderr
