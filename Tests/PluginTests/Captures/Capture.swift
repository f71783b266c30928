import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

/// One captured answer of a real source, and what must come of it.
struct Capture: Sendable, CustomTestStringConvertible {
  let plugin: Plugin
  let file: String
  let call: Call
  let expected: Expected

  /// How the provider is asked, so that the file is an answer.
  enum Call: Sendable {
    case searchArtists, searchAlbums, searchSongs, artist, albumsOfArtist, album, songsOfAlbum
    case chartOfAlbums, chartOfSongs
  }

  enum Expected: Sendable {
    /// So many items, and so many records left out for these reasons.
    case items(Int, left: [String: Int])
    /// Refused whole, with these words.
    case refused(String)
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

  static func refused(
    _ plugin: Plugin,
    _ file: String,
    _ call: Call,
    _ words: String
  ) -> Capture {
    Capture(plugin: plugin, file: file, call: call, expected: .refused(words))
  }

  var testDescription: String { file }

  func run() async throws -> StandaloneCall.Outcome {
    let bytes = [UInt8](try Data(contentsOf: Capture.folder.appending(path: file)))
    return try await plugin.run(call.method, at: FixedResponseTransport(HTTPResponse(body: bytes)))
    {
      $0.limit = 200
      call.set(&$0)
    }
  }

  /// Beside the package, or beside the folder that holds it.
  static let folder =
    ["../shared/data", "../../shared/data"].map { PackageRoot.url($0) }
    .first { FileManager.default.fileExists(atPath: $0.path()) }
    ?? PackageRoot.url("../shared/data")

  static let isThere = FileManager.default.fileExists(atPath: folder.path())
}

extension Capture.Call {
  var method: BusProtocol.Method {
    switch self {
    case .searchArtists: .searchArtists
    case .searchAlbums: .searchAlbums
    case .searchSongs: .searchSongs
    case .artist: .getArtist
    case .albumsOfArtist: .artistAlbums
    case .album: .getAlbum
    case .songsOfAlbum: .albumSongs
    case .chartOfAlbums, .chartOfSongs: .getChart
    }
  }

  func set(_ parameters: inout CallParameters) {
    switch self {
    case .searchArtists, .searchAlbums, .searchSongs: parameters.text = "anything"
    case .artist, .albumsOfArtist:
      parameters.id = EntityID("itunes:artist:1")
      parameters.ids = [EntityID("audiodb:artist:1")].compactMap { $0 }
    case .album, .songsOfAlbum:
      parameters.id = EntityID("itunes:album:1")
      parameters.ids = [EntityID("audiodb:album:1")].compactMap { $0 }
    case .chartOfAlbums: parameters.chart = .albums
    case .chartOfSongs: parameters.chart = .songs
    }
  }
}
