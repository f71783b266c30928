public import MusicModel

/// An album or a song: what sources describe with the same members.
public protocol RecordedMusic: MusicEntity {
  init(id: EntityID, title: String, artist: ArtistReference?)

  var artist: ArtistReference? { get set }
  var releaseDate: PartialDate? { get set }
  var genres: [String] { get set }
  var explicit: Bool? { get set }
  var artwork: [Artwork] { get set }
  var links: [String: String] { get set }
  var rank: Int? { get set }
}

extension RecordedMusic {
  /// Creates an entity with the id, the title and a code (UPC or ISRC) of a record.
  public init(
    _ record: JSONRecord,
    _ namespace: String,
    title: String,
    code: EntityID?
  ) throws(UnusableRecord) {
    self.init(
      id: try record.requiredID(namespace, Self.kind.rawValue),
      title: try record.requiredText(title),
      artist: nil
    )
    add([code])
  }
}

extension Album: RecordedMusic {}
extension Song: RecordedMusic {}
