import CommandKit
import MusicModel

/// A numbered row of the last list in a terminal.
struct ListedRow: Hashable, Sendable {
  var id: EntityID
  /// The key of a favourite in a list of favourites.
  var fav: String?
  /// The artist of an album or song.
  var artist: EntityID?
  /// The album of a song.
  var album: EntityID?
  /// One line without tabs.
  var name: String

  init(id: EntityID, fav: String?, artist: EntityID?, album: EntityID?, name: String) {
    self.id = id
    self.fav = fav
    self.artist = artist
    self.album = album
    self.name = name
  }

  init(_ entity: Entity) { self = FavoriteRow(entity).listed }

  /// Parses a line of a file; `nil` if it is corrupt.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5, let id = EntityID(String(fields[0])) else { return nil }
    self.id = id
    fav = fields[1].isEmpty ? nil : String(fields[1])
    artist = EntityID(String(fields[2]))
    album = EntityID(String(fields[3]))
    name = String(fields[4])
  }

  var line: String {
    [id.description, fav ?? "", artist?.description ?? "", album?.description ?? "", name]
      .joined(separator: "\t")
  }
}

extension Entity {
  /// The id of the artist of an album or song, if the source has one.
  var artistID: EntityID? { artist?.id }
}
