import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

/// A captured response of a real upstream, with the expected result.
struct Capture: Sendable, CustomTestStringConvertible {
  let plugin: Plugin
  let file: String
  let call: Call
  let expected: Expected
  /// One page of a long list.
  var limit = 200

  /// The call to which the file is the response.
  enum Call: Sendable {
    case searchArtists, searchAlbums, searchSongs, artist, artistAlbums, artistSongs
    case similarArtists
    case album, albumSongs, song
    case chartOfAlbums, chartOfSongs
  }

  enum Expected: Sendable {
    /// The numbers of items and of skipped records by reason.
    case items(Int, left: [String: Int])
    /// A failure whose message contains this text.
    case failure(String)
  }

  static func items(
    _ plugin: Plugin,
    _ file: String,
    _ call: Call,
    _ count: Int,
    left: [String: Int] = [:]
  ) -> Capture {
    Capture(plugin: plugin, file: file, call: call, expected: .items(count, left: left))
  }

  /// A page of a list that goes on.
  static func page(
    _ plugin: Plugin,
    _ file: String,
    _ call: Call,
    _ count: Int,
    left: [String: Int] = [:]
  ) -> Capture {
    var capture = items(plugin, file, call, count, left: left)
    capture.limit = count + left.values.reduce(0, +)
    return capture
  }

  static func failure(
    _ plugin: Plugin,
    _ file: String,
    _ call: Call,
    _ message: String
  ) -> Capture {
    Capture(plugin: plugin, file: file, call: call, expected: .failure(message))
  }

  var testDescription: String { file }

  func run() async throws -> StandaloneCall.Outcome {
    let bytes = [UInt8](try Data(contentsOf: Capture.directory.appending(path: file)))
    var others = ["/api/token": #"{"access_token":"t"}"#]
    if call.isList { others.merge(Capture.deezerOthers) { $1 } }
    let source = FixedResponseTransport(
      HTTPResponse(body: bytes),
      others: others
    )
    return try await plugin.run(call.method, at: source, configuration: configuration) {
      $0.limit = limit
      call.set(&$0)
    }
  }

  private var configuration: JSONValue {
    plugin == .spotify ? ["clientID": "id", "clientSecret": "secret"] : .null
  }

  /// The directory next to the package or its parent.
  static let directory =
    ["../shared/data", "../../shared/data"].map { PackageRoot.url($0) }
    .first { FileManager.default.fileExists(atPath: $0.path()) }
    ?? PackageRoot.url("../shared/data")

  static let exist = FileManager.default.fileExists(atPath: directory.path())

  /// The reason of a skipped suite, with the number of captures that are not tested.
  static let missing: Comment =
    "SKIPPED: \(all.count) captured responses are not tested, because \(directory.path()) does not exist"
}

extension Capture.Call {
  var method: BusProtocol.Method {
    switch self {
    case .searchArtists: .artistsSearch
    case .searchAlbums: .albumsSearch
    case .searchSongs: .songsSearch
    case .artist: .artistGet
    case .artistAlbums: .artistAlbums
    case .artistSongs: .artistSongs
    case .similarArtists: .artistSimilar
    case .song: .songGet
    case .album: .albumGet
    case .albumSongs: .albumSongs
    case .chartOfAlbums, .chartOfSongs: .chartGet
    }
  }

  func set(_ parameters: inout CallParameters) {
    switch self {
    case .searchArtists, .searchAlbums, .searchSongs: parameters.text = "anything"
    case .artist, .artistAlbums, .artistSongs, .similarArtists:
      parameters.id = EntityID("itunes:artist:1")
      parameters.ids = Capture.Call.ids("artist")
    case .album, .albumSongs:
      parameters.id = EntityID("itunes:album:1")
      parameters.ids = Capture.Call.ids("album")
    case .song:
      parameters.id = EntityID("itunes:song:1")
      parameters.ids = Capture.Call.ids("song")
    case .chartOfAlbums: parameters.chart = .albums
    case .chartOfSongs: parameters.chart = .songs
    }
  }

  /// Whether what the list belongs to may be fetched first.
  var isList: Bool { [.artistAlbums, .artistSongs, .albumSongs].contains(self) }

  private static func ids(_ type: String) -> [EntityID] {
    let types = ["album": "release-group", "song": "recording"]
    return
      (["audiodb", "deezer", "spotify"].map { "\($0):\(type):1" } + [
        "mbid:\(types[type] ?? type):1"
      ])
      .compactMap { EntityID($0) }
  }
}
