internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The API of TheAudioDB, version 1: scripts below a path that holds the key, each with one
/// parameter, answering with one list under a name that differs from script to script.
struct AudioDBAPI: Sendable {
  let upstream: Upstream
  private let key: String

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

  static let configSchema: JSONValue = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "apiKey": [
        "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "default": "123",
        "description": "The key of TheAudioDB; 123 is the free one.",
      ],
      "baseURL": [
        "type": "string", "format": "uri", "default": "https://www.theaudiodb.com",
        "description": "Where the API is: scheme, host and port.",
      ],
    ],
  ]

  func artists(
    _ call: Call,
    _ script: String,
    _ parameter: (String, String)
  ) async throws(Failure) -> [Artist] {
    let found = try await list(call, script, parameter, ["artists"])
    return call.keep(found) { record throws(UnusableRecord) in
      try Artist(AudioDBRecord(record), language: call.language)
    }
  }

  func albums(
    _ call: Call,
    _ script: String,
    _ parameter: (String, String)
  ) async throws(Failure) -> [Album] {
    let found = try await list(call, script, parameter, ["album", "loved"])
    return call.keep(found) { record throws(UnusableRecord) in try Album(AudioDBRecord(record)) }
  }

  func songs(
    _ call: Call,
    _ script: String,
    _ parameter: (String, String)
  ) async throws(Failure) -> [Song] {
    let found = try await list(call, script, parameter, ["track", "tracks"])
    return call.keep(found) { record throws(UnusableRecord) in try Song(AudioDBRecord(record)) }
  }

  /// The list that a script answers with. Nothing found is `null`, or no body at all.
  private func list(
    _ call: Call,
    _ script: String,
    _ parameter: (String, String),
    _ names: [String]
  ) async throws(Failure) -> [JSONValue] {
    let request = upstream.request(["api", "v1", "json", key, script], [parameter])
    do throws(Failure) {
      guard let answer = try await call.recordIfAny(request) else { return [] }
      let name = names.first { answer.members[$0] != nil } ?? names[0]
      return try answer.list(name)
    } catch {
      guard error.code == .notFound else { throw error }
      // Every script exists: what does not is the path of the key.
      throw Failure(
        .configurationInvalid,
        "\(upstream.name) has no \(script) for this key (404). Check \"apiKey\"."
      )
    }
  }
}
