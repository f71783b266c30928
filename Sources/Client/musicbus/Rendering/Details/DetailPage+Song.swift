import MusicModel

extension DetailPage {
  init(_ song: Song) {
    self.init(song.title)
    add("Artist", song.artist?.name, orElse: "Artist unknown.")
    add("Album", song.album?.title, orElse: "Album unknown.")
    add("Track", DetailPage.place(of: song))
    add("Length", song.durationMs?.playingTime, orElse: "Length unknown.")
    add("Released", song.releaseDate?.worded, orElse: "Release date unknown.")
    addGenres(song.genres)
    add("Price", Price(song.price, song.currency)?.worded, orElse: "No price known.")
    addMark(explicit: song.explicit, cleaned: song.cleaned)
    addPictures(song.artwork)
    if song.previewURL == nil { add("Preview", nil, orElse: "No preview available.") }
    addAddresses(of: song, song.links)
    if let preview = song.previewURL { addresses.append(Fact(label: "Preview", value: preview)) }
  }

  private static func place(of song: Song) -> String? {
    let parts = [
      song.discNumber.flatMap { $0 > 1 ? "disc \($0)" : nil }, song.trackNumber.map(String.init),
    ]
    return parts.compactMap(\.self).reversed().joined(separator: " of ")
  }
}
