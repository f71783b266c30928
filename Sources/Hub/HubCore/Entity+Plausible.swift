import MusicModel

/// What a provider tells is data from the internet: a number that cannot be meant is left out, as
/// everything is that is not known (specification, chapter "The model").
extension Entity {
  var plausible: Entity {
    switch self {
    case .artist(var artist):
      artist.formedYear.keep(in: 1...9999)
      artist.disbandedYear.keep(in: 1...9999)
      artist.followers.keep(in: 0...1_000_000_000_000)
      artist.artwork.keepEdges()
      return .artist(artist)
    case .album(var album):
      album.trackCount.keep(in: 1...100_000)
      album.editions.keep(in: 1...100_000)
      album.rank.keep(in: 1...100_000)
      album.artwork.keepEdges()
      return .album(album)
    case .song(var song):
      song.durationMs.keep(in: 1...864_000_000)
      song.discNumber.keep(in: 1...100_000)
      song.trackNumber.keep(in: 1...100_000)
      song.rank.keep(in: 1...100_000)
      song.artwork.keepEdges()
      return .song(song)
    case .chart: return self
    }
  }
}

extension Int? {
  fileprivate mutating func keep(in range: ClosedRange<Int>) {
    if let number = self, !range.contains(number) { self = nil }
  }
}

extension [Artwork] {
  fileprivate mutating func keepEdges() {
    for index in indices {
      self[index].width.keep(in: 1...100_000)
      self[index].height.keep(in: 1...100_000)
    }
  }
}
