import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("A detail page")
struct DetailPageTests {
  private func shown(_ entity: Entity, _ width: Int = 60, allIDs: Bool = false) -> String {
    DetailPage(entity, Samples.services).lines(fitting: width, allIDs: allIDs)
      .rendered(as: .plain)
  }

  @Test("of an artist shows all values, links unwrapped and the biography wrapped")
  func artist() {
    #expect(
      shown(.artist(Samples.pinkFloyd)) == """
        Pink Floyd
          Genre        Progressive Rock, Rock
          Country      London, England
          Formed       1965
          Disbanded    2014
          Followers    1,234,567
          Artwork      2 images, largest 1000 × 562
          On           Apple Music, MusicBrainz, TheAudioDB
          Id           mbid:artist:83d91898-7763-47d7-b03b-b92132375c47
          Apple Music  https://music.example/us/artist/pink-floyd/487143

        Pink Floyd were an English rock band formed in London in
        1965, known for sonic experimentation and long pieces.
        They disbanded in 2014.
        """
    )
  }

  @Test("shows all ids on request")
  func ids() {
    let page = shown(.artist(Samples.pinkFloyd), allIDs: true)
    #expect(page.contains("\n               itunes:artist:487143\n"), "\(page)")
    #expect(page.contains("audiodb:artist:111239"), "\(page)")
  }

  @Test("has a sentence for each missing value of an artist")
  func unknownArtist() {
    #expect(
      shown(.artist(Samples.namelessRiver)) == """
        Nameless River
          Genre    unknown
          Country  unknown
          Formed   unknown
          Artwork  none
          On       Apple Music
          Id       itunes:artist:1

        No biography available.
        """
    )
  }

  @Test("of an album shows dates, price and editions")
  func album() {
    #expect(
      shown(.album(Samples.moon)) == """
        The Dark Side of the Moon
          Artist       Pink Floyd
          Released     March 1, 1973
          Kind         Album
          Genre        Rock
          Tracks       10
          Editions     3
          Price        9.99 USD
          Artwork      none
          On           Apple Music
          Id           itunes:album:1065973699
          Apple Music  https://music.example/us/album/1065973699
        """
    )
  }

  @Test("has a sentence for each missing value of an album")
  func unknownAlbum() {
    #expect(
      shown(.album(Album(id: Samples.id("itunes:album:2"), title: "?"))) == """
        ?
          Artist    unknown
          Released  unknown
          Genre     unknown
          Tracks    unknown
          Artwork   none
          On        Apple Music
          Id        itunes:album:2
        """
    )
  }

  @Test("of a song with several artists names what they did")
  func credits() {
    var song = Samples.money
    song.artists = [
      CreditedArtist(name: "Pink Floyd"), CreditedArtist(name: "Ann", role: "featured"),
      CreditedArtist(name: "Bob", role: "remixer"), CreditedArtist(name: "Eve", role: "remixer"),
    ]
    let page = shown(.song(song))
    #expect(
      page.contains("  Artist    Pink Floyd\n  Featured  Ann\n  Remixer   Bob, Eve\n"),
      "\(page)"
    )
    song.artist?.name = "Pink Floyd feat. Ann"
    #expect(
      shown(.song(song)).contains("  Artist    Pink Floyd feat. Ann\n  Remixer   Bob, Eve\n")
    )
  }

  @Test("of a song shows its track, length and preview")
  func song() {
    #expect(
      shown(.song(Samples.money)) == """
        Money
          Artist    Pink Floyd
          Album     The Dark Side of the Moon
          Track     6
          Length    6:23
          Released  March 1973
          Genre     Rock
          Price     1.29 USD
          Artwork   none
          On        Apple Music
          Id        itunes:song:1065973977
          Preview   https://audio.example/money.m4a
        """
    )
  }

  @Test("has a sentence for each missing value of a song")
  func unknownSong() {
    #expect(
      shown(.song(Samples.tango)) == """
        七里香
          Artist    unknown
          Album     unknown
          Track     1 of disc 2
          Length    unknown
          Released  unknown
          Genre     unknown
          Advisory  Explicit lyrics.
          Artwork   none
          Preview   none
          On        Apple Music
          Id        itunes:song:7
        """
    )
  }

  @Test("shows one of two links of a service to the same page")
  func samePage() {
    var artist = Samples.namelessRiver
    artist.links = [
      "applemusic": "https://music.example/us/artist/1",
      "deezer": "https://deezer.example/artist/1",
      "itunes": "https://music.example/us/artist/nameless-river/1?uo=4",
    ]
    let page = shown(.artist(artist))
    #expect(page.contains("https://music.example/us/artist/1\n"), "\(page)")
    #expect(page.contains("deezer.example") && !page.contains("uo=4"), "\(page)")
  }

  @Test("for scripts has a label and a value per line, without missing values")
  func plain() {
    #expect(
      DetailPage(.artist(Samples.namelessRiver), Samples.services).tabSeparated() == [
        "Name\tNameless River", "On\tApple Music", "Id\titunes:artist:1",
      ]
    )
  }
}
