import EntityResolution
import MusicModel
import Testing

@Suite("Ranking hits")
struct RankingTests {
  private func ranked(_ names: [String], for text: String) -> [String] {
    let records = names.enumerated().map { number, name in
      artist("itunes-search", "itunes:artist:\(number)", name: name)
    }
    return Catalog.ranked(Catalog.merge(records), for: text).map(\.entity.displayName)
  }

  @Test("puts the exact name first, then other spellings, then prefixes")
  func tiers() {
    #expect(
      ranked(["Blur Tribute", "Coldblur", "blur", "Blur", "Blurred Minds"], for: "Blur")
        == ["Blur", "blur", "Blurred Minds", "Coldblur", "Blur Tribute"]
    )
  }

  @Test("puts a song before others that is called for by its artist and its title, in any order")
  func artistAndTitle() {
    let records = [
      song("itunes-search", "itunes:song:1", title: "One Tree Hill", by: "U2"),
      song("itunes-search", "itunes:song:2", title: "One (Remastered)", by: "U2"),
      song("itunes-search", "itunes:song:3", title: "One", by: "U2 Players"),
    ]
    for text in ["U2 one", "one u2"] {
      let ranked = Catalog.ranked(Catalog.merge(records), for: text)
      #expect(ranked.first?.entity.displayName == "One (Remastered)")
    }
  }

  @Test("puts Hayloft before Hayloft II")
  func hayloft() {
    #expect(ranked(["Hayloft II", "Hayloft"], for: "hayloft") == ["Hayloft", "Hayloft II"])
  }

  @Test("never puts a collaboration before the artist")
  func collaboration() {
    let records = [
      artist("itunes-search", "itunes:artist:1", name: "Jack Johnson & Friends"),
      artist("audiodb", "audiodb:artist:1", name: "Jack Johnson & Friends"),
      artist("itunes-search", "itunes:artist:2", name: "Jack Johnson"),
    ]
    for text in ["jack johnson", "jack", "johnson", "JJ"] {
      #expect(
        Catalog.ranked(Catalog.merge(records), for: text).first?.entity.displayName
          == "Jack Johnson"
      )
    }
  }

  @Test("more sources and a better chart place come first among equals")
  func ties() {
    let records = [
      album("itunes-search", "itunes:album:1", title: "Thriller", by: "Fall Out Boy"),
      album("itunes-search", "itunes:album:2", title: "Thriller (Deluxe)", by: "Michael Jackson"),
      album("audiodb", "audiodb:album:3", title: "Thriller", by: "Michael Jackson"),
      album("itunes-search", "itunes:album:4", title: "Thriller", by: "Eddie") { $0.rank = 7 },
    ]
    let ranked = Catalog.ranked(Catalog.merge(records), for: "thriller")
    // An album has the id of the edition that is shown.
    #expect(
      ranked.map(\.entity.id.description) == [
        "audiodb:album:3", "itunes:album:4", "itunes:album:1",
      ]
    )
  }

  @Test("the better place in a chart breaks a tie")
  func chartRanks() {
    let charted = [("itunes:album:1", 40), ("itunes:album:2", 7), ("itunes:album:3", 100)]
    let records = charted.map { entry in
      album("itunes-search", entry.0, title: "Thriller", by: "Artist \(entry.1)") {
        $0.rank = entry.1
      }
    }
    let ranked = Catalog.ranked(Catalog.merge(records), for: "thriller")
    #expect(ranked.map { $0.entity.base.id.description.last } == ["2", "1", "3"])
  }

  @Test("neither sources nor charts rank a longer name before an exact one")
  func nameComesFirst() {
    let records = [
      song("itunes-search", "itunes:song:1", title: "Hayloft II", by: "Mother Mother") {
        $0.rank = 1
      },
      song("audiodb", "audiodb:song:2", title: "Hayloft II", by: "Mother Mother"),
      song("itunes-search", "itunes:song:3", title: "Hayloft", by: "Mother Mother"),
    ]
    let ranked = Catalog.ranked(Catalog.merge(records), for: "hayloft")
    #expect(ranked.map(\.entity.displayName) == ["Hayloft", "Hayloft II"])
  }

  @Test("finds title and artist in one text")
  func words() {
    let records = [
      album("itunes-search", "itunes:album:1", title: "Bad", by: "Unknown Artist"),
      album("itunes-search", "itunes:album:2", title: "Thriller", by: "Michael Jackson"),
    ]
    let ranked = Catalog.ranked(Catalog.merge(records), for: "michael jackson thriller")
    #expect(ranked.first?.entity.id == id("itunes:album:2"))
  }

  @Test(
    "originals come before tributes, karaoke and compilations, and the wanted artist before others"
  )
  func originals() {
    func titles(_ text: String, by artist: String? = nil, _ records: SourceRecord...) -> [String] {
      Catalog.ranked(Catalog.merge(records), for: text, artist: artist).map { one in
        let credit =
          switch one.entity {
          case .album(let album): album.artist?.name
          case .song(let song): song.artist?.name
          case .artist, .chart: String?.none
          }
        return "\(one.entity.displayName) by \(credit ?? "-")"
      }
    }
    #expect(
      titles(
        "Time",
        by: "Pink Floyd",
        song("a", "a:song:1", title: "Time", by: "Pink Floyd Tribute Band"),
        song("b", "b:song:2", title: "Time (Karaoke Version)", by: "Pink Floyd"),
        song("a", "a:song:3", title: "Time", by: "Hans Zimmer"),
        song("a", "a:song:4", title: "Time - Remastered 2011", by: "Pink Floyd")
      ) == [
        "Time - Remastered 2011 by Pink Floyd", "Time by Hans Zimmer",
        "Time (Karaoke Version) by Pink Floyd", "Time by Pink Floyd Tribute Band",
      ]
    )
    #expect(
      titles(
        "Queen",
        album("a", "a:album:1", title: "Queen Tribute", by: "Various Artists"),
        album("a", "a:album:2", title: "The Best of Queen", by: "Queen") {
          $0.albumKind = .compilation
        },
        album("a", "a:album:3", title: "Jazz", by: "Queen"),
        album("b", "b:album:4", title: "Queen of the Night", by: "Nobody")
      ) == [
        "Jazz by Queen", "Queen of the Night by Nobody", "The Best of Queen by Queen",
        "Queen Tribute by Various Artists",
      ]
    )
    #expect(
      titles(
        "Karaoke Queen",
        song("a", "a:song:1", title: "Karaoke Queen", by: "Catatonia"),
        song("a", "a:song:2", title: "Queen", by: "Karaoke")
      ).first == "Karaoke Queen by Catatonia"
    )
  }
}
