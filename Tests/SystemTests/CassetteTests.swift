import Foundation
import HostKit
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
      let recorded = try sandbox.musicbus(
        "provider",
        "record",
        directory,
        "-o",
        cassette,
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
      let call = ["artists.search", "Pink Floyd", "limit=1"]
      let recorded = try sandbox.musicbus(
        "provider",
        "record",
        directory,
        "-o",
        cassette,
        call[0],
        call[1],
        call[2]
      )
      #expect(recorded.output == "artists.search limit=1 text=Pink Floyd: 1 item\n", "\(recorded)")
      let again = try sandbox.musicbus("provider", "record", directory, "-o", cassette)
      #expect(again.status != 0)
      #expect(again.errors.contains("exists; choose another name or remove it."), "\(again)")
      let text = try String(contentsOfFile: cassette, encoding: .utf8)
      let changed = text.replacing(#""items":[{"#, with: #""items":[{"genres":["polka"],"#)
      try changed.write(toFile: cassette, atomically: true, encoding: .utf8)
      let replayed = try withoutNetwork("provider", "replay", cassette, directory)
      #expect(replayed.status == 1, "\(replayed)")
      #expect(replayed.output.contains("text=Pink Floyd: item 1 is {"), "\(replayed)")
      #expect(replayed.output.contains(#""genres":["polka"]"#), "\(replayed)")
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
