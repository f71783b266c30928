import CommandKit
import HostKit

/// `musicbus hub unit`: a unit by which systemd runs the hub of a user from login on.
struct HubUnit {
  private let session: CommandContext
  private let executable: String

  init(_ session: CommandContext) throws {
    self.session = session
    let name = "musicbus-hub"
    guard
      let found = ExecutableSearch.findBesideThis(name, environment: session.environment)
    else {
      throw CommandFailure("There is no \(name).", "Install it beside musicbus, or in PATH.")
    }
    executable = found
  }

  func print() throws -> ExitStatus {
    session.terminal.print(text)
    session.terminal.note("Keep it as ~/.config/systemd/user/musicbus-hub.service, and then:")
    session.terminal.note("  systemctl --user daemon-reload")
    session.terminal.note("  systemctl --user enable --now musicbus-hub")
    return .ok
  }

  private var text: String {
    let home = session.environment["MUSICBUS_HOME"].map { "Environment=MUSICBUS_HOME=\($0)\n" }
    return """
      [Unit]
      Description=The hub of MusicBus

      [Service]
      Type=notify
      ExecStart=\(executable)
      \(home ?? "")Restart=on-failure
      KillMode=mixed
      TimeoutStopSec=10

      [Install]
      WantedBy=default.target
      """
  }
}
