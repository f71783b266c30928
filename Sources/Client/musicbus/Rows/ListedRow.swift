import CommandKit
import MusicModel

/// A numbered row of the last list in a terminal.
struct ListedRow: Hashable, Sendable {
  var id: EntityID
  /// The key of a favourite in a list of favourites.
  var fav: String?
  /// The artist of an album or song.
  var artist: EntityID?
  var name: String

  init(_ entity: Entity) {
    id = entity.id
    fav = entity.favored?.fav
    artist = entity.artistID
    // One line without tabs.
    name = StyledText(entity.displayName).text
  }

  /// Parses a line of a file; `nil` if it is corrupt.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, let id = EntityID(String(fields[0])) else { return nil }
    self.id = id
    fav = fields[1].isEmpty ? nil : String(fields[1])
    artist = EntityID(String(fields[2]))
    name = String(fields[3])
  }

  var line: String {
    [id.description, fav ?? "", artist?.description ?? "", name].joined(separator: "\t")
  }
}

extension Entity {
  /// The id of the artist of an album or song, if the source has one.
  var artistID: EntityID? { artist?.id }
}
