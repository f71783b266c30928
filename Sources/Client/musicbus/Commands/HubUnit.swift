import CommandKit
import HostKit

/// `musicbus hub unit`: a systemd user unit that runs the hub from login on.
struct HubUnit {
  private let context: CommandContext
  private let executable: String

  init(_ context: CommandContext) throws {
    self.context = context
    executable = try context.program("musicbus-hub")
  }

  func print() throws -> ExitStatus {
    context.terminal.print(text)
    context.terminal.note("Save it as ~/.config/systemd/user/musicbus-hub.service, then run:")
    context.terminal.note("  systemctl --user daemon-reload")
    context.terminal.note("  systemctl --user enable --now musicbus-hub")
    return .ok
  }

  private var text: String {
    """
    [Unit]
    Description=MusicBus hub
    Documentation=man:musicbus(1)

    [Service]
    Type=notify
    ExecStart=\(UnitFile.quoted(executable))
    \(UnitFile.home(context.environment["MUSICBUS_HOME"]))Restart=on-failure
    KillMode=mixed
    TimeoutStopSec=10
    \(UnitFile.hardening)

    [Install]
    WantedBy=default.target
    """
  }
}
