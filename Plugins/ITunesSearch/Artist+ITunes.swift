internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

extension Artist {
  init(_ record: StoreRecord) throws(UnusableRecord) {
    // Directors, authors and software developers are "artists", too.
    if let type = record.text("artistType"), type != "Artist" { throw UnusableRecord(type) }
    let link = record.link("artistLinkUrl") ?? record.link("artistViewUrl")
    guard let id = EntityID.store("artist", record.number("artistId") ?? link?.number) else {
      throw UnusableRecord("artist without artistId")
    }
    guard let name = record.name("artistName") else {
      throw UnusableRecord("artist without artistName")
    }
    self.init(id: id, name: name)
    let amg = record.number("amgArtistId")
    ids += [amg.flatMap { EntityID(namespace: "amg", type: "artist", value: String($0)) }]
      .compactMap { $0 }
    genres = record.genres
    if let link { links["itunes"] = link.url }
  }
}
