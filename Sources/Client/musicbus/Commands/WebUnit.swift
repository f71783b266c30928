import CommandKit
import HostKit
import MusicModel

/// `musicbus web unit`: a systemd user service that starts with the first request to its socket.
struct WebUnit {
  private let context: CommandContext
  private let executable: String
  private let port: Int

  init(_ context: CommandContext) throws {
    self.context = context
    executable = try context.program("musicbus-web")
    let configured = try context.configuration.get()[.webPort]?.integer
    port = configured ?? Int(HubPaths.defaultWebPort)
  }

  func print() throws -> ExitStatus {
    context.terminal.print(text)
    let directory = "~/.config/systemd/user"
    context.terminal.note("Save the first part as \(directory)/musicbus-web.socket and the second")
    context.terminal.note("one as \(directory)/musicbus-web.service, then run:")
    context.terminal.note("  systemctl --user daemon-reload")
    context.terminal.note("  systemctl --user enable --now musicbus-web.socket")
    return .ok
  }

  private var text: String {
    """
    # musicbus-web.socket
    [Unit]
    Description=MusicBus web page (socket)

    [Socket]
    ListenStream=127.0.0.1:\(port)
    ListenStream=[::1]:\(port)

    [Install]
    WantedBy=sockets.target

    # musicbus-web.service
    [Unit]
    Description=MusicBus web page
    Documentation=man:musicbus(1)

    [Service]
    ExecStart=\(UnitFile.quoted(executable))
    # The address that it prints contains the token, and others may read the journal.
    StandardOutput=null
    \(UnitFile.home(context.environment["MUSICBUS_HOME"]))\(UnitFile.hardening)
    """
  }
}
