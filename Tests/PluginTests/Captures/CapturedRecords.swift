import BusProtocol
import EntityResolution
import MusicModel
import ProviderKit

/// The records of all captured responses, as the hub gets them.
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
      // The ids of the calls are made up.
      var parameters = CallParameters()
      capture.call.set(&parameters)
      let requested = Set(parameters.ids ?? [])
      for var entity in try await capture.run().items {
        entity.removeIDs(requested)
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

  /// The artists that a source references.
  private mutating func add(_ reference: ArtistReference?, of provider: ProviderID) {
    guard let reference, let id = reference.id else { return }
    let artist = Artist(id: id, name: reference.name)
    artists.append(SourceRecord(provider: provider, entity: .artist(artist)))
  }
}

/// A value that is computed on first use.
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

extension Entity {
  fileprivate mutating func removeIDs(_ removed: Set<EntityID>) {
    switch self {
    case .artist(var artist):
      artist.ids.removeAll(where: removed.contains)
      self = .artist(artist)
    case .album(var album):
      album.ids.removeAll(where: removed.contains)
      self = .album(album)
    case .song(var song):
      song.ids.removeAll(where: removed.contains)
      self = .song(song)
    case .chart: break
    }
  }
}
