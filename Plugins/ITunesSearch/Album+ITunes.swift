internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

extension Album {
  init(_ record: StoreRecord) throws(UnusableRecord) {
    let type = record.text("collectionType") ?? "Album"
    guard ["Album", "Compilation"].contains(type) else { throw UnusableRecord(type) }
    let link = record.link("collectionViewUrl")
    guard let id = EntityID.store("album", record.number("collectionId") ?? link?.number) else {
      throw UnusableRecord("album without collectionId")
    }
    guard let name = record.text("collectionName") else {
      throw UnusableRecord("album without collectionName")
    }
    let title = StoreTitle(name)
    self.init(id: id, title: title.title, artist: record.artist)
    ids += [record.barCode].compactMap { $0 }
    releaseDate = StoreDate.date(record.text("releaseDate"))
    genres = record.genres
    trackCount = record.number("trackCount")
    let isVarious = VariousArtists.includes(
      number: record.number("artistId"),
      name: record.text("artistName")
    )
    albumKind = type == "Compilation" || isVarious ? .compilation : title.albumKind
    copyright = record.text("copyright").map { Mojibake.repaired($0) }
    if let price = record.price("collectionPrice") { (self.price, currency) = price }
    let advisory = StoreAdvisory(record.text("collectionExplicitness"))
    explicit = advisory?.isExplicit
    cleaned = advisory?.isCleaned
    artwork = record.artwork
    if let link { links["itunes"] = link.url }
  }
}
