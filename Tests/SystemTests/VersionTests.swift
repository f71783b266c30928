import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  /// Providers of later minors at a hub of this one. How a provider of this one does at a hub of a
  /// later one, certification finds out for each.
  @Suite(
    "Providers of other protocol versions",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    .timeLimit(.minutes(10))
  )
  struct VersionTests {
    let sandbox: Sandbox
    let provider: CoreProviderCopy

    init() throws {
      sandbox = try Sandbox()
      provider = try CoreProviderCopy(in: "\(sandbox.home.path)/work")
    }

    private func speak(_ least: String, _ most: String) throws {
      try provider.edit {
        $0.replacingOccurrences(
          of: #"{"min": "1.0", "max": "1.0"}"#,
          with: "{\"min\": \"\(least)\", \"max\": \"\(most)\"}"
        )
      }
    }

    @Test("are used if they also support 1.0")
    func both() throws {
      try speak("1.0", "1.7")
      #expect(try sandbox.musicbus("provider", "add", provider.path).status == 0)
      let nina = try sandbox.musicbus("search", "artists", "nina", "--provider", "shelf", "--json")
      #expect(try nina.artists().map(\.name) == ["Nina Simone"])
    }

    @Test("are rejected once, and not restarted, if they do not support 1.0")
    func neither() throws {
      try speak("1.1", "1.7")
      let added = try sandbox.musicbus("provider", "add", provider.path)
      #expect(added.status == 1)
      #expect(added.errors.contains("shelf is stopped"), "\(added)")
      let log = try String(contentsOfFile: sandbox.logPath, encoding: .utf8)
      #expect(log.contains("shelf speaks 1.1 to 1.7; this hub speaks 1.0 to 1.0."))
      #expect(log.ranges(of: "Started provider shelf").count == 1)
    }
  }
}
