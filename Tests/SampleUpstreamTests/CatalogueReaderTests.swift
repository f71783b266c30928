import Testing

@testable import musicbus_sample_upstream

@Suite("A catalogue")
struct CatalogueReaderTests {
  @Test("has artists with their members and albums with marks and tracks, and other media")
  func reads() throws {
    let catalogue = CatalogueReader(
      """
      # A comment.
      artist: Pink Floyd
      aliases: The Pink Floyd Sound; Floyd
      store: 487143
      genre: Rock
      biography EN: One.
      biography EN: Two.

      The Wall | 1979-11-30 | disc2=1 in-store=2011-09-26
        > A double
        > album.
        In the Flesh? 3:18; Hey You 4:41
      Skyfall: Live | 2012-10 | single explicit+cleaned
        Skyfall 4:46 @ Adele & Orchestra
      music-video: 7 | Another Brick | Pink Floyd | 1979 | 200 | Rock | on The Wall
      """
    )
    #expect(catalogue.mistakes.isEmpty)
    let artist = try #require(catalogue.artists.first)
    #expect(artist.aliases == ["The Pink Floyd Sound", "Floyd"])
    #expect(artist.store == 487_143 && artist.audioDB == nil && artist.genre.id == 21)
    #expect(artist.style == "Rock")
    #expect(artist.biography == ["EN": "One.\n\nTwo."])
    #expect(artist.albums.map(\.title) == ["The Wall", "Skyfall: Live"])
    #expect(artist.albums[0].secondDisc == 1)
    #expect(artist.albums[0].storeDate == "2011-09-26")
    #expect(artist.albums[0].about == "A double album.")
    #expect(artist.albums[0].tracks.map(\.seconds) == [198, 281])
    #expect(artist.albums[1].kind == .single)
    #expect(artist.albums[1].words == .explicitAndCleaned)
    #expect(artist.albums[1].tracks.map(\.artist) == ["Adele & Orchestra"])
    #expect(catalogue.otherMedia.map(\.album) == ["The Wall"])
  }

  @Test("reports invalid lines")
  func mistakes() {
    let catalogue = CatalogueReader(
      """
        Lost Track 3:00
      artist: A
      No Date
      Album | 1999 | loud
        No Time; Bad Time 3:xx
      film: 7 | A film
      """
    )
    #expect(catalogue.mistakes.count == 6)
  }
}
