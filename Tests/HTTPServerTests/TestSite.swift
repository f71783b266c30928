import Foundation
import Glibc
import HTTPServer
import Synchronization

/// A site whose responses the test gives.
final class TestSite: HTTPHandler {
  private struct State {
    var exchanges: [HTTPExchange] = []
    var streams: [HTTPStream] = []
    var closedCount = 0
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  private let drains = DispatchSemaphore(value: 0)

  var closedCount: Int { state.withLock(\.closedCount) }

  func closed() { state.withLock { $0.closedCount += 1 } }

  func check(_ request: HTTPRequest) -> HTTPResponse? {
    request.target.path == ["rejected"] ? HTTPResponse(403, Array("no".utf8)) : nil
  }

  func trusts(_ request: HTTPRequest) -> Bool { request["trusted"] != nil }

  func errorResponse(_ status: Int) -> HTTPResponse {
    HTTPResponse(status, type: "text/plain", Array("invalid".utf8))
  }

  func handle(_ exchange: HTTPExchange) {
    switch exchange.request.target.path.first {
    case "now": exchange.respond(HTTPResponse(200, Array("now".utf8)))
    case "file":
      let file = HTTPResponse.file(
        Array("0123456789".utf8),
        type: "text/plain",
        etag: "\"e\"",
        for: exchange.request
      )
      exchange.respond(file)
    case "host": exchange.respond(HTTPResponse(200, Array((exchange.request["host"] ?? "").utf8)))
    case "echo": exchange.respond(HTTPResponse(200, exchange.request.body))
    case "stream": respond(to: exchange, HTTPStream())
    case "six":
      respond(to: exchange, HTTPStream(length: 6, onDrain: { [drains] in drains.signal() }))
    default:
      state.withLock { $0.exchanges.append(exchange) }
      arrivals.signal()
    }
  }

  private func respond(to exchange: HTTPExchange, _ stream: HTTPStream) {
    exchange.respond(HTTPResponse(200, type: "text/event-stream", body: .stream(stream)))
    state.withLock { $0.streams.append(stream) }
    arrivals.signal()
  }

  /// Waits until all bytes of a stream of six have been taken.
  func waitForDrain() -> Bool { drains.wait(timeout: .now() + 20) == .success }

  /// The next exchange that waits for its response.
  func waitForExchange() -> HTTPExchange? {
    guard arrivals.wait(timeout: .now() + 20) == .success else { return nil }
    return state.withLock { $0.exchanges.removeFirst() }
  }

  func waitForStream() -> HTTPStream? {
    guard arrivals.wait(timeout: .now() + 20) == .success else { return nil }
    return state.withLock { $0.streams.removeFirst() }
  }
}

/// A client that sends exactly the bytes of a test.
final class TestClient {
  private let descriptor: CInt
  private var received = ""

  struct Failure: Error { let code = errno }

  init(_ port: UInt16) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &timeout,
      socklen_t(MemoryLayout<timeval>.size)
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
    else { throw Failure() }
  }

  func get(_ path: String) throws -> String {
    try send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return try readAll()
  }

  /// Whether the server has closed the connection.
  var isClosed: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT | MSG_PEEK))
    return count == 0 || (count < 0 && errno == ECONNRESET)
  }

  /// Reads to the end of the connection.
  func readAll() throws -> String {
    while let text = try next() { received += text }
    return received
  }

  /// Reads until a text arrives, or the connection ends.
  func read(until end: String) throws -> String {
    while !received.contains(end), let text = try next() { received += text }
    return received
  }

  private func next() throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == ECONNRESET { return nil }
    guard count >= 0 else { throw Failure() }
    return count == 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
