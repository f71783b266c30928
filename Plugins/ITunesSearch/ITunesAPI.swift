internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The iTunes Search API: `/search` by text and `/lookup` by id.
///
/// Both return a list of records of mixed kinds.
struct ITunesAPI: Sendable {
  let upstream: Upstream
  private let country: String

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    upstream = try configuration.upstream(
      "https://itunes.apple.com",
      environment: "MUSICBUS_ITUNES_URL",
      budget: Descriptor.Budget(requests: 20, perMs: 60_000)
    )
    country = try configuration.country("country", default: "us")
  }

  /// The schema of its setting.
  static let settings: [String: JSONValue] = [
    "country": [
      "type": "string", "pattern": "^[A-Za-z]{2}$", "default": "us",
      "description": "The storefront of calls that name no country.",
    ]
  ]

  /// The kind of entity to find.
  enum Subject: Sendable {
    case artists, albums, songs

    /// The value of the API's `entity` parameter.
    var entity: String {
      switch self {
      case .artists: "musicArtist"
      case .albums: "album"
      case .songs: "song"
      }
    }
  }

  /// The maximum of the API's `limit` parameter.
  private static let maxLimit = 200

  func search(_ call: Call, _ subject: Subject) async throws(Failure) -> StoreResults {
    let words = [call.text, call.parameters.artist, call.parameters.album].compactMap {
      $0?.trimmed
    }
    let isExact = call.parameters.exact == true
    let request = upstream.request(
      ["search"],
      [
        ("term", words.joined(separator: " ")),
        ("media", "music"),
        ("entity", subject.entity),
        ("attribute", attribute(subject, isNameOnly: isExact && words.count == 1)),
        ("country", country(call)),
        // An exact match of a short name may follow many longer ones.
        ("limit", String(isExact ? ITunesAPI.maxLimit : call.limit)),
        ("explicit", call.isCleanOnly ? "No" : nil),
        ("lang", language(call)),
      ]
    )
    return StoreResults(try await call.fetchJSON(request).list("results"), of: subject)
  }

  /// Returns the field to search. Artists are searched by name, albums and songs in all fields,
  /// because users type "money pink floyd".
  private func attribute(_ subject: Subject, isNameOnly: Bool) -> String? {
    switch subject {
    case .artists: "artistTerm"
    case .albums: isNameOnly ? "albumTerm" : nil
    case .songs: isNameOnly ? "songTerm" : nil
    }
  }

  /// Looks up an entity, or its children, by an id of the call; `nil` if no id is supported.
  func lookup(
    _ call: Call,
    _ subject: Subject,
    children: Subject? = nil
  ) async throws(Failure) -> StoreResults? {
    guard let key = key(call, subject) else { return nil }
    let request = upstream.request(
      ["lookup"],
      [
        key,
        ("entity", children?.entity),
        ("country", country(call)),
        (
          "limit",
          children.map { $0 == .songs ? ITunesAPI.maxLimit : call.limit }.map { String($0) }
        ),
        ("lang", language(call)),
      ]
    )
    let results = try await call.fetchJSON(request).list("results")
    // The artist or album itself comes before its children.
    if results.isEmpty { throw Failure(.notFound, "\(upstream.name): not found.") }
    return StoreResults(results, of: children ?? subject, parent: children == nil ? nil : subject)
  }

  private func key(_ call: Call, _ subject: Subject) -> (String, String?)? {
    let keys: [(String, String, String)] =
      switch subject {
      case .artists: [("id", "itunes", "artist"), ("amgArtistId", "amg", "artist")]
      case .albums:
        [("id", "itunes", "album"), ("upc", "upc", "album"), ("amgAlbumId", "amg", "album")]
      case .songs: [("id", "itunes", "song")]
      }
    for (name, namespace, type) in keys {
      if let value = call.id(namespace, type) { return (name, value) }
    }
    return nil
  }

  private func country(_ call: Call) -> String { (call.country ?? country).uppercased() }

  /// Returns the language in the API's format (`ja_jp`).
  ///
  /// If the call names no region, only the documented languages can be completed.
  private func language(_ call: Call) -> String? {
    guard let lang = call.parameters.lang?.lowercased() else { return nil }
    let parts = lang.split(separator: "-")
    if parts.count == 2, parts[0].count == 2, parts[1].count == 2 {
      return "\(parts[0])_\(parts[1])"
    }
    return ["ja": "ja_jp", "en": "en_us"][call.language ?? ""]
  }
}
