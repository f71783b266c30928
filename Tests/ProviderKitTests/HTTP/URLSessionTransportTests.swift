import TestKit
import Testing

@testable import ProviderKit

@Suite("HTTP over real sockets", .ownThreads, .timeLimit(.minutes(5)))
struct URLSessionTransportTests {
  static let transport = URLSessionTransport()

  private func get(
    _ path: String,
    _ behaviour: TinyServer.Behaviour,
    timeout: Duration = .seconds(240),
    bytesMax: Int = 100_000
  ) async throws -> (result: Result<HTTPResponse, TransportError>, requests: [String]) {
    let server = try TinyServer([path: behaviour])
    let address = try #require(WebAddress(server.url + path))
    do throws(TransportError) {
      let response = try await URLSessionTransportTests.transport.send(
        HTTPRequest(address, upstream: "test"),
        headers: ["User-Agent": "MusicBus/1.0", "Accept": "a/b"],
        timeout: timeout,
        bytesMax: bytesMax
      )
      return (.success(response), server.seen)
    } catch {
      return (.failure(error), server.seen)
    }
  }

  @Test("brings status, headers and body, and says who asks")
  func whole() async throws {
    let answer = try await get("/a?q=%26%2B", .response(Array("hi".utf8), "X-Kind: Test\r\n"))
    let response = try answer.result.get()
    #expect(response.status == 200)
    #expect(response.headers["x-kind"] == "Test")
    #expect(response.body == Array("hi".utf8))
    let request = try #require(answer.requests.first)
    #expect(request.hasPrefix("GET /a?q=%26%2B HTTP/1.1\r\n"))
    #expect(request.contains("User-Agent: MusicBus/1.0\r\n"))
    #expect(request.contains("Accept: a/b\r\n"))
    #expect(request.contains("gzip"))
    #expect(!request.contains("Cookie"))
  }

  @Test("takes compression off")
  func compressed() async throws {
    // "hello hello hello hello" by gzip.
    let gzip: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 39, 1, 227, 81, 61, 141,
      23, 0, 0, 0,
    ]
    let answer = try await get("/", .response(gzip, "Content-Encoding: gzip\r\n"))
    guard case .success(let response) = answer.result else {
      Issue.record("\(answer.result)")
      return
    }
    #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello hello")
  }

  @Test("leaves redirects to the caller")
  func redirect() async throws {
    let text = "HTTP/1.1 302 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
    let response = try await get("/", .text(text)).result.get()
    #expect(response.status == 302)
    #expect(response.headers["location"] == "/b")
  }

  @Test("does not wait for the body of a refusal")
  func refusal() async throws {
    let text = "HTTP/1.1 401 X\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 5\r\n\r\n"
    #expect(try await get("/", .beginning(text)).result.get().status == 401)
  }

  @Test(
    "tells what went wrong",
    arguments: [
      (.text("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhi"), .endsInTheMiddle),
      (
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
        .endsInTheMiddle
      ),
      (.text("what is HTTP?\r\n\r\n"), .notHTTP),
      (.bytes([]), .noConnection("it closed the connection without an answer")),
    ] as [(TinyServer.Behaviour, TransportError)]
  )
  func broken(_ behaviour: TinyServer.Behaviour, _ error: TransportError) async throws {
    let answer = try await get("/", behaviour)
    #expect(answer.result == .failure(error))
  }

  @Test("gives up a body that is too large while it comes")
  func huge() async throws {
    let answer = try await get(
      "/",
      .endless("HTTP/1.1 200 OK\r\n\r\n", Array(repeating: 0x20, count: 10_000))
    )
    #expect(answer.result == .failure(.tooLarge(bytesMax: 100_000)))
  }

  @Test("gives up a body whose length says that it will be too large")
  func announced() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n"
    let answer = try await get("/", .beginning(text))
    #expect(answer.result == .failure(.tooLarge(bytesMax: 100_000)))
  }

  @Test("keeps to the time that it has")
  func silence() async throws {
    let began = ContinuousClock.now
    let answer = try await get("/", .silence, timeout: .milliseconds(150))
    #expect(answer.result == .failure(.timedOut))
    #expect(ContinuousClock.now - began >= .milliseconds(150))
  }

  @Test("ends at once when the call is cancelled")
  func cancelled() async throws {
    let server = try TinyServer(["/": .silence])
    let address = try #require(WebAddress(server.url))
    let task = Task {
      do throws(TransportError) {
        _ = try await URLSessionTransportTests.transport.send(
          HTTPRequest(address, upstream: "test"),
          headers: [:],
          timeout: .seconds(50),
          bytesMax: 10
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

  @Test("says why there is no connection")
  func refused() async throws {
    let closed = try TinyServer([:]).port
    let address = try #require(WebAddress("http://127.0.0.1:\(closed)"))
    let error = await #expect(throws: TransportError.self) {
      try await URLSessionTransportTests.transport.send(
        HTTPRequest(address, upstream: "test"),
        headers: [:],
        timeout: .seconds(5),
        bytesMax: 10
      )
    }
    guard case .noConnection(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("connect"))
  }
}
