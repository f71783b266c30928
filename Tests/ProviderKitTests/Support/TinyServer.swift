import Foundation
import Synchronization

/// An HTTP server that says exactly the bytes that a test wants, at a free port of loopback. It
/// answers each connection once and closes it.
final class TinyServer: Sendable {
  enum Behaviour: Sendable {
    /// Sends these bytes, then closes.
    case bytes([UInt8])
    /// Sends a beginning and then the same bytes again until nobody listens.
    case endless(String, [UInt8])
    /// Sends a beginning and keeps silent until the other side gives up.
    case beginning(String)

    static let silence = Behaviour.beginning("")

    static func text(_ text: String) -> Behaviour { .bytes(Array(text.utf8)) }

    /// A whole response with its length.
    static func response(_ body: [UInt8], _ headers: String = "") -> Behaviour {
      .bytes(
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)\r\n".utf8) + body
      )
    }
  }

  let port: UInt16
  private let listener: Int32
  private let requests = Mutex<[String]>([])
  private let requestCame = DispatchSemaphore(value: 0)

  init(_ behaviours: [String: Behaviour]) throws {
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
    let note: @Sendable (String) -> Void = { [weak self] request in
      self?.requests.withLock { $0.append(request) }
      self?.requestCame.signal()
    }
    Thread.detachNewThread {
      // Closed here and nowhere else: a number that is free again is soon another server's.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { TinyServer.answer(connection, behaviours, note) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Waits until one more request has come.
  func awaitRequest() -> Bool { requestCame.wait(timeout: .now() + 10) == .success }

  /// What was sent to it so far, header lines included.
  var seen: [String] { requests.withLock { $0 } }

  private static func answer(
    _ connection: Int32,
    _ behaviours: [String: Behaviour],
    _ note: (String) -> Void
  ) {
    defer { close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = read(connection, &bytes, bytes.count)
      guard count > 0 else { return }
      request += String(decoding: bytes[..<count], as: UTF8.self)
    }
    note(request)
    let path = request.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
    switch behaviours[path] {
    case .bytes(let answer): _ = say(answer, to: connection)
    case .endless(let beginning, let piece):
      guard say(Array(beginning.utf8), to: connection) else { return }
      while say(piece, to: connection) {}
    case .beginning(let beginning):
      guard say(Array(beginning.utf8), to: connection) else { return }
      _ = read(connection, &bytes, bytes.count)
    case nil: _ = say(Array("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".utf8), to: connection)
    }
  }

  private static func say(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = send(
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
