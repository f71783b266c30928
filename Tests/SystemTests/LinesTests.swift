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

    /// Writes the program.
    private func write(name: String) throws {
      let program = """
        #!/usr/bin/env python3
        import json, os, sys
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

    /// The processes of the program, with those of its sandbox.
    private var processes: [Int32] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { Int32($0) }.filter { pid in
        let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
        return line.range(of: Data("\(directory)/provider.py".utf8)) != nil && isRunning(pid)
      }
    }

    @Test("serves, starts again with a changed program, and ends with the hub")
    func life() throws {
      let added = try sandbox.musicbus("provider", "add", directory)
      #expect(added.output.hasPrefix("shelf 1.0 serves artists.search\n"), "\(added)")
      #expect(try search() == ["Nina Simone"])
      let first = Set(processes)
      #expect(!first.isEmpty)
      try write(name: "Nina Hagen")
      _ = try sandbox.musicbus("provider", "reload")
      try awaitCondition("the end of the first program") {
        first.isDisjoint(with: processes)
      }
      #expect(try search() == ["Nina Hagen"])
      #expect(sandbox.stopHub() == .exited(0))
      try awaitCondition("the end of the second program") { processes.isEmpty }
    }

    @Test("runs in a sandbox, if this machine can make one, or not at all")
    func sandboxes() throws {
      #expect(try sandbox.musicbus("provider", "add", directory).status == 0)
      let status = try sandbox.musicbus("providers", "--json").output
      let isActive = status.contains(#""sandbox":{"active":true}"#)
      #expect(isActive || status.contains(#""sandbox":{"active":false,"reason":"#))
      guard isActive else { return }
      // The state of the provider is in the home of this hub, which its program may not be given.
      let manifest = "\(sandbox.home.path)/provider.json"
      try FileManager.default.copyItem(atPath: "\(directory)/provider.json", toPath: manifest)
      try FileManager.default.copyItem(
        atPath: "\(directory)/provider.py",
        toPath: "\(sandbox.home.path)/provider.py"
      )
      _ = try sandbox.musicbus("provider", "remove", "shelf")
      let added = try sandbox.musicbus("provider", "add", manifest)
      #expect(added.status == 1)
      let reason = "the state directory is inside the directory of the program"
      #expect(
        added.errors.contains(
          "The program cannot run in a sandbox: \(reason)"
        ),
        "\(added)"
      )
    }

    @Test("runs in a sandbox also in a hub with lower limits than it may have")
    func lowLimits() throws {
      _ = try sandbox.musicbus("config", "set", "hub.providerOpenFiles", "64")
      #expect(try sandbox.musicbus("provider", "add", directory).status == 0)
      #expect(try search() == ["Nina Simone"])
      let status = try sandbox.musicbus("providers", "--json").output
      let isPossible = Namespaces.areAvailable
      #expect(!isPossible || status.contains(#""sandbox":{"active":true}"#), "\(status)")
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
