import BusProtocol
import Foundation
import MusicModel
import Synchronization
import TestKit
import Testing

@testable import ProviderKit

/// What a request has that is in no configuration: a signature, or the tokens of a sign-in.
@Suite("The secrets of a request", .timeLimit(.minutes(1)))
struct RequestSecretsTests {
  private let server = Upstream(name: "music.example", base: WebAddress("https://music.example")!)

  private func request(_ secrets: [String: String]) -> HTTPRequest {
    var request = server.request(["stream"], [("t", "5igned-with-it"), ("s", "5alt-of-it")])
    request.secrets = secrets
    return request
  }

  private static let signature = ["5igned-with-it": "md5", "5alt-of-it": "salt"]
  private static let tokens = [
    "acc-of-the-file": Secrets.accessToken, "ref-of-the-file": Secrets.refreshToken,
  ]

  /// What is recorded of requests for which a service responds so, and of a call with such a note.
  private func recorded(
    _ requests: [HTTPRequest],
    _ responses: HTTPResponse...,
    note: String = ""
  ) async throws -> String {
    let directory = try TestDirectory()
    let path = "\(directory.path)/a.cassette"
    let descriptor = Descriptor(
      id: try #require(ProviderID(rawValue: "waves")),
      name: "Waves",
      version: "1.0.0",
      attribution: Descriptor.Attribution(text: "From Waves.")
    )
    let service = OrderedTransport(responses)
    let recorder = try CassetteRecorder(path, descriptor, [:], [:], service)
    for request in requests {
      _ = try? await recorder.send(request, headers: [:], timeout: .seconds(5), maxBytes: 1000)
    }
    recorder.record(
      Cassette.RecordedCall(call: .artistsSearch, params: CallParameters(), notes: [note])
    )
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Returns given responses, in order.
  private final class OrderedTransport: HTTPTransport {
    private let responses: Mutex<[HTTPResponse]>

    init(_ responses: [HTTPResponse]) { self.responses = Mutex(responses) }

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      responses.withLock { $0.isEmpty ? HTTPResponse(status: 500) : $0.removeFirst() }
    }
  }

  @Test("are in no line of a cassette, whatever the service repeats")
  func signature() async throws {
    let moved = HTTPResponse(
      status: 302,
      headers: ["Location": "/other?t=5igned-with-it&s=5alt-of-it", "Content-Type": "text/plain"],
      body: Array("t=5igned-with-it".utf8)
    )
    let binary = HTTPResponse(body: [0xFF] + Array("5alt-of-it".utf8))
    let request = request(Self.signature)
    let text = try await recorded([request, request], moved, binary)
    #expect(text.contains("/stream?t=secret-md5&s=secret-salt"), "\(text)")
    #expect(text.contains("/other?t=secret-md5&s=secret-salt"), "\(text)")
    #expect(text.contains(Data([0xFF] + Array("secret-salt".utf8)).base64EncodedString()))
    #expect(!text.contains("5igned") && !text.contains("5alt"), "\(text)")
  }

  @Test("that are tokens are in no later line either")
  func tokens() async throws {
    var renewal = request(Self.tokens)
    renewal.body = "grant_type=refresh_token&refresh_token=ref-of-the-file"
    let text = try await recorded(
      [renewal, request([:])],
      HTTPResponse(body: Array(#"{"access_token":"acc-next","refresh_token":"ref-next"}"#.utf8)),
      HTTPResponse(body: Array(#"{"of":"acc-of-the-file ref-next"}"#.utf8)),
      note: "ref-of-the-file acc-next"
    )
    #expect(text.contains("refresh_token=secret-refresh-token"), "\(text)")
    for secret in ["-of-the-file", "acc-next", "ref-next"] {
      #expect(!text.contains(secret), "\(text)")
    }
  }

  @Test("are in no line of a trace, also after a redirect", arguments: ["", "https://cdn.example"])
  func trace(_ origin: String) async throws {
    let target = "/other?t=5igned-with-it&s=5alt-of-it&of=acc-of-the-file"
    let service = OrderedTransport([
      HTTPResponse(status: 302, headers: ["Location": origin + target]), HTTPResponse(),
    ])
    let lines = Mutex<[String]>([])
    let client = HTTPClient(
      transport: TracedTransport(service, secrets: Secrets([:])) { line in
        lines.withLock { $0.append(line) }
      },
      hostRules: HostRules(declared: ["cdn.example"], upstreams: [server]),
      userAgent: "test"
    )
    let context = CallContext(client: client, timeLeft: .seconds(50), grant: nil)
    let call = Call(method: .artistsSearch, parameters: CallParameters(), context: context)
    _ = try? await call.fetchText(request(Self.signature.merging(Self.tokens) { $1 }))
    let seen = lines.withLock(\.self)
    #expect(seen.count == 2, "\(seen)")
    let wanted = "/other?t=secret-md5&s=secret-salt&of=secret-access-token"
    #expect(seen.last?.contains(wanted) == true, "\(seen)")
  }
}
