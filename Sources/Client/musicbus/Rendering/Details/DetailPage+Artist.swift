import ClientKit
import MusicModel

extension DetailPage {
  init(_ artist: Artist, _ table: ServiceTable) {
    self.init(artist.name)
    addGenres(artist.genres)
    add("Description", artist.disambiguation)
    add("Country", artist.country, orElse: "unknown")
    add("Also known as", artist.aliases.isEmpty ? nil : artist.aliases.joined(separator: ", "))
    add("Born", artist.bornYear.map(String.init))
    add("Died", artist.diedYear.map(String.init))
    if artist.bornYear == nil || artist.formedYear != nil {
      add("Formed", artist.formedYear.map(String.init), orElse: "unknown")
    }
    add("Disbanded", artist.disbandedYear.map(String.init))
    add("Followers", artist.followers?.grouped)
    addArtwork(artist.artwork)
    addReferences(of: artist, artist.links, table)
    text = Fact(
      label: "Biography",
      value: artist.biography ?? "No biography available.",
      isMissing: artist.biography == nil
    )
  }
}
