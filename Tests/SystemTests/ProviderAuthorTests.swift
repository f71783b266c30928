import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("What an author of a provider sees", .timeLimit(.minutes(10)))
  struct ProviderAuthorTests {
    let sandbox: Sandbox
    private let directory: String

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      directory = "\(sandbox.home.path)/shelf"
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
      let manifest = """
        {
          "id": "shelf", "name": "Shelf", "version": "1.0.0", "executable": "./provider.py", "lines": 1,
          "methods": ["artists.search"], "namespaces": ["shelf:artist"],
          "attribution": {"text": "From a shelf."},
          "samples": [{"method": "artists.search", "params": {"text": "nina"}}]
        }
        """
      try manifest.write(toFile: "\(directory)/provider.json", atomically: true, encoding: .utf8)
      try write(name: "Nina Simone")
    }

    /// Writes the program.
    private func write(name: String, before: String = "") throws {
      let program = """
        #!/usr/bin/env python3
        import json, os, sys
        \(before)
        for line in map(json.loads, sys.stdin):
            if "id" in line:
                print("asked", file=sys.stderr)
                print(json.dumps({"id": line["id"], "skip": "no name"}), flush=True)
                print(json.dumps({"id": line["id"], "next": 1, "total": 7, "items": [
                    {"id": "shelf:artist:1", "name": "\(name)"}]}), flush=True)
        """
      try ExecutableText.write(program, to: "\(directory)/provider.py")
    }

    private func tryCall(_ options: String...) throws -> RunResult {
      try RunResult.of(
        "musicbus",
        ["provider", "try", directory, "artists.search", "nina"] + options,
        environment: sandbox.environment
      )
    }

    @Test(
      "a call says what was skipped and why, how many results there are, and where they continue"
    )
    func summary() throws {
      let result = try tryCall()
      #expect(result.status == 0, "\(result)")
      #expect(result.lines.count == 1 && result.output.contains(#""name":"Nina Simone""#))
      #expect(result.errors.contains("log: asked\n"), "\(result)")
      #expect(result.errors.contains("log: artists.search skipped records: 1 no name.\n"))
      #expect(result.errors.contains("; 1 of 7 items; next: offset=1; 1 skipped\n"), "\(result)")
    }

    @Test("a call says where a list continues whose source does so by a text of its own")
    func cursor() throws {
      let program = "\(directory)/provider.py"
      try String(contentsOfFile: program, encoding: .utf8)
        .replacing(#""next": 1, "total": 7"#, with: #""next": "page=b/2""#)
        .write(toFile: program, atomically: false, encoding: .utf8)
      let result = try tryCall()
      #expect(result.errors.contains("; 1 item; next: cursor=page=b/2; 1 skipped\n"), "\(result)")
      let json = try tryCall("--json")
      let summary = try #require(json.errors.split(separator: "\n").last)
      let value = try JSONValue(Array(summary.utf8), .wire)
      #expect(value["cursor"] == "page=b/2" && value["next"] == nil, "\(json)")
    }

    @Test("a call is printed for people, as JSON, or as tab-separated values")
    func forms() throws {
      let json = try tryCall("--json")
      let summary = try #require(json.errors.split(separator: "\n").last)
      let value = try JSONValue(Array(summary.utf8), .wire)
      #expect(value["outcome"] == "done" && value["next"] == 1 && value["total"] == 7, "\(json)")
      #expect(value["log"]?.elements?.contains("asked") == true, "\(json)")
      let plain = try tryCall("--plain")
      #expect(plain.output == "kind\tid\tname\nartist\tshelf:artist:1\tNina Simone\n", "\(plain)")
    }

    @Test("a call for lyrics shows the words")
    func lyrics() throws {
      let program = """
        #!/usr/bin/env python3
        import json, sys
        for line in map(json.loads, sys.stdin):
            if "id" in line:
                print(json.dumps({"id": line["id"], "lyrics": "[00:01.50] First line\\nSecond"}), flush=True)
        """
      try ExecutableText.write(program, to: "\(directory)/provider.py")
      let manifest = "\(directory)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
        .replacing(#""methods": ["artists.search"]"#, with: #""methods": ["song.lyrics"]"#)
        .replacing(#"{"method": "artists.search", "params": {"text": "nina"}}"#, with: "")
        .replacing(#""shelf:artist""#, with: #""shelf:song""#)
      try text.write(toFile: manifest, atomically: true, encoding: .utf8)
      let call = ["provider", "try", directory, "song.lyrics", "shelf:song:1"]
      let shown = try RunResult.of("musicbus", call, environment: sandbox.environment)
      #expect(shown.output.contains(#"{"atMs":1500,"text":"First line"}"#), "\(shown)")
      let plain = try RunResult.of("musicbus", call + ["--plain"], environment: sandbox.environment)
      #expect(plain.output == "First line\n", "\(plain)")
    }

    @Test("a call has the time of --timeout")
    func timeout() throws {
      let program = """
        #!/usr/bin/env python3
        import sys
        sys.stdin.read()
        """
      try ExecutableText.write(program, to: "\(directory)/provider.py")
      let result = try tryCall("--timeout", "300ms")
      #expect(result.status == 1, "\(result)")
      #expect(result.errors.contains("error DEADLINE_EXCEEDED"), "\(result)")
    }

    @Test("a reply that certification would reject is named, with all that is wrong with it")
    func problems() throws {
      let program = """
        #!/usr/bin/env python3
        import json, sys
        for line in map(json.loads, sys.stdin):
            if "id" in line:
                items = [{"id": "shelf:artist:1", "name": "Nina"}, {"id": "shelf:artist:1", "name": "Nina"}]
                print(json.dumps({"id": line["id"], "items": items}), flush=True)
        """
      try ExecutableText.write(program, to: "\(directory)/provider.py")
      let manifest = "\(directory)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
        .replacing(#""attribution""#, with: #""lacks": {"artist": ["name"]}, "attribution""#)
      try text.write(toFile: manifest, atomically: true, encoding: .utf8)
      let result = try tryCall()
      #expect(result.status == 1, "\(result)")
      #expect(result.errors.contains("problem: calls.lacks: "), "\(result)")
    }

    @Test("a trace has each request with its outcome, and no secret")
    func trace() throws {
      let result = try RunResult.of(
        "musicbus",
        [
          "provider", "try", PackageRoot.path("Plugins/AudioDB"), "artists.search", "Pink Floyd",
          "--trace", "--config", #"{"apiKey": "planted5ecret"}"#,
        ],
        environment: sandbox.environment
      )
      // The sample source does not know this key.
      #expect(result.status == 1, "\(result)")
      let line = result.errors.split(separator: "\n").first { $0.hasPrefix("log: GET http") }
      #expect(
        line?.contains("/secret-apiKey/search.php?s=Pink%20Floyd → ") == true,
        "\(result)"
      )
      #expect(!result.errors.contains("planted5ecret"), "\(result)")
    }

    @Test("a provider is started again whenever one of its files changes")
    func develop() throws {
      let child = try RunningCommand(
        ["provider", "dev", directory, "artists.search", "nina"],
        sandbox.environment
      )
      try child.awaitText(#""name":"Nina Simone""#)
      try child.awaitText("Waiting for a change in \(directory)")
      try write(name: "Nina Hagen")
      try child.awaitText("provider.py changed.")
      try child.awaitText(#""name":"Nina Hagen""#)
      try child.awaitText("Waiting for a change")
      try write(name: "Nina", before: "import nowhere")
      try child.awaitText("No module named 'nowhere'")
      try child.awaitText("Waiting for a change")
      _ = child.interrupt()
    }

    @Test("the log of a provider has its own lines only, and those to come")
    func log() throws {
      #expect(try sandbox.musicbus("provider", "add", directory).status == 0)
      _ = try sandbox.musicbus("search", "artists", "nina", "--provider", "shelf", "--refresh")
      let shown = try sandbox.musicbus("provider", "log", "shelf")
      #expect(shown.status == 0, "\(shown)")
      #expect(shown.lines.contains { $0.hasSuffix("Z asked") }, "\(shown)")
      #expect(!shown.output.contains("Provider shelf"), "\(shown)")
      let child = try RunningCommand(["provider", "log", "shelf", "-f"], sandbox.environment)
      try child.awaitText("Z asked")
      _ = try sandbox.musicbus("search", "artists", "nico", "--provider", "shelf", "--refresh")
      try child.awaitText("Z asked")
      _ = child.interrupt()
      let unknown = try sandbox.musicbus("provider", "log", "nosuch")
      #expect(unknown.errors.contains("nosuch has written nothing"), "\(unknown)")
    }

    @Test("a new version on JSON lines replaces one that runs only if its program starts")
    func startCheck() throws {
      try sandbox.startHub()
      #expect(try sandbox.musicbus("provider", "add", directory).status == 0)
      try write(name: "Nina", before: "import nowhere")
      let refused = try sandbox.musicbus("provider", "reload", "shelf")
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.errors.contains("No module named 'nowhere'"), "\(refused)")
      #expect(refused.errors.contains("The one that runs was not restarted."), "\(refused)")
      try write(name: "Nina Hagen")
      let reloaded = try sandbox.musicbus("provider", "reload", "shelf")
      #expect(reloaded.status == 0, "\(reloaded)")
    }

    @Test("replies of an older version are requested again, and those of the same one are not")
    func versions() throws {
      try sandbox.startHub()
      #expect(try sandbox.musicbus("provider", "add", directory).status == 0)
      func search() throws -> [String] {
        try sandbox.musicbus("search", "artists", "nina", "--provider", "shelf", "--json")
          .artists().map(\.name)
      }
      #expect(try search() == ["Nina Simone"])
      try write(name: "Nina Hagen")
      #expect(try sandbox.musicbus("provider", "reload", "shelf").status == 0)
      #expect(try search() == ["Nina Simone"])
      let manifest = "\(directory)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
        .replacing("1.0.0", with: "1.1.0")
      try text.write(toFile: manifest, atomically: true, encoding: .utf8)
      #expect(try sandbox.musicbus("provider", "reload", "shelf").status == 0)
      #expect(try search() == ["Nina Hagen"])
    }
  }
}
