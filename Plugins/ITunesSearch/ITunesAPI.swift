internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The iTunes Search API: `/search` by words, `/lookup` by numbers, both answering with one list
/// of records of mixed kinds.
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

  static let configSchema: JSONValue = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "country": [
        "type": "string", "pattern": "^[A-Za-z]{2}$", "default": "us",
        "description": "The shop that is asked where a call names no country.",
      ],
      "baseURL": [
        "type": "string", "format": "uri", "default": "https://itunes.apple.com",
        "description": "Where the API is: scheme, host and port.",
      ],
    ],
  ]

  /// What is looked for.
  enum Subject: Sendable {
    case artists, albums, songs

    /// The word of the API.
    var entity: String {
      switch self {
      case .artists: "musicArtist"
      case .albums: "album"
      case .songs: "song"
      }
    }
  }

  /// The most that the API gives.
  private static let limitMax = 200

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
        // A short name drowns in longer ones: as many as there are, to find the very one.
        ("limit", String(isExact ? ITunesAPI.limitMax : call.limit)),
        ("explicit", call.isCleanOnly ? "No" : nil),
        ("lang", language(call)),
      ]
    )
    return StoreResults(try await call.record(request).list("results"), of: subject)
  }

  /// Where the words must stand. An artist's name is searched as such; titles are searched
  /// together with the rest, as people type "money pink floyd".
  private func attribute(_ subject: Subject, isNameOnly: Bool) -> String? {
    switch subject {
    case .artists: "artistTerm"
    case .albums: isNameOnly ? "albumTerm" : nil
    case .songs: isNameOnly ? "songTerm" : nil
    }
  }

  /// What is known under an id of the call, or what belongs to it; nothing where no id fits.
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
          children.map { $0 == .songs ? ITunesAPI.limitMax : call.limit }.map { String($0) }
        ),
        ("lang", language(call)),
      ]
    )
    let results = try await call.record(request).list("results")
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

  /// The API knows five-letter names (`ja_jp`); where the region is missing only those that it
  /// documents can be completed.
  private func language(_ call: Call) -> String? {
    guard let lang = call.parameters.lang?.lowercased() else { return nil }
    let parts = lang.split(separator: "-")
    if parts.count == 2, parts[0].count == 2, parts[1].count == 2 {
      return "\(parts[0])_\(parts[1])"
    }
    return ["ja": "ja_jp", "en": "en_us"][call.language ?? ""]
  }
}
