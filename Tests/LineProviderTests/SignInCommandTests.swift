import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import Synchronization
import TestKit
import Testing

@testable import musicbus_provider_lines

/// The device flow of OAuth 2.0 (RFC 8628).
@Suite("Signing in at a service", .timeLimit(.minutes(1)))
struct SignInCommandTests {
  /// Returns given responses, in order, and keeps the requests.
  private final class Service: HTTPTransport {
    /// Without further responses, it cannot be reached.
    private let state: Mutex<(responses: [HTTPResponse], requests: [HTTPRequest])>
    private let waits = Mutex<[Int]>([])

    init(_ responses: [HTTPResponse]) { state = Mutex((responses, [])) }

    /// The seconds between two requests.
    var intervals: [Int] { waits.withLock(\.self) }

    func wait(_ seconds: Int) { waits.withLock { $0.append(seconds) } }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      let response = state.withLock { state in
        state.requests.append(request)
        return state.responses.isEmpty ? nil : state.responses.removeFirst()
      }
      guard let response else { throw .unknownHost }
      return response
    }
  }

  private static let invitation = HTTPResponse(
    #"{"device_code":"dev-1","user_code":"WDJB-MJHT","interval":7,"expires_in":900,"#
      + #""verification_uri":"https://auth.waves.example/device"}"#
  )

  private static let poll =
    "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=dev-1&client_id=app"

  private func command(_ service: Service, config: JSONValue = ["client": "app"]) throws
    -> SignInCommand
  {
    let manifest: JSONValue = [
      "id": "waves", "name": "Waves", "version": "1.0.0", "executable": "./provider.py", "lines": 1,
      "methods": ["artists.search"], "namespaces": ["waves:artist"],
      "attribution": ["text": "From Waves."], "samples": [],
      "upstreams": [
        [
          "url": "https://api.waves.example",
          "token": [
            "url": "https://auth.waves.example/token", "id": "{client}",
            "device": "https://auth.waves.example/device_authorization", "scope": "collection.read",
          ],
        ], ["url": "https://auth.waves.example"],
      ],
      "configSchema": ["properties": ["client": ["type": "string"]], "required": ["client"]],
    ]
    var command = try SignInCommand(
      JSONCodec.decode(LineManifest.self, from: JSONCodec.encode(manifest)),
      try #require(ProviderID(rawValue: "waves")),
      ProviderConfiguration(section: config),
      service
    )
    command.wait = { seconds in service.wait(seconds) }
    return command
  }

  private func refusal(_ code: String, status: Int = 400) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(#"{"error":"\#(code)"}"#.utf8))
  }

  @Test("shows the page and the code, and waits until the user has allowed it")
  func signsIn() async throws {
    let service = Service([
      Self.invitation, refusal("authorization_pending"), refusal("slow_down"),
      HTTPResponse(#"{"access_token":"a","refresh_token":"r","expires_in":60}"#),
    ])
    var shown: [String] = []
    let signIn = try await command(service).signIn { shown.append($0) }
    #expect(
      shown == ["Open https://auth.waves.example/device", "and enter the code WDJB-MJHT"]
    )
    #expect(signIn.accessToken == "a" && signIn.refreshToken == "r")
    #expect(signIn.url == "https://auth.waves.example/token")
    #expect(service.intervals == [7, 7, 12])
    #expect(
      service.requests.compactMap(\.body) == [
        "scope=collection.read&client_id=app"
      ] + Array(repeating: Self.poll, count: 3)
    )
  }

  @Test(
    "says why it failed",
    arguments: [
      ("access_denied", "You have not allowed access."),
      ("expired_token", "The code has expired. Run the command again."),
      ("invalid_client", "auth.waves.example refused the sign-in (400): invalid_client."),
    ]
  )
  func fails(_ code: String, _ message: String) async throws {
    let command = try command(Service([Self.invitation, refusal(code)]))
    let failure = await #expect(throws: Failure.self) { try await command.signIn { _ in } }
    #expect(failure?.message == message)
  }

  @Test("asks less often if the service limits requests or is down", arguments: [429, 503])
  func busy(_ status: Int) async throws {
    let service = Service([
      Self.invitation, HTTPResponse(status: status), refusal("authorization_pending"),
      HTTPResponse(#"{"access_token":"a"}"#),
    ])
    let signIn = try await command(service).signIn { _ in }
    #expect(signIn.accessToken == "a")
    #expect(service.intervals == [7, 12, 12])
  }

  @Test("says that the service cannot be reached")
  func offline() async throws {
    let command = try command(Service([]))
    let failure = await #expect(throws: Failure.self) { try await command.signIn { _ in } }
    #expect(failure?.message == "Could not reach auth.waves.example: unknown host.")
  }

  @Test("plays no tricks on the terminal")
  func controlCharacters() async throws {
    let text =
      #"{"device_code":"d","user_code":"A\u001b[2JB\u202eC","interval":7,"expires_in":900,"#
      + #""verification_uri":"https://auth.waves.example/device"}"#
    var shown: [String] = []
    let command = try command(Service([HTTPResponse(text), refusal("access_denied")]))
    _ = try? await command.signIn { shown.append($0) }
    #expect(shown.last == "and enter the code A[2JBC")
  }

  @Test("needs the settings of the client")
  func settings() {
    let failure = #expect(throws: Failure.self) { try command(Service([]), config: [:]) }
    #expect(failure?.message.contains("musicbus provider setup waves") == true)
  }
}
