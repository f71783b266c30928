import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Whether a provider works is said when it is added", .timeLimit(.minutes(10)))
  struct ProviderAddTests {
    let sandbox: Sandbox
    private let directory: String

    init() throws {
      sandbox = try Sandbox()
      directory = "\(sandbox.home.path)/attic"
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
      try writeManifest()
      try writeProgram()
    }

    private func writeManifest(lines: Int = 1, adding members: String = "") throws {
      let manifest = """
        {
          "id": "attic", "name": "Attic", "version": "2.3", "executable": "./provider.py", "lines": \(lines),
          "methods": ["artists.search", "artist.get"], "namespaces": ["attic:artist"],
          "attribution": {"text": "From an attic."},\(members)
          "samples": [
            {"method": "artist.get", "params": {"id": "attic:artist:1"}},
            {"method": "artists.search", "params": {"text": "odetta"}}
          ]
        }
        """
      try manifest.write(toFile: "\(directory)/provider.json", atomically: true, encoding: .utf8)
    }

    /// Writes the program, with the end of the call that its sample makes.
    private func writeProgram(
      _ end: String =
        #""items": [{"id": f"attic:artist:{n}", "name": f"Odetta {n}"} for n in (1, 2)]"#,
      before: String = ""
    ) throws {
      let program = """
        #!/usr/bin/env python3
        import json, sys
        \(before)
        for line in map(json.loads, sys.stdin):
            if "id" in line:
                print("asked", file=sys.stderr)
                print(json.dumps({"id": line["id"], \(end)}), flush=True)
        """
      // As an editor does: a program that runs is not changed.
      try ExecutableText.write(program, to: "\(directory)/provider.new")
      guard rename("\(directory)/provider.new", "\(directory)/provider.py") == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    }

    private func run(_ arguments: String...) throws -> RunResult {
      try sandbox.patiently(arguments)
    }

    private func status(_ id: String = "attic") throws -> ProviderStatus {
      try #require(try sandbox.providers()[id])
    }

    private var searched: String { #"artists.search "odetta""# }

    @Test("with the number of results of its sample")
    func works() throws {
      let added = try run("provider", "add", directory)
      #expect(added.status == 0, "\(added)")
      #expect(added.lines.first?.hasPrefix("attic 2.3 serves ") == true, "\(added)")
      #expect(added.lines.last == "Attic works: \(searched) found 2 artists.", "\(added)")
      let json = try run("provider", "add", directory, "--json")
      #expect(json.lines.count == 1 && json.output.hasPrefix("{"), "\(json)")
      // The user has not searched for it.
      #expect(try !run("recent").output.contains("odetta"))
    }

    @Test("or with the reason why its sample fails, and stays installed")
    func fails() throws {
      try writeProgram(#""error": {"code": "UPSTREAM_REFUSED", "message": "The key is too old."}"#)
      let added = try run("provider", "add", directory)
      #expect(added.status == 0, "\(added)")
      #expect(!added.output.contains("works"), "\(added)")
      #expect(
        added.errors.contains("Attic was added and runs, but \(searched) failed: "),
        "\(added)"
      )
      #expect(added.errors.contains("The key is too old."), "\(added)")
      #expect(added.errors.contains("See its log: musicbus provider log attic\n"), "\(added)")
      #expect(try status().state == .ready)
      try writeProgram(#""items": []"#)
      #expect(try run("provider", "reload", "attic").status == 0)
      let empty = try run("provider", "add", directory)
      #expect(empty.status == 0, "\(empty)")
      #expect(
        empty.errors.contains("Attic was added and runs, but \(searched) found no artists.\n"),
        "\(empty)"
      )
    }

    @Test(
      "and does not start if its program has a fault, which is its state from then on",
      arguments: [
        ("from nowhere_at_all import shelf", "nowhere_at_all"), ("def shelf(:", "SyntaxError"),
      ]
    )
    func doesNotStart(_ before: String, _ reason: String) throws {
      try writeProgram(before: before)
      let added = try run("provider", "add", directory)
      #expect(added.status == 1, "\(added)")
      #expect(added.errors.contains(reason), "\(added)")
      #expect(added.errors.contains("It stays installed."), "\(added)")
      #expect(added.errors.contains("musicbus provider log attic"), "\(added)")
      let broken = try status()
      #expect([.stopped, .quarantined].contains(broken.state), "\(broken)")
      #expect(broken.lastError?.contains(reason) == true, "\(broken)")
      let shown = try run("providers")
      #expect((shown.output + shown.errors).contains("attic: "), "\(shown)")
      let doctor = try run("doctor", "--plain")
      let line = try #require(doctor.lines.first { $0.contains("\tprovider attic\t") })
      #expect(line.hasPrefix("problem\t"), "\(line)")
      #expect(line.contains("musicbus provider reset attic"), "\(line)")
      try writeProgram()
      let mended = try run("provider", "reset", "attic")
      #expect(mended.status == 0, "\(mended)")
      #expect(try status().state == .ready)
    }

    @Test("and is stopped at once if its program refuses its configuration or its version")
    func refuses() throws {
      try writeProgram(before: "print('no such shop', file=sys.stderr); sys.exit(78)")
      let refused = try run("provider", "add", directory)
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.errors.contains("attic is stopped"), "\(refused)")
      #expect(refused.errors.contains("no such shop"), "\(refused)")
      #expect(try status().restarts == 0)
      #expect(try run("provider", "remove", "attic").status == 0)
      try writeManifest(lines: 8)
      let later = try run("provider", "add", directory)
      #expect(later.status == 1, "\(later)")
      #expect(later.errors.contains("It needs version 8 of the format"), "\(later)")
      #expect(try status().state == .stopped)
    }

    @Test("and is not tried before it has the settings that it needs")
    func unconfigured() throws {
      let schema = """
        "configSchema": {"type": "object", "properties": {"shop": {"type": "string"}}, "required": ["shop"]},
        """
      try writeManifest(adding: schema)
      let added = try run("provider", "add", directory)
      #expect(added.status == 0, "\(added)")
      #expect(added.errors.contains("musicbus provider setup attic"), "\(added)")
      #expect(!(added.output + added.errors).contains("artists.search \""), "\(added)")
      #expect(try status().state == .unconfigured)
      #expect(!sandbox.log.contains("asked"))
    }

    @Test("also of a further instance")
    func instance() throws {
      #expect(try run("provider", "add", directory).status == 0)
      let added = try run("provider", "add", "attic", "--as", "cellar")
      #expect(added.status == 0, "\(added)")
      #expect(
        added.lines.last == "Attic (cellar) works: \(searched) found 2 artists.",
        "\(added)"
      )
    }

    @Test("A program that cannot start any more is a state, and no series of failed searches")
    func broken() throws {
      #expect(try run("provider", "add", directory).status == 0)
      // The hub that starts next has not checked the program.
      #expect(sandbox.stopHub() == .exited(0))
      try writeProgram(before: "import nowhere_at_all")
      try sandbox.startHub()
      try sandbox.awaitProvider("attic") { $0.state == .ready }
      // Not what the trial asked for, which is in the cache.
      let search = ["search", "artists", "odetta holmes", "--provider", "attic"]
      let failed = try sandbox.patiently(search)
      #expect(failed.status != 0, "\(failed)")
      let stopped = try sandbox.awaitProvider("attic") { $0.state == .quarantined }
      #expect(stopped.lastError?.contains("nowhere_at_all") == true, "\(stopped)")
      try writeProgram()
      #expect(try run("provider", "reset", "attic").status == 0)
      #expect(try sandbox.patiently(search).status == 0)
    }

    @Test("A program that ends during a call is started again, if it can start")
    func fault() throws {
      #expect(try run("provider", "add", directory).status == 0)
      try writeProgram(before: "if len(sys.stdin.readline()) and sys.stdin.readline(): sys.exit(3)")
      #expect(try run("provider", "reload", "attic").status == 0)
      let pid = try status().pid
      for _ in 0..<2 {
        let failed = try run("search", "artists", "odetta", "--provider", "attic", "--refresh")
        #expect(failed.errors.contains("status 3"), "\(failed)")
      }
      let after = try status()
      #expect(after.state == .ready && after.pid == pid, "\(after)")
    }
  }
}
