import Glibc
import HTTPServer
import HostKit
import JSON

/// The listening sockets: from the service manager, or new ones on loopback.
enum WebSockets {
  static func open(
    _ options: WebOptions,
    _ configuration: ConfigurationFile,
    _ environment: Environment
  ) throws -> [ListeningSocket] {
    let inherited = try inherited(environment)
    if !inherited.isEmpty { return inherited }
    let configured = configuration[.webPort]?.integer
    let port =
      options.port ?? (options.isDemo ? 0 : configured.flatMap { UInt16(exactly: $0) })
      ?? HubPaths.defaultWebPort
    do throws(HTTPServerError) {
      return try ListeningSocket.loopback(port: port)
    } catch {
      guard error.isPortInUse else {
        throw WebFailure(error.message, SystemError.reason(of: error.code))
      }
      let owner = PortOwner.find(port: port).map { " by \($0)" } ?? ""
      throw WebFailure(
        "Port \(port) is in use\(owner).",
        "Choose another one: musicbus config set web.port \(port &+ 1)"
      )
    }
  }

  /// The sockets that systemd passes on: those from descriptor 3 on.
  private static func inherited(_ environment: Environment) throws -> [ListeningSocket] {
    guard environment["LISTEN_PID"] == String(getpid()),
      let count = environment["LISTEN_FDS"].flatMap(Int32.init), (1...16).contains(count)
    else { return [] }
    return try (3..<3 + count).map { try ListeningSocket(inherited: $0) }
  }
}
