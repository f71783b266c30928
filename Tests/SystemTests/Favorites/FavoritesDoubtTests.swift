import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("A hub that is killed during a change of the favourites", .timeLimit(.minutes(10)))
  struct FavoritesDoubtTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Kills the hub while it adds an artist, and returns the exit status and the errors of the client.
    private func addDuringKill(restarts: Bool) async throws -> (ChildProcess.Termination?, String) {
      try await sandbox.upstream.setFaults("slow=20000")
      let errors = "\(sandbox.home.path)/errors.txt"
      var launch = Launch(
        Executables.path("musicbus"),
        ["favorites", "add", "itunes:artist:487143", "--timeout", "60s"],
        environment: sandbox.environment
      )
      launch.output = .null
      launch.errors = .file(errors)
      let client = try ChildProcess(launch)
      try await sandbox.upstream.awaitRequest("487143")
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      if restarts { try sandbox.startHub() }
      let end = client.waitForExit(.after(.seconds(60)))
      return (end, try String(contentsOfFile: errors, encoding: .utf8))
    }

    @Test("leaves the change in doubt without another hub")
    func inDoubt() async throws {
      let (end, errors) = try await addDuringKill(restarts: false)
      #expect(end == .exited(69), "\(errors)")
      #expect(
        errors.contains("The change may have been made. Check: musicbus favorites"),
        "\(errors)"
      )
    }

    @Test("is followed by another, which shows whether the change was made")
    func resolved() async throws {
      let (end, errors) = try await addDuringKill(restarts: true)
      #expect(end == .exited(69), "\(errors)")
      #expect(errors.contains("Lost the connection to the hub. Nothing was changed."), "\(errors)")
    }
  }
}
