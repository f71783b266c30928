/// The application that a server runs. Its functions run on the event loop and must not block.
package protocol HTTPHandler: Sendable {
  /// The response to a request that is rejected before its body arrives; `nil` to continue.
  func check(_ request: HTTPRequest) -> HTTPResponse?

  /// Whether a request that is not rejected proves that its client is the user's.
  func trusts(_ request: HTTPRequest) -> Bool

  /// Handles a request; the response may be given later, by any thread.
  func handle(_ exchange: HTTPExchange)

  /// The response to a request that the server itself rejects.
  func errorResponse(_ status: Int) -> HTTPResponse
}

extension HTTPHandler {
  /// A site for everyone trusts every client that sends a request.
  package func trusts(_ request: HTTPRequest) -> Bool { true }
}

/// The limits of a server.
package struct HTTPLimits: Hashable, Sendable {
  package var maxConnections: UInt32 = 1024
  /// More connections without a trusted request than this close the oldest of them.
  package var maxUntrusted = 256
  /// The time in which a request must arrive, from the end of the one before it.
  package var requestMs = 60_000
  package var maxBodyBytes = 1024 * 1024
  /// Memory for the head of a request.
  package var maxHeadBytes = 64 * 1024

  package init() {}
}

/// The load of a server.
package struct HTTPLoad: Hashable, Sendable {
  /// Exchanges in flight, streams included.
  package let exchanges: Int
  /// Requests since the start.
  package let requests: Int
}
