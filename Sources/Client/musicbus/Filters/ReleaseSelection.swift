import BusProtocol
import MusicModel

/// The new albums that a user wants to see.
struct ReleaseSelection: Hashable, Sendable {
  var since: PartialDate?
  /// `nil` for all kinds.
  var kinds: Set<AlbumKind>?
  var includesSeen: Bool

  /// The selected albums, the latest date first; those without a date are the last.
  func select(_ releases: [ReleaseReport]) -> [ReleaseReport] {
    releases.filter { release in
      let album = release.album
      if release.isSeen, !includesSeen { return false }
      if let since, let date = album.releaseDate, date.latest < since.earliest { return false }
      // Sources often omit the kind of an album.
      return kinds?.contains(album.albumKind ?? .album) ?? true
    }
    .sorted { left, right in
      switch (left.album.releaseDate?.earliest, right.album.releaseDate?.earliest) {
      case (let one?, let other?) where one != other: other < one
      case (_?, nil): true
      case (nil, _?): false
      default: left.album.title < right.album.title
      }
    }
  }
}
