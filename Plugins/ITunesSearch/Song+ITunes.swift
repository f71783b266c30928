internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

extension Song {
  init(_ record: StoreRecord) throws(UnusableRecord) {
    let link = record.link("trackViewUrl")
    guard let id = EntityID.store("song", record.number("trackId") ?? link?.songNumber) else {
      throw UnusableRecord("song without trackId")
    }
    guard let title = record.name("trackName") else {
      throw UnusableRecord("song without trackName")
    }
    self.init(id: id, title: title, artist: record.artist)
    album = record.text("collectionName").map {
      AlbumReference(
        id: .store("album", record.number("collectionId")),
        title: StoreTitle($0).title
      )
    }
    durationMs = record.number("trackTimeMillis")
    discNumber = record.number("discNumber")
    trackNumber = record.number("trackNumber")
    releaseDate = StoreDate.date(record.text("releaseDate"))
    genres = record.genres
    previewURL = record.link("previewUrl")?.url
    if let price = record.price("trackPrice") { (self.price, currency) = price }
    let advisory = StoreAdvisory(record.text("trackExplicitness"))
    explicit = advisory?.isExplicit
    cleaned = advisory?.isCleaned
    artwork = record.artwork
    if let link { links["itunes"] = link.url }
  }
}
