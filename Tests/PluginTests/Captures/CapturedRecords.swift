import EntityResolution
import MusicModel
import ProviderKit

/// What the captured answers of all sources tell, as the hub gets it.
struct CapturedRecords {
  private(set) var artists: [SourceRecord] = []
  private(set) var albums: [SourceRecord] = []
  private(set) var songs: [SourceRecord] = []

  static let all = OnceOnly { try await CapturedRecords() }

  private init() async throws {
    for capture in Capture.all {
      guard let provider = ProviderID(rawValue: capture.plugin.rawValue.lowercased()) else {
        continue
      }
      for entity in try await capture.run().items {
        let record = SourceRecord(provider: provider, entity: entity)
        switch entity {
        case .artist: artists.append(record)
        case .album(let album):
          albums.append(record)
          add(album.artist, of: provider)
        case .song(let song):
          songs.append(record)
          add(song.artist, of: provider)
        case .chart: break
        }
      }
    }
  }

  /// Whom a source credits, it knows as an artist.
  private mutating func add(_ credit: ArtistReference?, of provider: ProviderID) {
    guard let credit, let id = credit.id else { return }
    let artist = Artist(id: id, name: credit.name)
    artists.append(SourceRecord(provider: provider, entity: .artist(artist)))
  }
}

/// Something that takes long to make, made when it is first asked for.
actor OnceOnly<Value: Sendable> {
  private let make: @Sendable () async throws -> Value
  private var making: Task<Value, any Error>?

  init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

  var value: Value {
    get async throws {
      let task = making ?? Task { [make] in try await make() }
      making = task
      return try await task.value
    }
  }
}
