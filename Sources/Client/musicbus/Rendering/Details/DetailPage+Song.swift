import ClientKit
import MusicModel

extension DetailPage {
  init(_ song: Song, _ table: ServiceTable) {
    self.init(song.title)
    add("Artist", song.artist?.name, orElse: "unknown")
    addCredits(song.artists, besides: song.artist)
    add("Album", song.album?.title, orElse: "unknown")
    add("Track", DetailPage.trackPosition(of: song))
    add("Length", song.durationMs?.playingTime, orElse: "unknown")
    add("Description", song.disambiguation)
    if let version = song.version, let title = song.versionOf {
      add("Version", "\(version.prefix(1).uppercased())\(version.dropFirst()) of “\(title)”")
    }
    add("Released", song.releaseDate?.displayText, orElse: "unknown")
    addGenres(song.genres)
    add("Price", Price(song.price, song.currency)?.displayText)
    addMark(explicit: song.explicit, cleaned: song.cleaned)
    addArtwork(song.artwork)
    if song.previewURL == nil { add("Preview", nil, orElse: "none") }
    addReferences(of: song, song.links, table)
    if let preview = song.previewURL { references.append(Fact(label: "Preview", value: preview)) }
    if let file = song.file { references.append(Fact(label: "File", value: file)) }
  }

  private static func trackPosition(of song: Song) -> String? {
    let parts = [
      song.discNumber.flatMap { $0 > 1 ? "disc \($0)" : nil }, song.trackNumber.map(String.init),
    ]
    return parts.compactMap(\.self).reversed().joined(separator: " of ")
  }
}
