import HTTPServer

/// The sample sources on loopback, until the server goes out of scope.
struct SampleServer: ~Copyable {
  let port: UInt16
  private let server: LoopbackServer

  /// Port 0 takes any free one.
  ///
  /// - Throws: ``HTTPServerError`` if the port is in use.
  init(_ sources: FaultInjectingServer, port: UInt16 = 0, log: SampleSite.Log? = nil)
    throws(HTTPServerError)
  {
    let sockets = try ListeningSocket.loopback(port: port)
    var limits = HTTPLimits()
    // Longer than the longest delay of a fault.
    limits.idleSeconds = 600
    server = try LoopbackServer(SampleSite(sources, log: log), on: sockets, limits: limits)
    self.port = sockets[0].port
  }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Stops the server before the end of its scope.
  consuming func stop() {}
}
