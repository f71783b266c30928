import ClientKit
import MusicModel

extension DetailPage {
  init(_ album: Album, _ table: ServiceTable) {
    self.init(album.title)
    add("Artist", album.artist?.name, orElse: "Artist unknown.")
    add("Description", album.disambiguation)
    add("Released", album.releaseDate?.displayText, orElse: "Release date unknown.")
    add("Kind", album.albumKind?.displayText)
    addGenres(album.genres)
    add("Tracks", album.trackCount?.grouped, orElse: "Number of tracks unknown.")
    add("Editions", album.editions.flatMap { $0 > 1 ? $0.grouped : nil })
    add("Label", album.label)
    add("Price", Price(album.price, album.currency)?.displayText)
    addMark(explicit: album.explicit, cleaned: album.cleaned)
    add("Copyright", album.copyright)
    addArtwork(album.artwork)
    addReferences(of: album, album.links, table)
  }
}
