public import MusicModel

extension MusicEntity {
  /// Adds ids in the order in which ids are printed.
  public mutating func add(_ ids: [EntityID?]) {
    self.ids = Set(self.ids + ids.compactMap { $0 }).sorted()
  }
}

extension ArtistReference {
  /// The name that sources put in the place of several artists.
  private static let variousArtists = "Various Artists"

  /// Creates a reference to a credited artist; a placeholder keeps its name, but not its id.
  ///
  /// `record` is the artist, with members `id` and `name`.
  public init?(_ record: JSONRecord?, _ namespace: String) {
    guard let record, let name = record.text("name") else { return nil }
    let isPlaceholder = name == ArtistReference.variousArtists
    self.init(id: isPlaceholder ? nil : record.id(namespace, "artist"), name: name)
  }
}

extension AlbumReference {
  /// Creates a reference to an album, a record with the member `id`.
  public init?(_ record: JSONRecord?, _ namespace: String, title: String) {
    guard let record, let text = record.text(title) else { return nil }
    self.init(id: record.id(namespace, "album"), title: text)
  }
}

extension Chart {
  /// Returns the charts of albums and songs of a source that has one of each.
  public static func ofAlbumsAndSongs(_ namespace: String, _ title: String) -> [Chart] {
    [("albums", EntityKind.album), ("songs", .song)].compactMap { name, kind in
      guard let id = EntityID(namespace: namespace, type: "chart", value: name) else { return nil }
      var chart = Chart(id: id, title: "\(title) \(name)")
      (chart.of, chart.limit) = (kind, 100)
      return chart
    }
  }
}
