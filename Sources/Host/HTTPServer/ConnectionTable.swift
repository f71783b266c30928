internal import Glibc

/// The open connections of a server, so that clients which say nothing cannot keep others out.
///
/// A connection is trusted from its first request that the handler authenticates. One that is not
/// trusted gives way to newer ones, and every request must arrive within a time.
struct ConnectionTable {
  private struct Connection {
    let descriptor: CInt
    var isTrusted = false
    /// When the next request, of an untrusted client also its response, must be complete; `nil`
    /// while a trusted client waits for its response.
    var deadlineMs: Int?
    var isClosing = false
  }

  private let limits: HTTPLimits
  private var connections: [UInt: Connection] = [:]
  /// The untrusted ones, the oldest first.
  private var untrusted: [UInt] = []

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// Adds a connection; the oldest untrusted one is closed if there are too many.
  mutating func opened(_ id: UInt, descriptor: CInt, at nowMs: Int) {
    connections[id] = Connection(descriptor: descriptor, deadlineMs: nowMs + limits.requestMs)
    untrusted.append(id)
    if untrusted.count > limits.maxUntrusted { shutDown(untrusted.removeFirst()) }
  }

  mutating func closed(_ id: UInt) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    if !connection.isTrusted { untrusted.removeAll { $0 == id } }
  }

  var isEmpty: Bool { connections.isEmpty }

  /// Ends the receipt of requests; responses that are being sent continue.
  func endReading() {
    for connection in connections.values { shutdown(connection.descriptor, CInt(SHUT_RD)) }
  }

  func isTrusted(_ id: UInt) -> Bool { connections[id]?.isTrusted ?? false }

  /// Trusts the client of a connection.
  mutating func trust(_ id: UInt) {
    guard connections[id]?.isTrusted == false else { return }
    connections[id]?.isTrusted = true
    untrusted.removeAll { $0 == id }
  }

  /// Notes that a request has arrived whole.
  mutating func received(_ id: UInt) {
    if connections[id]?.isTrusted == true { connections[id]?.deadlineMs = nil }
  }

  /// Notes that a request has ended, so that the next one may follow.
  mutating func ended(_ id: UInt, at nowMs: Int) {
    connections[id]?.deadlineMs = nowMs + limits.requestMs
  }

  /// Closes the connections whose time is over.
  mutating func closeOverdue(at nowMs: Int) {
    for (id, connection) in connections where connection.deadlineMs.map({ $0 <= nowMs }) ?? false {
      shutDown(id)
    }
  }

  /// The event loop notices this and closes the connection.
  private mutating func shutDown(_ id: UInt) {
    guard let connection = connections[id], !connection.isClosing else { return }
    connections[id]?.isClosing = true
    shutdown(connection.descriptor, CInt(SHUT_RDWR))
  }
}
