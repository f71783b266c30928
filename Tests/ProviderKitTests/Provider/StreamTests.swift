import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("A part of a song")
struct StreamTests {
  /// A file of 64 bytes.
  private static let file = Array("fLaC".utf8) + (4..<64).map { UInt8($0) }
  private static let url = "https://source.example/rest/stream?id=7"

  private static func server(
    _ status: Int = 200,
    _ headers: [String: String] = ["Accept-Ranges": "bytes", "Content-Type": "audio/x-flac; a=b"],
    _ body: [UInt8] = file
  ) -> HTTPResponse { HTTPResponse(status: status, headers: headers, body: body) }

  private func fetch(
    _ response: HTTPResponse,
    from first: Int? = nil,
    atMost count: Int? = nil,
    url: String = url
  ) async throws -> StandaloneCall.Outcome {
    var parameters = CallParameters()
    parameters.url = url
    parameters.firstByte = first
    parameters.maxBytes = count
    let transport = RecordedTransport(["/rest/stream?id=7": response])
    return await (try StandaloneCall(StreamingProvider(), transport: transport))
      .run(.streamGet, parameters)
  }

  @Test("is fetched with one request, with its position and the length of the song")
  func part() async throws {
    let outcome = try await fetch(StreamTests.server(), from: 10, atMost: 5)
    let media = try #require(outcome.media, "\(outcome)")
    #expect(media.bytes == [10, 11, 12, 13, 14])
    #expect((media.firstByte, media.totalBytes) == (10, 64))
    #expect(media.type == "audio/x-flac")
    #expect(media.url == StreamTests.url)
    #expect(outcome.spent == ["source.example": 1])
  }

  @Test("is by default as much of the song as fits into a message, whose type its bytes say")
  func whole() async throws {
    let response = StreamTests.server(200, ["Accept-Ranges": "bytes"])
    let media = try #require(try await fetch(response).media)
    #expect(media.bytes == StreamTests.file)
    #expect(media.type == "audio/flac")
  }

  @Test("is shorter at the end of the song, and empty after it", arguments: [60, 64, 65, 1 << 50])
  func end(_ first: Int) async throws {
    let media = try #require(try await fetch(StreamTests.server(), from: first).media)
    #expect(media.bytes == Array(StreamTests.file.dropFirst(first)))
    #expect((media.firstByte, media.totalBytes) == (first, 64))
  }

  @Test("is cut out of a short song if the server knows no ranges")
  func withoutRanges() async throws {
    let response = StreamTests.server(200, ["Content-Type": "audio/flac"])
    let media = try #require(try await fetch(response, from: 62, atMost: 5).media)
    #expect(media.bytes == [62, 63])
    #expect((media.firstByte, media.totalBytes) == (62, 64))
  }

  @Test("is not there if the server knows no ranges, and the song does not fit into a message")
  func tooLarge() async throws {
    let large = Array("fLaC".utf8) + [UInt8](repeating: 0, count: 4 << 20)
    let outcome = try await fetch(StreamTests.server(200, [:], large), atMost: 5)
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(
      outcome.failure?.message
        == "source.example does not serve parts of files, and this one is too large."
    )
  }

  @Test(
    "is never another part, or something else",
    arguments: [
      (
        server(206, ["Content-Range": "bytes 0-4/64", "Content-Type": "audio/flac"]), "another part"
      ),
      (
        server(206, ["Content-Range": "bytes 9-13/*", "Content-Type": "audio/flac"]), "another part"
      ),
      (server(206, ["Content-Type": "multipart/byteranges"]), "another part"),
      (server(206, ["Content-Range": "bytes 9-9/64"], []), "another part"),
      (server(416, ["Content-Range": "bytes */64"]), "another part"),
      (server(200, [:], Array(#"{"error":"Wrong password"}"#.utf8)), "JSON instead of audio"),
      (server(206, ["Content-Range": "bytes 9-13/64", "Content-Type": "text/html"]), "of audio"),
    ]
  )
  func other(_ response: HTTPResponse, _ problem: String) async throws {
    let outcome = try await fetch(response, from: 9, atMost: 5)
    #expect(outcome.media == nil)
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(outcome.failure?.message.contains(problem) == true, "\(outcome)")
  }

  @Test("is requested from the hosts of the provider only")
  func foreign() async throws {
    let outcome = try await fetch(StreamTests.server(), url: "https://elsewhere.example/1.flac")
    #expect(outcome.failure?.code == .invalidParams)
    #expect(outcome.spent.isEmpty)
  }
}

/// A provider whose songs can be played.
private struct StreamingProvider: Provider {
  private let fake: FakeProvider

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    fake = try FakeProvider(configuration)
  }

  init() throws(Failure) { try self.init(ProviderConfiguration()) }

  var upstreams: [Upstream] { fake.upstreams }
  var descriptor: Descriptor { fake.descriptor }
  var endpoints: [Endpoint] { fake.endpoints + [.stream()] }
}
