internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The API of TheAudioDB, version 1.
///
/// The path contains the API key and a script, which returns one list.
struct AudioDBAPI: Sendable {
  let upstream: Upstream
  private let key: String
  private let acceptance = KeyAcceptance()

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    upstream = try configuration.upstream(
      "https://www.theaudiodb.com",
      environment: "MUSICBUS_AUDIODB_URL",
      budget: Descriptor.Budget(requests: 30, perMs: 60_000)
    )
    key = try configuration.text(
      "apiKey",
      default: "123",
      rule: "1 to 64 letters, digits, - or _"
    ) { key in
      (1...64).contains(key.count)
        && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
  }

  /// The schema of its setting.
  static let settings: [String: JSONValue] = [
    "apiKey": [
      "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "default": "123",
      "description": "The API key of TheAudioDB; 123 is the free key.",
    ]
  ]

  func artists(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)]
  ) async throws(Failure) -> [Artist] {
    let found = try await list(call, script, query, ["artists"])
    return call.convert(found) { record throws(UnusableRecord) in
      try Artist(AudioDBRecord(record), language: call.language)
    }
  }

  func albums(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)]
  ) async throws(Failure) -> [Album] {
    let found = try await list(call, script, query, ["album", "loved"])
    return call.convert(found) { record throws(UnusableRecord) in try Album(AudioDBRecord(record)) }
  }

  func songs(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)]
  ) async throws(Failure) -> [Song] {
    let found = try await list(call, script, query, ["track", "tracks"])
    return call.convert(found) { record throws(UnusableRecord) in try Song(AudioDBRecord(record)) }
  }

  /// Returns the list of a script, whose name varies.
  ///
  /// If nothing was found, it is `null`, or the body is empty.
  private func list(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)],
    _ names: [String]
  ) async throws(Failure) -> [JSONValue] {
    let request = upstream.request(["api", "v1", "json", key, script], query)
    do throws(Failure) {
      let found = try await call.fetchJSONIfPresent(request)
      await acceptance.note()
      guard let response = found else { return [] }
      let name = names.first { response.members[$0] != nil } ?? names[0]
      return try response.list(name)
    } catch {
      let isAccepted = await acceptance.isNoted
      let mayLackID = isAccepted && query.contains { ["i", "m"].contains($0.0) }
      guard error.code == .notFound, !mayLackID else { throw error }
      // All scripts exist, so the path with the key does not; or, with an accepted one, the id.
      throw Failure(
        .configurationInvalid,
        "\(upstream.name) rejected the API key (404). Check \"apiKey\"."
      )
    }
  }
}
