import MusicModel

/// The parts of an entity, taken out without copying the whole of it.
extension Entity {
  var asArtist: Artist? { if case .artist(let artist) = self { artist } else { nil } }
  var asAlbum: Album? { if case .album(let album) = self { album } else { nil } }
  var asSong: Song? { if case .song(let song) = self { song } else { nil } }
  var asChart: Chart? { if case .chart(let chart) = self { chart } else { nil } }

  /// Adds ids after the others.
  mutating func addIDs(_ ids: [EntityID]) { retainIDs(self.ids + ids) }

  /// Removes all ids but these, at least one. Its own id remains if it is among them.
  mutating func retainIDs(_ ids: [EntityID]) {
    let own = id
    setIDs(ids)
    guard ids.contains(own) else { return }
    switch self {
    case .artist(var artist):
      artist.id = own
      self = .artist(artist)
    case .album(var album):
      album.id = own
      self = .album(album)
    case .song(var song):
      song.id = own
      self = .song(song)
    case .chart(var chart):
      chart.id = own
      self = .chart(chart)
    }
  }

  /// Puts other ids in place of those that it has; the first becomes its id.
  mutating func setIDs(_ ids: [EntityID]) {
    switch self {
    case .artist(let artist): self = .artist(artist.with(ids: ids))
    case .album(let album): self = .album(album.with(ids: ids))
    case .song(let song): self = .song(song.with(ids: ids))
    case .chart(let chart): self = .chart(chart.with(ids: ids))
    }
  }

  /// All members as one text, the same for equal entities. It orders records that are otherwise
  /// equal.
  var canonicalText: String {
    switch self {
    case .artist(let artist): artist.canonicalText
    case .album(let album): album.canonicalText
    case .song(let song): song.canonicalText
    case .chart(let chart): chart.canonicalText
    }
  }
}

extension Mergeable {
  fileprivate func with(ids: [EntityID]) -> Self {
    var copy = self
    copy.ids = ids
    copy.id = ids.min() ?? id
    return copy
  }

  fileprivate var canonicalText: String {
    var writer = CanonicalWriter(self)
    Self.members(&writer)
    return ids.map(\.description).joined(separator: " ") + writer.text
  }
}
