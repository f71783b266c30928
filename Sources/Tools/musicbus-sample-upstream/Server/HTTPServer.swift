import CMicroHTTPD
import Glibc

/// The socket of the sources: libmicrohttpd on loopback, until it goes out of scope.
///
/// Each connection has a thread, so that a delayed response does not delay others.
struct HTTPServer: ~Copyable {
  static let connectionsMax: UInt32 = 512
  /// Longer than the maximum delay of a fault.
  static let idleSecondsMax: UInt32 = 600

  struct StartError: Error { let message: String }

  let port: UInt16
  private let daemon: OpaquePointer
  private let responder: Responder

  /// A port of 0 takes any free one.
  init(_ server: FaultInjectingServer, port: UInt16 = 0, log: Responder.Log? = nil)
    throws(StartError)
  {
    let responder = try Responder(server, log: log)
    // Unretained: `self` retains the responder until the daemon is stopped.
    let context = Unmanaged.passUnretained(responder).toOpaque()
    let daemon = musicbus_http_start(
      port,
      Self.connectionsMax,
      Self.idleSecondsMax,
      RequestHandler.handle,
      RequestHandler.begin,
      RequestHandler.end,
      context
    )
    guard let daemon else {
      let reason = String(cString: strerror(errno))
      throw StartError(message: "cannot listen on 127.0.0.1:\(port): \(reason)")
    }
    self.port = musicbus_http_port(daemon)
    self.daemon = daemon
    self.responder = responder
  }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Ends it here and now rather than with its scope.
  consuming func stop() {}

  deinit {
    // Ends all delays, for which the daemon would wait otherwise.
    responder.stop()
    MHD_stop_daemon(daemon)
  }
}
