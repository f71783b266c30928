"""The style of the scripts and style sheets of the page."""

import pathlib
import re
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


def test_colours_sizes_of_text_and_radii_are_those_of_base():
    literal = r"#[0-9a-fA-F]{3,8}\b|(?:rgb|hsl|oklch)\(|(?:font-size|border-radius): (?!1rem)[\d.]+rem"
    for path in PAGE.glob("css/*.css"):
        if path.name != "base.css":
            assert re.findall(literal, path.read_text()) == [], path


def test_each_custom_property_is_used():
    texts = "".join(path.read_text() for path in PAGE.glob("css/*.css"))
    for name in set(re.findall(r"(--[a-z-]+):", texts)):
        assert re.search(rf"var\({name}[),]", texts), name
