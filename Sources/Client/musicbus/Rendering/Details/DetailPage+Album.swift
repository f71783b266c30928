import ClientKit
import MusicModel

extension DetailPage {
  init(_ album: Album, _ table: ServiceTable) {
    self.init(album.title)
    add("Artist", album.artist?.name, orElse: "unknown")
    addCredits(album.artists, besides: album.artist)
    add("Description", album.disambiguation)
    add("Released", album.releaseDate?.displayText, orElse: "unknown")
    add("Kind", album.albumKind?.displayText)
    addGenres(album.genres)
    add("Tracks", album.trackCount?.grouped, orElse: "unknown")
    add("Editions", album.editions.flatMap { $0 > 1 ? $0.grouped : nil })
    add("Label", album.label)
    add("Price", Price(album.price, album.currency)?.displayText)
    addMark(explicit: album.explicit, cleaned: album.cleaned)
    add("Copyright", album.copyright)
    addArtwork(album.artwork)
    addReferences(of: album, album.links, table)
  }
}
