internal import Glibc
internal import HostKit

/// One request through a proxy and its response, on separate connections.
struct ProxyConnection: Sendable {
  private enum State: Hashable, Sendable {
    case reading
    /// The request has been read; the mode decides what happens.
    case waiting
    case forwarding(upstream: CInt)
    case closed
  }

  private static let maxHeadBytes = 64 * 1024

  private let client: CInt
  private var request: [UInt8] = []
  private var state = State.reading
  private(set) var isBlocked = false

  init(_ client: CInt) { self.client = client }

  var isClosed: Bool { state == .closed }

  /// The descriptors to poll.
  var descriptors: [CInt] {
    switch state {
    case .reading, .waiting: [client]
    case .forwarding(let upstream): [client, upstream]
    case .closed: []
    }
  }

  /// Reads from a readable descriptor.
  ///
  /// - Returns: whether that completed a request.
  mutating func read(from descriptor: CInt) -> Bool {
    guard state != .closed else { return false }
    let bytes = LoopbackSockets.read(descriptor)
    guard !bytes.isEmpty else {
      end()
      return false
    }
    switch state {
    case .reading:
      request += bytes
      if request.count > ProxyConnection.maxHeadBytes { end() }
      guard ProxyConnection.containsHead(request) else { return false }
      state = .waiting
      return true
    case .waiting: request += bytes
    case .forwarding(let upstream):
      let target = descriptor == upstream ? client : upstream
      if !LoopbackSockets.write(bytes, to: target) { end() }
    case .closed: break
    }
    return false
  }

  /// Applies the mode to a waiting request.
  mutating func apply(_ mode: UpstreamProxy.Mode, _ target: LoopbackAddress) {
    guard state == .waiting else { return }
    isBlocked = mode == .block
    switch mode {
    case .block: break
    case .reject:
      let response =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      _ = LoopbackSockets.write(Array(response.utf8), to: client)
      end()
    case .pass: forward(to: target)
    }
  }

  private mutating func forward(to target: LoopbackAddress) {
    guard let upstream = try? LoopbackSockets.connect(to: target.port) else { return end() }
    state = .forwarding(upstream: upstream)
    if !LoopbackSockets.write(ProxyConnection.withConnectionClose(request), to: upstream) { end() }
  }

  mutating func end() {
    if case .forwarding(let upstream) = state { close(upstream) }
    if state != .closed { close(client) }
    state = .closed
    isBlocked = false
  }

  private static func containsHead(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n")
  }

  /// Returns the request with `Connection: close`, so that each request has its own connection.
  private static func withConnectionClose(_ request: [UInt8]) -> [UInt8] {
    let text = String(decoding: request, as: UTF8.self)
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(of: "") else { return request }
    let others = lines[..<end].filter { !$0.lowercased().hasPrefix("connection:") }
    lines.replaceSubrange(..<end, with: others + ["Connection: close"])
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
