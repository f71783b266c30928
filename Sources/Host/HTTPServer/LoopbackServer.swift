internal import CErrorPageShim
internal import CMicroHTTPD
internal import Glibc

/// A server on listening sockets, until it goes out of scope.
package struct LoopbackServer: ~Copyable {
  private let daemons: [OpaquePointer]
  private let site: HTTPSite

  /// Serves listening sockets, which it closes when it stops.
  ///
  /// - Throws: ``HTTPServerError`` if libmicrohttpd cannot start.
  package init(
    _ handler: any HTTPHandler,
    on sockets: [ListeningSocket],
    limits: HTTPLimits = HTTPLimits()
  ) throws(HTTPServerError) {
    let site = HTTPSite(handler, limits)
    self.site = site
    musicbus_http_on_invalid_request(RequestCallbacks.invalid)
    // Unretained: `self` holds the site until the daemons are stopped.
    let context = Unmanaged.passUnretained(site).toOpaque()
    var daemons: [OpaquePointer] = []
    for socket in sockets {
      let daemon = musicbus_http_serve(
        socket.descriptor,
        limits.maxConnections,
        LoopbackServer.idleSeconds,
        limits.maxHeadBytes,
        RequestCallbacks.handle,
        RequestCallbacks.begin,
        RequestCallbacks.end,
        RequestCallbacks.connection,
        context
      )
      guard let daemon else {
        for daemon in daemons { MHD_stop_daemon(daemon) }
        throw HTTPServerError("Could not start the HTTP server.", code: errno)
      }
      daemons.append(daemon)
    }
    self.daemons = daemons
  }

  /// The exchanges in flight, and the number of requests so far.
  package var load: HTTPLoad { site.load }

  /// Ends the exchanges whose clients have disconnected; to be called from time to time.
  package func endAbandonedExchanges() { site.endAbandonedExchanges() }

  /// Closes the connections whose request did not arrive in time; to be called from time to time.
  package func closeOverdueConnections() { site.closeOverdueConnections() }

  /// Stops the server before the end of its scope.
  package consuming func stop() {}

  deinit {
    // libmicrohttpd aborts the process if a connection is suspended when it stops, and reads memory that it
    // has released if it is parsing an invalid request.
    let sockets = daemons.map { MHD_quiesce_daemon($0) }
    site.endAll()
    site.awaitClosed(forMs: LoopbackServer.closingMs)
    for daemon in daemons { MHD_stop_daemon(daemon) }
    for socket in sockets where socket >= 0 { close(socket) }
  }

  /// A connection that is idle for longer is closed, unless it waits for its response.
  private static let idleSeconds: UInt32 = 30
  /// The time in which clients can receive the rest of their responses.
  private static let closingMs: CInt = 2_000
}

/// The reason why a server could not start.
package struct HTTPServerError: Error, Hashable, CustomStringConvertible {
  package let message: String
  /// The C error number.
  package let code: CInt

  init(_ message: String, code: CInt) {
    self.message = message
    self.code = code
  }

  /// Whether another process listens on the port.
  package var isPortInUse: Bool { code == EADDRINUSE }

  package var description: String { "\(message) (error \(code))" }
}
