import BusProtocol
import MusicModel
import Testing

@testable import ClientKit
@testable import HTTPServer
@testable import musicbus_web

@Suite("The transfer of a song")
struct SongTransferTests {
  private static let partBytes = 1 << 20

  private let queue: CallQueue

  init() throws { queue = try CallQueue() }

  private func transfer(
    _ range: String? = nil,
    method: String = "GET",
    _ headers: [String: String] = [:]
  ) throws -> SongTransfer {
    var request = HTTPRequest(
      method,
      HTTPTarget(path: ["stream", "home:song:1"]),
      headers: headers
    )
    request.headers["range"] = range
    var parameters = CallParameters()
    parameters.id = EntityID("home:song:1")
    return SongTransfer(request, .init(parameters: parameters, timeoutMs: 5_000), queue)
  }

  /// The reply of the hub with a part of a song.
  private func part(
    _ count: Int,
    from first: Int,
    of total: Int,
    url: String = "https://home.example/1"
  ) throws -> WireMessage {
    var done = Done()
    done.media = Done.Media(type: "audio/flac", url: url)
    done.media?.provider = ProviderID(rawValue: "home")
    done.media?.firstByte = first
    done.media?.totalBytes = total
    return WireMessage(
      Header(type: .done, re: "c"),
      body: try JSONCodec.encode(done),
      attachment: [UInt8](repeating: UInt8(first % 251), count: count)
    )
  }

  private func stream(of response: HTTPResponse) throws -> HTTPStream {
    guard case .stream(let stream) = response.body else { throw Failure(.internalError, "none") }
    return stream
  }

  /// Takes what is there, as the server does that sends it.
  private func take(_ stream: HTTPStream) -> Int {
    var buffer = [UInt8](repeating: 0, count: 2 * SongTransferTests.partBytes)
    return buffer.withUnsafeMutableBytes { stream.read(into: $0, connection: 0) }
  }

  @Test(
    "begins where the range does, with at most a part of it",
    arguments: [
      (nil, 0, partBytes), ("bytes=0-", 0, partBytes), ("bytes=7-", 7, partBytes),
      ("bytes=7-9", 7, 3), ("bytes=-9", 0, partBytes), ("bytes=1-2,4-5", 0, partBytes),
      ("bytes=99999999999999999999-", 0, partBytes), ("words=1-2", 0, partBytes),
    ]
  )
  func first(_ range: String?, _ first: Int, _ count: Int) throws {
    let parameters = try transfer(range).first.parameters
    #expect((parameters.firstByte, parameters.maxBytes) == (first, count))
    #expect(parameters.id == EntityID("home:song:1"))
  }

  @Test("requests the next part from the same source when the last one was taken")
  func parts() throws {
    let transfer = try transfer("bytes=5-")
    let total = 5 + SongTransferTests.partBytes + 3
    let reply = try part(SongTransferTests.partBytes, from: 5, of: total)
    let response = transfer.response(reply)
    #expect(response.status == 206)
    #expect(response["Content-Range"] == "bytes 5-\(total - 1)/\(total)")
    #expect(response["Content-Type"] == "audio/flac")
    let stream = try stream(of: response)
    #expect(stream.length == SongTransferTests.partBytes + 3)
    #expect(queue.drain().submissions.isEmpty)
    #expect(take(stream) == SongTransferTests.partBytes)
    let next = queue.drain().submissions
    #expect(next.map(\.parameters.firstByte) == [5 + SongTransferTests.partBytes])
    #expect(next.map(\.parameters.maxBytes) == [3])
    #expect(next.map(\.parameters.providers?.first?.rawValue) == ["home"])
    next.first?.handler(.done(try part(3, from: 5 + SongTransferTests.partBytes, of: total)))
    #expect(take(stream) == 3)
    #expect(stream.isEnded && queue.drain().submissions.isEmpty)
  }

  @Test(
    "is broken off if the file changes, or fails",
    arguments: ["url", "length", "place", "error"]
  )
  func brokenOff(_ change: String) throws {
    let response = try transfer().response(try part(4, from: 0, of: 9))
    #expect(response.status == 200 && response["Accept-Ranges"] == "bytes")
    let stream = try stream(of: response)
    #expect(take(stream) == 4)
    let next = try #require(queue.drain().submissions.first)
    switch change {
    case "url": next.handler(.done(try part(5, from: 4, of: 9, url: "https://home.example/2")))
    case "length": next.handler(.done(try part(5, from: 4, of: 10)))
    case "place": next.handler(.done(try part(5, from: 3, of: 9)))
    default: next.handler(.failed(.failed(Failure(.sourcesFailed, "It failed."))))
    }
    #expect(stream.isEnded)
    #expect(take(stream) < 0)
  }

  @Test("says how long a song is if a range begins after its end")
  func unsatisfiable() throws {
    let response = try transfer("bytes=9-").response(try part(0, from: 9, of: 9))
    #expect(response.status == 416)
    #expect(response["Content-Range"] == "bytes */9")
  }

  @Test("is whole without a range, or if that is of another version")
  func whole() throws {
    for transfer in [
      try transfer(), try transfer("bytes=-3"), try transfer("bytes=2-", ["if-range": "\"e\""]),
    ] {
      let response = transfer.response(try part(9, from: 0, of: 9))
      #expect(response.status == 200 && response["Content-Range"] == nil)
      #expect(try stream(of: response).length == 9)
    }
  }

  @Test("needs few bytes if only its length is asked for")
  func head() throws {
    let transfer = try transfer("bytes=2-", method: "HEAD")
    #expect(transfer.first.parameters.firstByte == 0)
    #expect(transfer.first.parameters.maxBytes == 1024)
    let response = transfer.response(try part(1024, from: 0, of: 5_000))
    guard case .unsent(let length) = response.body else {
      Issue.record("there is no length")
      return
    }
    #expect((response.status, length) == (200, 5_000))
  }

  @Test("fails if the reply is no part of a song")
  func malformed() throws {
    let message = WireMessage(Header(type: .done, re: "c"), body: Array(#"{"parts":0}"#.utf8))
    #expect(try transfer().response(message).status == 502)
  }
}
