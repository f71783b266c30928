import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("A list")
struct EntityListTests {
  private func shown(_ list: EntityList, _ width: Int?) -> String {
    list.lines(fitting: width).rendered(as: .plain)
  }

  @Test("of artists shows distinguishing details and ids")
  func artists() {
    #expect(
      shown(EntityList([.artist(Samples.pinkFloyd), .artist(Samples.namelessRiver)]), nil) == """
        Name            Genre             Country          Formed  Sources          Id
        Pink Floyd      Progressive Rock  London, England  1965    itunes, audiodb  mbid:artist:83d91898-7763-47d7-b03b-b92132375c47
        Nameless River  –                 –                –       itunes           itunes:artist:1
        """
    )
  }

  @Test("uses short ids if long ones would take the space of names")
  func shortIDs() {
    #expect(
      shown(EntityList([.artist(Samples.pinkFloyd), .artist(Samples.namelessRiver)]), 90) == """
        Name            Genre             Country          Formed  Id
        Pink Floyd      Progressive Rock  London, England  1965    itunes:artist:487143
        Nameless River  –                 –                –       itunes:artist:1
        """
    )
  }

  @Test("hides less important columns before it shortens names")
  func narrow() {
    #expect(
      shown(EntityList([.song(Samples.money), .song(Samples.tango)]), 70) == """
        Title              Artist     Time  Released    Id
        Money              Pink Flo…  6:23  March 1973  itunes:song:1065973977
        七里香 (explicit)  –             –  –           itunes:song:7
        """
    )
  }

  @Test("hides columns without values")
  func unknownColumns() {
    #expect(
      shown(EntityList([.artist(Samples.namelessRiver)]), nil) == """
        Name            Sources  Id
        Nameless River  itunes   itunes:artist:1
        """
    )
  }

  @Test("of albums by several artists shows the artists")
  func albums() {
    var other = Samples.moon
    other.artist = nil
    other.explicit = true
    other.price = nil
    #expect(
      shown(EntityList([.album(Samples.moon), .album(other)], of: .artist), nil) == """
        Title                                              Artist      Released       Kind   Tracks  Genre     Price  Id
        The Dark Side of the Moon (3 editions)             Pink Floyd  March 1, 1973  Album      10  Rock   9.99 USD  itunes:album:1065973699
        The Dark Side of the Moon (explicit) (3 editions)  –           March 1, 1973  Album      10  Rock          –  itunes:album:1065973699
        """
    )
  }

  @Test("of one artist's albums does not repeat the artist")
  func discography() {
    #expect(
      shown(EntityList([.album(Samples.moon)], of: .artist), nil) == """
        Title                                   Released       Kind   Tracks  Genre     Price  Id
        The Dark Side of the Moon (3 editions)  March 1, 1973  Album      10  Rock   9.99 USD  itunes:album:1065973699
        """
    )
  }

  @Test("of a chart begins with the rank")
  func chart() {
    var first = Samples.moon
    first.rank = 1
    #expect(
      shown(EntityList([.album(first)]), 80) == """
        Rank  Title                   Artist      Released       Id
           1  The Dark Side of the…   Pink Floyd  March 1, 1973  itunes:album:1065973699
        """
    )
  }

  @Test("of an album's songs follows its discs and tracks")
  func tracks() {
    #expect(
      shown(EntityList([.song(Samples.money), .song(Samples.tango)], of: .album), nil) == """
        No.  Title              Artist      Time  Released       Price  Id
          6  Money              Pink Floyd  6:23  March 1973  1.29 USD  itunes:song:1065973977
        2.1  七里香 (explicit)  –              –  –                  –  itunes:song:7
        """
    )
  }

  @Test("of charts shows their kinds")
  func charts() {
    var chart = Chart(id: Samples.id("itunes-rss:chart:us.albums"), title: "Top Albums")
    chart.of = .album
    chart.country = "us"
    chart.limit = 100
    #expect(
      shown(EntityList([.chart(chart)]), 80) == """
        Title       Kind    Country  Entries  Id
        Top Albums  albums  US           100  itunes-rss:chart:us.albums
        """
    )
  }

  @Test("of several kinds is one table per kind")
  func mixed() {
    let lines = EntityList([.song(Samples.money), .artist(Samples.namelessRiver)]).lines(
      fitting: nil
    )
    #expect(lines.count == 5)
    #expect(lines[2].isEmpty)
  }

  @Test("without entities has no lines")
  func nothing() {
    #expect(shown(EntityList([]), 80).isEmpty)
    #expect(EntityList([]).tabSeparated().isEmpty)
  }

  @Test("for scripts has all columns unshortened, with missing values empty")
  func plain() {
    #expect(
      EntityList([.artist(Samples.pinkFloyd), .artist(Samples.namelessRiver)]).tabSeparated() == [
        "Pink Floyd\tProgressive Rock\tLondon, England\t1965\titunes, audiodb\t"
          + "mbid:artist:83d91898-7763-47d7-b03b-b92132375c47\t"
          + "https://music.example/us/artist/pink-floyd/487143",
        "Nameless River\t\t\t\titunes\titunes:artist:1\t",
      ]
    )
    #expect(EntityList([.song(Samples.tango)], of: .album).tabSeparated().count == 1)
  }

  @Test("cannot be corrupted by text from sources")
  func hostile() {
    let artist = Artist(id: Samples.id("x:artist:1"), name: "A\tB\n\u{1B}[31mC")
    #expect(EntityList([.artist(artist)]).tabSeparated() == ["A B ␛[31mC\t\t\t\tx\tx:artist:1\t"])
  }
}
