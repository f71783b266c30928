import Foundation
import Synchronization

/// An HTTP server on loopback that sends given bytes, once per connection.
final class TinyServer: Sendable {
  enum Behavior: Sendable {
    /// Sends these bytes, then closes.
    case bytes([UInt8])
    /// Sends a prefix, then the same bytes repeatedly until the client disconnects.
    case endless([UInt8], [UInt8])
    /// Sends a prefix, then nothing until the client disconnects.
    case prefix(String)

    static let silence = Behavior.prefix("")

    static func text(_ text: String) -> Behavior { .bytes(Array(text.utf8)) }

    /// A complete response with its length.
    static func response(_ body: [UInt8], _ headers: String = "") -> Behavior {
      .bytes(
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)\r\n".utf8) + body
      )
    }
  }

  let port: UInt16
  private let listener: Int32
  private let requests = Mutex<[String]>([])
  private let requestReceived = DispatchSemaphore(value: 0)

  init(_ behaviors: [String: Behavior]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) | listen(listener, 64) | getsockname(listener, pointer, &size)
      }
    }
    guard status == 0 else { throw POSIXError(.EADDRINUSE) }
    port = address.sin_port.bigEndian
    self.listener = listener
    let record: @Sendable (String) -> Void = { [weak self] request in
      self?.requests.withLock { $0.append(request) }
      self?.requestReceived.signal()
    }
    Thread.detachNewThread {
      // Closed only here, because another server may reuse the descriptor immediately.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { TinyServer.respond(to: connection, behaviors, record) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Waits for one more request.
  func awaitRequest() -> Bool { requestReceived.wait(timeout: .now() + 10) == .success }

  /// The requests so far, with headers.
  var seen: [String] { requests.withLock { $0 } }

  private static func respond(
    to connection: Int32,
    _ behaviors: [String: Behavior],
    _ record: (String) -> Void
  ) {
    defer { close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = read(connection, &bytes, bytes.count)
      guard count > 0 else { return }
      request += String(decoding: bytes[..<count], as: UTF8.self)
    }
    record(request)
    let path = request.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
    switch behaviors[path] {
    case .bytes(let bytes): _ = send(bytes, to: connection)
    case .endless(let prefix, let chunk):
      guard send(prefix, to: connection) else { return }
      while send(chunk, to: connection) {}
    case .prefix(let prefix):
      guard send(Array(prefix.utf8), to: connection) else { return }
      _ = read(connection, &bytes, bytes.count)
    case nil: _ = send(Array("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".utf8), to: connection)
    }
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.send(
        connection,
        Array(bytes[sent...]),
        bytes.count - sent,
        Int32(MSG_NOSIGNAL)
      )
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
