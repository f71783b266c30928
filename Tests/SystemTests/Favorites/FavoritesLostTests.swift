import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("A hub that is killed during a change of the favourites", .timeLimit(.minutes(10)))
  struct FavoritesLostTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Kills the hub while it adds an artist, and returns the exit status and what the client says.
    private func addDuringKill(restarts: Bool) async throws -> (ChildProcess.Termination?, String) {
      try await sandbox.upstream.setFaults("slow=20000")
      let text = "\(sandbox.home.path)/text.txt"
      var launch = Launch(
        Executables.path("musicbus"),
        ["favorites", "add", "itunes:artist:487143", "--timeout", "60s"],
        environment: sandbox.environment
      )
      (launch.output, launch.errors) = (.file(text), .file(text))
      let client = try ChildProcess(launch)
      try await sandbox.upstream.awaitRequest("487143")
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      if restarts {
        try await sandbox.upstream.setFaults()
        try sandbox.startHub()
      }
      let end = client.waitForExit(.after(.seconds(60)))
      return (end, try String(contentsOfFile: text, encoding: .utf8))
    }

    @Test("leaves it open without another hub whether the change was made")
    func lost() async throws {
      let (end, text) = try await addDuringKill(restarts: false)
      #expect(end == .exited(69), "\(text)")
      #expect(
        text.contains("The change may have been made. Check: musicbus favorites"),
        "\(text)"
      )
    }

    @Test("is followed by another, which makes the change")
    func repeated() async throws {
      let (end, text) = try await addDuringKill(restarts: true)
      #expect(end == .exited(0), "\(text)")
      #expect(text.contains("Added: Pink Floyd"), "\(text)")
      let favorites = try sandbox.musicbus("favorites", "--json")
      #expect(favorites.lines.count == 1, "\(favorites)")
    }
  }
}
