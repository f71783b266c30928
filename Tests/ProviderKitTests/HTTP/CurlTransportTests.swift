import Glibc
import TestKit
import Testing

@testable import ProviderKit

@Suite("HTTP over real sockets", .ownThreads, .timeLimit(.minutes(10)))
struct CurlTransportTests {
  static let transport = CurlTransport([:])

  /// A request to this machine, as to an address that the user's setting names.
  private static func request(_ address: WebAddress, mayBeLocal: Bool = true) -> HTTPRequest {
    var request = HTTPRequest(address, upstream: "test")
    request.mayBeLocal = mayBeLocal
    return request
  }

  private func get(
    _ path: String,
    _ behavior: TinyServer.Behavior,
    timeout: Duration = .seconds(240),
    maxBytes: Int = 100_000
  ) async throws -> (result: Result<HTTPResponse, TransportError>, requests: [String]) {
    let server = try TinyServer([path: behavior])
    let address = try #require(WebAddress(server.url + path))
    do throws(TransportError) {
      let response = try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: ["User-Agent": "MusicBus/1.0", "Accept": "a/b"],
        timeout: timeout,
        maxBytes: maxBytes
      )
      return (.success(response), server.seen)
    } catch {
      return (.failure(error), server.seen)
    }
  }

  @Test("returns status, headers and body, and sends the given headers")
  func whole() async throws {
    let outcome = try await get("/a?q=%26%2B", .response(Array("hi".utf8), "X-Kind: Test\r\n"))
    let response = try outcome.result.get()
    #expect(response.status == 200)
    #expect(response.headers["x-kind"] == "Test")
    #expect(response.body == Array("hi".utf8))
    let request = try #require(outcome.requests.first)
    #expect(request.hasPrefix("GET /a?q=%26%2B HTTP/1.1\r\n"))
    #expect(request.contains("User-Agent: MusicBus/1.0\r\n"))
    #expect(request.contains("Accept: a/b\r\n"))
    #expect(request.contains("gzip"))
    #expect(!request.contains("Cookie"))
  }

  @Test("decompresses bodies")
  func compressed() async throws {
    // "hello hello hello hello" by gzip.
    let gzip: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 39, 1, 227, 81, 61, 141,
      23, 0, 0, 0,
    ]
    let outcome = try await get("/", .response(gzip, "Content-Encoding: gzip\r\n"))
    guard case .success(let response) = outcome.result else {
      Issue.record("\(outcome.result)")
      return
    }
    #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello hello")
  }

  @Test("does not follow redirects")
  func redirect() async throws {
    let text = "HTTP/1.1 302 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
    let response = try await get("/", .text(text)).result.get()
    #expect(response.status == 302)
    #expect(response.headers["location"] == "/b")
  }

  @Test("returns the body of an error, which states its reason")
  func errorBody() async throws {
    let body = #"{"error":{"status":403,"message":"Premium is required."}}"#
    let text = "HTTP/1.1 403 X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let response = try await get("/", .text(text)).result.get()
    #expect(response.status == 403 && response.body == Array(body.utf8))
  }

  @Test(
    "returns an error whose body is of no use, without waiting for it",
    arguments: [
      .prefix("HTTP/1.1 401 X\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 5\r\n\r\n"),
      .text("HTTP/1.1 401 X\r\nContent-Length: 500000000\r\n\r\n"),
      .text("HTTP/1.1 401 X\r\nContent-Length: 20\r\n\r\nhi"),
      .text("HTTP/1.1 401 X\r\nContent-Encoding: zstd\r\nContent-Length: 1\r\n\r\nx"),
      .endless(Array("HTTP/1.1 401 X\r\n\r\n".utf8), Array(repeating: 0x20, count: 10_000)),
    ] as [TinyServer.Behavior]
  )
  func uselessBody(_ behavior: TinyServer.Behavior) async throws {
    let start = ContinuousClock.now
    #expect(try await get("/", behavior).result.get().status == 401)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test(
    "reports why a response is invalid",
    arguments: [
      (.text("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhi"), .truncated),
      (
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
        .truncated
      ),
      (.text("is this HTTP?\r\n\r\n"), .notHTTP),
      (.bytes([]), .disconnected("it closed the connection without a response")),
      (
        .response([1, 2, 3], "Content-Encoding: gzip\r\n"),
        .badEncoding
      ),
      (.response([1, 2, 3], "Content-Encoding: zstd\r\n"), .badEncoding),
      (.response([1, 2, 3], "Content-Encoding: gzip, gzip\r\n"), .badEncoding),
    ] as [(TinyServer.Behavior, TransportError)]
  )
  func broken(_ behavior: TinyServer.Behavior, _ error: TransportError) async throws {
    let outcome = try await get("/", behavior)
    #expect(outcome.result == .failure(error))
  }

  @Test("aborts when a body becomes too large")
  func huge() async throws {
    let outcome = try await get(
      "/",
      .endless(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), Array(repeating: 0x20, count: 10_000))
    )
    #expect(outcome.result == .failure(.tooLarge(maxBytes: 100_000)))
  }

  @Test("aborts if the announced length is too large")
  func announced() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n"
    let outcome = try await get("/", .prefix(text))
    #expect(outcome.result == .failure(.tooLarge(maxBytes: 100_000)))
  }

  @Test(
    "receives every body after which the server closes the connection",
    arguments: ["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n"]
  )
  func closing(_ head: String) async throws {
    let body = String(repeating: "x", count: 5000)
    let server = try TinyServer(["/": .text(head + body)])
    let address = try #require(WebAddress(server.url))
    for _ in 0..<500 {
      let response = try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: [:],
        timeout: .seconds(60),
        maxBytes: 100_000
      )
      #expect(response.body.count == body.utf8.count)
    }
  }

  @Test(
    "connects to no local address, unless the user's setting names it",
    arguments: ["127.0.0.1", "localhost", "0.0.0.0", "[::1]"]
  )
  func local(_ host: String) async throws {
    let server = try TinyServer(["/": .response(Array("secret".utf8))])
    let address = try #require(WebAddress("http://\(host):\(server.port)/"))
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address, mayBeLocal: false),
        headers: [:],
        timeout: .seconds(60),
        maxBytes: 100
      )
    }
    #expect(error == .localAddress)
    #expect(server.seen.isEmpty)
  }

  @Test("connects to a proxy of the environment, which may be a local one")
  func proxy() async throws {
    let server = try TinyServer(["http://api.example.org/a": .response(Array("hi".utf8))])
    let address = try #require(WebAddress("http://api.example.org/a"))
    setenv("http_proxy", server.url, 1)
    defer { unsetenv("http_proxy") }
    let transport = CurlTransport(["http_proxy": server.url])
    let response = try await transport.send(
      CurlTransportTests.request(address, mayBeLocal: false),
      headers: [:],
      timeout: .seconds(60),
      maxBytes: 100
    )
    #expect(response.body == Array("hi".utf8))
  }

  @Test("does not trust a self-signed certificate", .enabled(if: Program.pythonHas("ssl")))
  func certificate() async throws {
    let server = try TLSServer()
    let address = try #require(WebAddress(server.url))
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: [:],
        timeout: .seconds(60),
        maxBytes: 10
      )
    }
    #expect(error == .notTrusted)
  }

  @Test(
    "trusts the certificates that the environment names",
    .enabled(if: Program.pythonHas("ssl")),
    arguments: ["SSL_CERT_FILE", "SSL_CERT_OTHER"]
  )
  func authorities(_ variable: String) async throws {
    let server = try TLSServer()
    let address = try #require(WebAddress(server.url.replacing("127.0.0.1", with: "localhost")))
    let transport = CurlTransport([variable: server.certificatePath])
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(
        CurlTransportTests.request(address),
        headers: [:],
        timeout: .seconds(60),
        maxBytes: 10
      )
    }
    #expect(
      (error == .notTrusted) == (variable == "SSL_CERT_OTHER"),
      "\(String(describing: error))"
    )
  }

  @Test(
    "sends no header whose name is none, and which would replace another one",
    arguments: ["Host: evil.example #", "Host;", "Host ", "Content-Length:5", "X-Kéy", ""]
  )
  func headerNames(_ name: String) async throws {
    let server = try TinyServer([:])
    let address = try #require(WebAddress(server.url))
    await #expect(throws: TransportError.self) {
      try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: [name: "1"],
        timeout: .seconds(60),
        maxBytes: 10
      )
    }
    #expect(server.seen.isEmpty)
  }

  @Test("sends no header that contains a line break")
  func headerInjection() async throws {
    let server = try TinyServer([:])
    let address = try #require(WebAddress(server.url))
    await #expect(throws: TransportError.self) {
      try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: ["Authorization": "Bearer a\r\nX-Other: b"],
        timeout: .seconds(60),
        maxBytes: 10
      )
    }
    #expect(server.seen.isEmpty)
  }

  @Test("times out")
  func silence() async throws {
    let start = ContinuousClock.now
    let outcome = try await get("/", .silence, timeout: .milliseconds(150))
    #expect(outcome.result == .failure(.timedOut))
    #expect(ContinuousClock.now - start >= .milliseconds(150))
  }

  @Test("says if it timed out before anything was sent")
  func noHandshake() async throws {
    let server = try TinyServer(["/": .silence])
    let address = try #require(WebAddress("https://127.0.0.1:\(server.port)"))
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: [:],
        timeout: .milliseconds(150),
        maxBytes: 10
      )
    }
    #expect(error == .notConnectedInTime)
  }

  @Test("stops when the call is cancelled")
  func cancelled() async throws {
    let server = try TinyServer(["/": .silence])
    let address = try #require(WebAddress(server.url))
    let task = Task {
      do throws(TransportError) {
        _ = try await CurlTransportTests.transport.send(
          CurlTransportTests.request(address),
          headers: [:],
          timeout: .seconds(50),
          maxBytes: 10
        )
        return nil as TransportError?
      } catch {
        return error
      }
    }
    #expect(server.awaitRequest())
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("reports why it could not connect")
  func notConnected() async throws {
    let closed = try TinyServer([:]).port
    let address = try #require(WebAddress("http://127.0.0.1:\(closed)"))
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransportTests.transport.send(
        CurlTransportTests.request(address),
        headers: [:],
        timeout: .seconds(5),
        maxBytes: 10
      )
    }
    guard case .noConnection(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("connect"))
  }
}
