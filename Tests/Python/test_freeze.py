"""Tests of what compares the protocol with its released versions."""

import importlib.machinery
import importlib.util
import pathlib
import unittest

PATH = pathlib.Path(__file__).resolve().parents[2] / "Protocol/freeze"
LOADER = importlib.machinery.SourceFileLoader("freeze", str(PATH))
freeze = importlib.util.module_from_spec(importlib.util.spec_from_loader("freeze", LOADER))
LOADER.exec_module(freeze)


class FreezeTests(unittest.TestCase):
    def test_names_what_was_removed_or_changed_and_nothing_that_was_added(self):
        frozen = "member song/title\t{}\nrequired song\tid kind\nvector song/valid/minimal\tab12\n"
        now = {"member song/title": "{}", "required song": "id kind title", "member song/mood": "{}"}
        self.assertEqual(list(freeze.differences(frozen, now, "1.0")), [
            "required song of version 1.0 was id kind, and is id kind title.",
            "vector song/valid/minimal of version 1.0 was removed."])

    def test_knows_requirements_files_words_and_members(self):
        now = freeze.current()
        kinds = {name.split(" ")[0] for name in now}
        self.assertEqual(kinds, {"error", "member", "method", "outcome", "parameter", "required", "requirement", "session",
                                 "type", "vector", "word"})
        self.assertIn("requirement MB-152", now)
        self.assertIn("word call/cache \"only\"", now)
        self.assertEqual(now["required artist.albums client"], "id")

    def test_a_schema_is_compared_with_its_bounds_and_with_what_it_does_not_require(self):
        self.assertEqual(freeze.form({"type": "string", "maxLength": 3, "description": "x", "enum": ["a"]}),
                         {"type": "string", "maxLength": 3, "enum": True})
        self.assertEqual(freeze.form({"type": "array", "items": {"minimum": 1}}), {"type": "array", "items": {"minimum": 1}})
        now = freeze.current()
        self.assertEqual(now["required part"], "")
        self.assertIn("parameter of page sort", now)

    def test_the_checks_of_a_requirement_are_no_part_of_it(self):
        self.assertEqual(freeze.CHECKS.sub("", "It MUST. `vector:a/valid/b` `test:C`"), "It MUST.")


if __name__ == "__main__":
    unittest.main()
