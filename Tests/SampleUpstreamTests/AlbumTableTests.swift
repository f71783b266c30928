import Testing

@testable import musicbus_sample_upstream

@Suite("An album table")
struct AlbumTableTests {
  @Test("parses titles, dates, flags, keywords and tracks")
  func reads() {
    let table: AlbumTable = """
      The Wall | 1979-11-30 | disc2=1 in-store=2011-09-26
        > A double album.
        In the Flesh? 3:18; Hey You 4:41
      Skyfall | 2012-10 | single explicit+cleaned
        Skyfall 4:46 @ Adele & Orchestra
      """
    #expect(table.mistakes.isEmpty)
    #expect(table.albums.map(\.title) == ["The Wall", "Skyfall"])
    #expect(table.albums[0].secondDisc == 1)
    #expect(table.albums[0].storeDate == "2011-09-26")
    #expect(table.albums[0].about == "A double album.")
    #expect(table.albums[0].tracks.map(\.seconds) == [198, 281])
    #expect(table.albums[1].kind == .single)
    #expect(table.albums[1].words == .explicitAndCleaned)
    #expect(table.albums[1].tracks.map(\.artist) == ["Adele & Orchestra"])
  }

  @Test("reports invalid lines")
  func mistakes() {
    let table: AlbumTable = """
        Lost Track 3:00
      No Date
      Album | 1999 | loud
        No Time; Bad Time 3:xx
      """
    #expect(table.mistakes.count == 5)
  }
}
