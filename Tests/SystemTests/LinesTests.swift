import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("A provider on JSON lines in a running hub", .timeLimit(.minutes(10)))
  struct LinesTests {
    let sandbox: Sandbox
    private let directory: String

    init() throws {
      sandbox = try Sandbox()
      directory = "\(sandbox.home.path)/shelf"
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
      try write(name: "Nina Simone")
      let manifest = """
        {
          "id": "shelf", "name": "Shelf", "version": "1.0", "executable": "./provider.py", "lines": 1,
          "methods": ["artists.search"], "namespaces": ["shelf:artist"],
          "attribution": {"text": "From a shelf."},
          "samples": [{"method": "artists.search", "params": {"text": "nina"}}]
        }
        """
      try manifest.write(toFile: "\(directory)/provider.json", atomically: true, encoding: .utf8)
    }

    /// Writes the program, which also writes its process number to a file.
    private func write(name: String) throws {
      let program = """
        #!/usr/bin/env python3
        import json, os, sys
        open("pid", "w").write(str(os.getpid()))
        for line in map(json.loads, sys.stdin):
            if "id" in line:
                print(json.dumps({"id": line["id"], "items": [{"id": "shelf:artist:1", "name": "\(name)"}]}), flush=True)
        """
      try ExecutableText.write(program, to: "\(directory)/provider.py")
    }

    private func search() throws -> [String] {
      try sandbox.musicbus(
        "search",
        "artists",
        "nina",
        "--provider",
        "shelf",
        "--json",
        "--refresh"
      )
      .artists().map(\.name)
    }

    private var pid: Int32 {
      get throws {
        let text = try String(contentsOfFile: "\(directory)/pid", encoding: .utf8)
        return try #require(Int32(text))
      }
    }

    @Test("serves, starts again with a changed program, and ends with the hub")
    func life() throws {
      let added = try sandbox.musicbus("provider", "add", directory)
      #expect(added.output.hasPrefix("shelf 1.0 serves artists.search\n"), "\(added)")
      #expect(try search() == ["Nina Simone"])
      let first = try pid
      try write(name: "Nina Hagen")
      _ = try sandbox.musicbus("provider", "reload")
      try awaitCondition("the end of the first program") { !isRunning(first) }
      #expect(try search() == ["Nina Hagen"])
      let second = try pid
      #expect(sandbox.stopHub() == .exited(0))
      try awaitCondition("the end of the second program") { !isRunning(second) }
    }

    @Test("may be run by an interpreter, whose script no other user may change")
    func script() throws {
      let manifest = "\(directory)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
        .replacing(#""./provider.py""#, with: #""python3", "arguments": ["provider.py"]"#)
      try text.write(toFile: manifest, atomically: true, encoding: .utf8)
      let script = "\(directory)/provider.py"
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: script)
      let refused = try sandbox.musicbus("provider", "add", directory)
      #expect(refused.status != 0)
      #expect(refused.errors.contains("\(script) is writable by other users"), "\(refused)")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: script)
      #expect(try sandbox.musicbus("provider", "add", directory).status == 0)
      #expect(try search() == ["Nina Simone"])
    }

    @Test(
      "is certified like any other, also in Node",
      .enabled(if: Program.node != nil, "needs nodejs")
    )
    func certified() throws {
      let result = try sandbox.musicbus(
        "provider",
        "certify",
        PackageRoot.path("Plugins/Examples/Node"),
        "--fast",
        "--upstream-var",
        "MUSICBUS_NODE_ITUNES_URL=\(sandbox.upstream.url)"
      )
      #expect(result.status == 0, "\(result)")
    }
  }
}
