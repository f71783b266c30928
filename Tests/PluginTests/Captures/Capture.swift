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

  /// The call to which the file is the response.
  enum Call: Sendable {
    case searchArtists, searchAlbums, searchSongs, artist, artistAlbums, album, albumSongs
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
    let bytes = [UInt8](try Data(contentsOf: Capture.folder.appending(path: file)))
    return try await plugin.run(call.method, at: FixedResponseTransport(HTTPResponse(body: bytes)))
    {
      $0.limit = 200
      call.set(&$0)
    }
  }

  /// The directory next to the package or its parent.
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
    case .artistAlbums: .artistAlbums
    case .album: .getAlbum
    case .albumSongs: .albumSongs
    case .chartOfAlbums, .chartOfSongs: .getChart
    }
  }

  func set(_ parameters: inout CallParameters) {
    switch self {
    case .searchArtists, .searchAlbums, .searchSongs: parameters.text = "anything"
    case .artist, .artistAlbums:
      parameters.id = EntityID("itunes:artist:1")
      parameters.ids = [EntityID("audiodb:artist:1")].compactMap { $0 }
    case .album, .albumSongs:
      parameters.id = EntityID("itunes:album:1")
      parameters.ids = [EntityID("audiodb:album:1")].compactMap { $0 }
    case .chartOfAlbums: parameters.chart = .albums
    case .chartOfSongs: parameters.chart = .songs
    }
  }
}
