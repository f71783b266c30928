import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("A cassette", .timeLimit(.minutes(10)))
  struct CassetteTests {
    let sandbox: Sandbox
    private let cassette: String

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      cassette = "\(sandbox.home.path)/calls.cassette"
    }

    /// Runs a command where there is no network at all, if this user may make such a place.
    private func withoutNetwork(_ arguments: String...) throws -> RunResult {
      let program = Executables.path("musicbus")
      guard Namespaces.areAvailable else {
        return try RunResult.of("musicbus", arguments, environment: sandbox.environment)
      }
      return try RunResult.of(
        Launch("/usr/bin/unshare", ["-n", program] + arguments, environment: sandbox.environment)
      )
    }

    private func record(
      _ directory: String,
      _ call: String...,
      adding variables: Environment = [:]
    ) throws -> RunResult {
      try RunResult.of(
        "musicbus",
        ["provider", "record", directory, "-o", cassette] + call,
        environment: sandbox.environment.merging(variables) { $1 }
      )
    }

    @Test(
      "has the calls of a provider with their requests and replies, and plays them without a network",
      arguments: ["AudioDB", "Deezer", "Spotify", "Examples/Node"].filter {
        $0 != "Examples/Node" || Program.node != nil
      }
    )
    func replayed(_ plugin: String) throws {
      let directory = PackageRoot.path("Plugins/\(plugin)")
      let secret = "planted-5ecret"
      if plugin == "Spotify" {
        let set = try sandbox.musicbus("config", "set", "providers.spotify.clientSecret", secret)
        #expect(set.status == 0, "\(set)")
      }
      let recorded = try record(
        directory,
        adding: ["MUSICBUS_NODE_ITUNES_URL": sandbox.upstream.url]
      )
      #expect(recorded.status == 0, "\(recorded)")
      let text = try String(contentsOfFile: cassette, encoding: .utf8)
      #expect(text.contains(#""request":"GET http"#) && text.contains(#""call":"#))
      #expect(!text.contains(secret))
      let replayed = try withoutNetwork("provider", "replay", cassette, directory)
      #expect(replayed.status == 0, "\(replayed)")
      #expect(replayed.output == recorded.output)
    }

    @Test("is not overwritten, and a changed reply is reported")
    func changed() throws {
      let directory = PackageRoot.path("Plugins/Deezer")
      let recorded = try record(directory, "artists.search", "Pink Floyd", "limit=1")
      #expect(recorded.output == "artists.search limit=1 text=Pink Floyd: 1 item\n", "\(recorded)")
      let again = try record(directory)
      #expect(again.status != 0)
      #expect(again.errors.contains("exists; choose another name or remove it."), "\(again)")
      let text = try String(contentsOfFile: cassette, encoding: .utf8)
      let changed = text.replacing(#""items":[{"#, with: #""items":[{"genres":["polka"],"#)
      try changed.write(toFile: cassette, atomically: true, encoding: .utf8)
      let replayed = try withoutNetwork("provider", "replay", cassette, directory)
      #expect(replayed.status == 1, "\(replayed)")
      #expect(replayed.output.contains("text=Pink Floyd: item 1 (deezer:artist:"), "\(replayed)")
      #expect(
        replayed.output.contains(#"): "genres" is missing, which was ["polka"]"# + "\n"),
        "\(replayed)"
      )
    }

    @Test(
      "tells that a list continues elsewhere, and that the report on a collection is another one",
      arguments: [
        (#""next":"b/2""#, #""next":"c/3""#, #"text=nina: "next" is "b/2" instead of "c/3""#),
        (#","next":"b/2""#, "", #"text=nina: "next" is "b/2", which was missing"#),
        (#""albums":41"#, #""albums":42"#, #"check: "collection.0.albums" is 41 instead of 42"#),
        (#""notes":["Mended."]"#, #""notes":[]"#, #"check: "notes" is ["Mended."] instead of []"#),
      ]
    )
    func rest(_ old: String, _ new: String, _ difference: String) throws {
      let directory = "\(sandbox.home.path)/shelf"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try """
      {
        "id": "shelf", "name": "Shelf", "version": "1.0.0", "executable": "./provider.py", "lines": 1,
        "methods": ["artists.search", "collection.check"], "namespaces": ["shelf:artist"],
        "attribution": {"text": "From a shelf."},
        "samples": [
          {"method": "artists.search", "params": {"text": "nina"}}, {"method": "collection.check", "params": {}}
        ]
      }
      """.write(toFile: "\(directory)/provider.json", atomically: true, encoding: .utf8)
      try ExecutableText.write(
        """
        #!/usr/bin/env python3
        import json, sys
        for line in map(json.loads, sys.stdin):
            if line.get("method") == "collection.check":
                print(json.dumps({"id": line["id"], "collection": {"albums": 41}, "notes": ["Mended."]}), flush=True)
            elif "id" in line:
                print(json.dumps({"id": line["id"], "next": "b/2", "items": [
                    {"id": "shelf:artist:1", "name": "Nina Simone"}]}), flush=True)
        """,
        to: "\(directory)/provider.py"
      )
      let recorded = try record(directory)
      #expect(
        recorded.status == 0 && recorded.output.contains("collection.check: 1 report\n"),
        "\(recorded)"
      )
      let same = try withoutNetwork("provider", "replay", cassette, directory)
      #expect(same.status == 0 && same.output == recorded.output, "\(same)")
      let text = try String(contentsOfFile: cassette, encoding: .utf8)
      #expect(text.contains(old), "\(text)")
      try text.replacing(old, with: new).write(toFile: cassette, atomically: true, encoding: .utf8)
      let replayed = try withoutNetwork("provider", "replay", cassette, directory)
      #expect(replayed.status == 1 && replayed.output.contains(difference + "\n"), "\(replayed)")
    }

    @Test("is played by no provider that would send its requests")
    func unable() throws {
      try """
      {"cassette":1,"provider":"store","version":"1","config":{},"environment":{"MUSICBUS_ITUNES_URL":"http://127.0.0.1:9"}}
      {"call":"artists.search","params":{"text":"nina"},"items":[]}
      """.write(toFile: cassette, atomically: true, encoding: .utf8)
      let directory = PackageRoot.path("Plugins/Examples/Python")
      let result = try sandbox.musicbus("provider", "replay", cassette, directory)
      #expect(result.status == 1, "\(result)")
      #expect(
        result.errors.contains("cannot replay a cassette: only providers on JSON lines"),
        "\(result)"
      )
    }

    @Test("is hostile data: of its variables, only the declared addresses reach the provider")
    func hostile() throws {
      let directory = "\(sandbox.home.path)/wrapped"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      var manifest = try JSONCodec.decode(
        [String: JSONValue].self,
        from: Array(PackageRoot.text("Plugins/Deezer/provider.json").utf8)
      )
      manifest["executable"] = "./run.sh"
      try Data(JSONCodec.encode(manifest)).write(to: URL(filePath: "\(directory)/provider.json"))
      try ExecutableText.write(
        "#!/bin/bash\nenv > '\(directory)/seen'\nexec '\(Executables.path("musicbus-provider-deezer"))' \"$@\"\n",
        to: "\(directory)/run.sh"
      )
      let recorded = try record(directory, "artists.search", "Pink Floyd", "limit=1")
      #expect(recorded.status == 0, "\(recorded)")
      let attack = "\(sandbox.home.path)/attack.sh"
      try "touch '\(sandbox.home.path)/attacked'\n"
        .write(toFile: attack, atomically: true, encoding: .utf8)
      let variables = """
        "environment":{"BASH_ENV":"\(attack)","ENV":"\(attack)","LD_PRELOAD":"/x.so","PATH":"/evil",\
        "HOME":"/evil","MUSICBUS_STATE_DIRECTORY":"\(sandbox.home.path)","MUSICBUS_EVIL_URL":"http://127.0.0.1:1",\
        "MUSICBUS_RECORD":"\(sandbox.home.path)/other","PYTHONSTARTUP":"/x",\
        "MUSICBUS_DEEZER_URL":"http://127.0.0.1:9"}
        """
      let text = try String(contentsOfFile: cassette, encoding: .utf8)
        .replacing(#/"environment":\{[^}]*\}/#, with: variables)
        .replacing("Pink Floyd", with: "Pink \\u001b]0;evil\\u0007Floyd")
      try text.write(toFile: cassette, atomically: true, encoding: .utf8)
      try FileManager.default.removeItem(atPath: "\(directory)/seen")
      let replayed = try withoutNetwork("provider", "replay", cassette, directory)
      #expect(!replayed.output.contains("\u{1B}"), "\(replayed)")
      let seen = try String(contentsOfFile: "\(directory)/seen", encoding: .utf8)
      #expect(seen.contains("MUSICBUS_DEEZER_URL=http://127.0.0.1:9\n"), "\(seen)")
      for name in [
        "BASH_ENV", "ENV", "LD_PRELOAD", "MUSICBUS_STATE_DIRECTORY", "MUSICBUS_EVIL_URL",
        "MUSICBUS_RECORD", "PYTHONSTARTUP",
      ] { #expect(!seen.contains("\n\(name)=") && !seen.hasPrefix("\(name)="), "\(seen)") }
      #expect(!seen.contains("/evil"), "\(seen)")
      let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path)
      #expect(!files.contains("attacked") && !files.contains("other"))
    }

    @Test("that is larger than its limit is refused, not cut")
    func tooLarge() throws {
      #expect(FileManager.default.createFile(atPath: cassette, contents: nil))
      let file = try #require(FileHandle(forWritingAtPath: cassette))
      try file.truncate(atOffset: 257 << 20)
      let directory = PackageRoot.path("Plugins/Deezer")
      let result = try sandbox.musicbus("provider", "replay", cassette, directory)
      #expect(result.status != 0, "\(result)")
      #expect(result.errors.contains("has 257 MiB; the maximum is 256 MiB."), "\(result)")
    }

    @Test("that is something else is refused")
    func refused() throws {
      try "hello\n".write(toFile: cassette, atomically: true, encoding: .utf8)
      let directory = PackageRoot.path("Plugins/Deezer")
      let result = try sandbox.musicbus("provider", "replay", cassette, directory)
      #expect(result.status != 0)
      #expect(result.errors.contains("\(cassette) is not a cassette"), "\(result)")
    }
  }
}
