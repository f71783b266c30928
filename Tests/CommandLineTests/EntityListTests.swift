import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("A list")
struct EntityListTests {
  private func shown(_ list: EntityList, _ width: Int?, from first: Int? = nil) -> String {
    list.lines(fitting: width, firstNumber: first).rendered(as: .plain)
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

  @Test("names sources, not the namespaces of ids that several sources share")
  func sources() {
    var artist = Samples.namelessRiver
    artist.ids = [Samples.id("mbid:artist:83d91898-7763-47d7-b03b-b92132375c47")]
    #expect(artist.sourceNames == "musicbrainz")
    artist.ids += [Samples.id("amg:artist:1")]
    #expect(artist.sourceNames == "musicbrainz")
    artist.ids += [Samples.id("deezer:artist:1")]
    #expect(artist.sourceNames == "deezer")
    artist.ids = [Samples.id("amg:artist:1")]
    #expect(artist.sourceNames.isEmpty)
  }

  @Test("uses short ids if long ones would take the space of names")
  func shortIDs() {
    #expect(
      shown(EntityList([.artist(Samples.pinkFloyd), .artist(Samples.namelessRiver)]), 110) == """
        Name            Genre             Country          Formed  Sources          Id
        Pink Floyd      Progressive Rock  London, England  1965    itunes, audiodb  itunes:artist:487143
        Nameless River  –                 –                –       itunes           itunes:artist:1
        """
    )
  }

  @Test("hides ids before anything else, and less important columns before it shortens names")
  func narrow() {
    let list = EntityList([.song(Samples.money), .song(Samples.tango)])
    #expect(
      shown(list, 70) == """
        Title              Artist      Album                  Time  Released
        Money              Pink Floyd  The Dark Side of the…  6:23  March 1973
        七里香 (explicit)  –           –                         –  –
        """
    )
    #expect(
      shown(list, 42) == """
        Title              Artist      Released
        Money              Pink Floyd  1973-03
        七里香 (explicit)  –           –
        """
    )
  }

  @Test("leaves title, artist and date their space", arguments: [60, 80, 120])
  func music(_ width: Int) {
    var album = Samples.moon
    album.ids = [Samples.id("itunes:album:1065973699")]
    album.id = Samples.id("mbid:release-group:f5093c06-23e3-404f-aeaa-40f72885ee3a")
    let lines = EntityList([.album(album)]).lines(fitting: width, firstNumber: 1).map(\.text)
    #expect(lines[1].contains("The Dark Side of the Moon"), "\(lines)")
    #expect(lines[1].contains("Pink Floyd"), "\(lines)")
    #expect(lines[1].contains("1973"), "\(lines)")
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
  }

  @Test("has a heading for each of several kinds, and numbers the rows of all tables")
  func numbers() {
    let list = EntityList([.song(Samples.money), .artist(Samples.namelessRiver)])
    #expect(
      shown(list, 70, from: 9) == """
        Artists
         #  Name            Sources  Id
         9  Nameless River  itunes   itunes:artist:1

        Songs
         #  Title  Artist      Album                      Time  Released
        10  Money  Pink Floyd  The Dark Side of the Moon  6:23  March 1973
        """
    )
    #expect(list.ordered.map(\.kind) == [.artist, .song])
  }

  @Test("of a chart has no ranks that are the numbers of the rows")
  func numberedChart() {
    var album = Samples.moon
    album.rank = 4
    let list = EntityList([.album(album)])
    #expect(!shown(list, 80, from: 4).contains("Rank"))
    #expect(shown(list, 80, from: 1).contains("Rank"))
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
        Rank  Title                                   Artist      Released       Kind
           1  The Dark Side of the Moon (3 editions)  Pink Floyd  March 1, 1973  Album
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
    #expect(lines.count == 7)
    #expect(lines[0].text == "Artists" && lines[3].isEmpty && lines[4].text == "Songs")
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
        "Name\tGenre\tCountry\tFormed\tSources\tId\tLink",
        "Pink Floyd\tProgressive Rock\tLondon, England\t1965\titunes, audiodb\t"
          + "mbid:artist:83d91898-7763-47d7-b03b-b92132375c47\t"
          + "https://music.example/us/artist/pink-floyd/487143",
        "Nameless River\t\t\t\titunes\titunes:artist:1\t",
      ]
    )
    #expect(EntityList([.song(Samples.tango)], of: .album).tabSeparated().count == 2)
    #expect(
      EntityList([.song(Samples.money), .artist(Samples.namelessRiver)]).tabSeparated() == [
        "Kind\tName\tArtist\tReleased\tId", "artist\tNameless River\t\t\titunes:artist:1",
        "song\tMoney\tPink Floyd\t1973-03\titunes:song:1065973977",
      ]
    )
  }

  @Test("cannot be corrupted by text from sources")
  func hostile() {
    let artist = Artist(id: Samples.id("x:artist:1"), name: "A\tB\n\u{1B}[31mC")
    #expect(
      EntityList([.artist(artist)]).tabSeparated().last == "A B ␛[31mC\t\t\t\tx\tx:artist:1\t"
    )
  }
}
