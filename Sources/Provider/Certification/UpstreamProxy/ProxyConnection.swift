internal import Glibc
internal import HostKit

/// One request through a gate, and its answer; each has a connection of its own.
struct ProxyConnection: Sendable {
  private enum State: Hashable, Sendable {
    case reading
    /// The request is there, and waits for what the gate is told.
    case waiting
    case passing(source: CInt)
    case over
  }

  private static let headBytesMax = 64 * 1024

  private let asker: CInt
  private var request: [UInt8] = []
  private var state = State.reading
  private(set) var isHeld = false

  init(_ asker: CInt) { self.asker = asker }

  var isOver: Bool { state == .over }

  /// Where something may come from.
  var descriptors: [CInt] {
    switch state {
    case .reading, .waiting: [asker]
    case .passing(let source): [asker, source]
    case .over: []
    }
  }

  /// Takes what is there.
  ///
  /// - Returns: whether a request is complete by it.
  mutating func read(from descriptor: CInt) -> Bool {
    guard state != .over else { return false }
    let bytes = LoopbackSockets.read(descriptor)
    guard !bytes.isEmpty else {
      end()
      return false
    }
    switch state {
    case .reading:
      request += bytes
      if request.count > ProxyConnection.headBytesMax { end() }
      guard ProxyConnection.holdsHead(request) else { return false }
      state = .waiting
      return true
    case .waiting: request += bytes
    case .passing(let source):
      let isWritten = LoopbackSockets.write(bytes, to: descriptor == source ? asker : source)
      if !isWritten { end() }
    case .over: break
    }
    return false
  }

  /// Does with a waiting request what the gate is told.
  mutating func react(to mode: UpstreamProxy.Mode, _ target: LoopbackAddress) {
    guard state == .waiting else { return }
    isHeld = mode == .hold
    switch mode {
    case .hold: break
    case .refuse:
      let answer =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      _ = LoopbackSockets.write(Array(answer.utf8), to: asker)
      end()
    case .pass: pass(to: target)
    }
  }

  private mutating func pass(to target: LoopbackAddress) {
    guard let source = try? LoopbackSockets.connect(to: target.port) else { return end() }
    state = .passing(source: source)
    if !LoopbackSockets.write(ProxyConnection.closing(request), to: source) { end() }
  }

  mutating func end() {
    if case .passing(let source) = state { close(source) }
    if state != .over { close(asker) }
    state = .over
    isHeld = false
  }

  private static func holdsHead(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n")
  }

  /// The request with the wish that the connection ends after its answer, so that each request has
  /// one of its own.
  private static func closing(_ request: [UInt8]) -> [UInt8] {
    let text = String(decoding: request, as: UTF8.self)
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(of: "") else { return request }
    let kept = lines[..<end].filter { !$0.lowercased().hasPrefix("connection:") }
    lines.replaceSubrange(..<end, with: kept + ["Connection: close"])
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
