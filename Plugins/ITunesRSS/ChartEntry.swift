internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

/// An entry of a chart feed, of any format.
protocol ChartEntry {
  /// Throws if the entry is not of this kind.
  func require(_ kind: EntityKind) throws(UnusableRecord)
  var id: Int? { get }
  var title: String? { get }
  var artist: ArtistReference? { get }
  /// The album of a song.
  var album: AlbumReference? { get }
  var releaseDate: PartialDate? { get }
  var genres: [String] { get }
  var trackCount: Int? { get }
  var advisory: StoreAdvisory? { get }
  var price: (Double, String)? { get }
  var copyright: String? { get }
  var imageURL: String? { get }
  /// The page in the store.
  var link: StoreLink? { get }
  var preview: StoreLink? { get }
}

/// Values that only one of the formats has.
extension ChartEntry {
  var trackCount: Int? { nil }
  var advisory: StoreAdvisory? { nil }
  var price: (Double, String)? { nil }
  var preview: StoreLink? { nil }
}

extension RecordedMusic {
  /// Sets the members that albums and songs have in common.
  fileprivate mutating func take(_ entry: some ChartEntry, rank: Int) {
    releaseDate = entry.releaseDate
    genres = entry.genres
    explicit = entry.advisory?.isExplicit
    artwork = entry.imageURL.map { StoreArtwork($0).artwork } ?? []
    if let link = entry.link { links["itunes"] = link.url }
    self.rank = rank
  }
}

extension Album {
  init(_ entry: some ChartEntry, rank: Int) throws(UnusableRecord) {
    try entry.require(.album)
    guard let id = EntityID.store("album", entry.id ?? entry.link?.number) else {
      throw UnusableRecord("album without id")
    }
    guard let name = entry.title else { throw UnusableRecord("album without name") }
    let title = StoreTitle(name)
    self.init(id: id, title: title.title, artist: entry.artist)
    take(entry, rank: rank)
    ids += [entry.imageURL.flatMap { BarCode.id(inArtwork: $0) }].compactMap { $0 }
    trackCount = entry.trackCount
    let isVarious = VariousArtists.includes(number: nil, name: entry.artist?.name)
    albumKind = isVarious ? .compilation : title.albumKind
    copyright = entry.copyright
    cleaned = entry.advisory?.isCleaned
    if let price = entry.price { (self.price, currency) = price }
  }
}

extension Song {
  init(_ entry: some ChartEntry, rank: Int) throws(UnusableRecord) {
    try entry.require(.song)
    guard let id = EntityID.store("song", entry.id ?? entry.link?.songNumber) else {
      throw UnusableRecord("song without id")
    }
    guard let title = entry.title?.decodingHTMLEntities else {
      throw UnusableRecord("song without name")
    }
    self.init(id: id, title: title, artist: entry.artist)
    take(entry, rank: rank)
    album = entry.album
    cleaned = entry.advisory?.isCleaned
    previewURL = entry.preview?.url
    if let price = entry.price { (self.price, currency) = price }
  }
}
