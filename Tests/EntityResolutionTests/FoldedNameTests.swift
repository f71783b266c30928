import EntityResolution
import MusicModel
import Testing

@Suite("A normalized name")
struct FoldedNameTests {
  @Test(
    "is equal for names that differ only in case, accents, punctuation and articles",
    arguments: [
      ("Beyoncé", "beyonce"), ("Die Ärzte: Groß", "Die Arzte Gross"),
      ("Motörhead", "MOTORHEAD"), ("Sigur Rós", "Sigur Ros"),
      ("Mø", "MO"), ("Blümchen", "Blumchen"), ("Łona", "Lona"), ("Æon", "Aeon"),
      ("AC/DC", "ACDC"), ("R.E.M.", "REM"), ("A-ha", "Aha"), ("Ke$ha", "Kesha"),
      ("P!nk", "PINK"), ("The Beatles", "Beatles"), ("Beatles, The", "The Beatles"),
      ("Simon & Garfunkel", "Simon and Garfunkel"),
      ("Florence + the Machine", "Florence and the Machine"),
      ("Guns N’ Roses", "Guns N' Roses"), ("Ｃｏｌｄｐｌａｙ", "Coldplay"),
      ("Panic! At the Disco", "Panic at the Disco"),
      ("Ёлка", "Елка"), ("ｻｶﾅｸｼｮﾝ", "サカナクション"), ("ﾎﾟﾙﾉｸﾞﾗﾌｨﾃｨ", "ポルノグラフィティ"),
      ("Σωκράτης", "ΣΩΚΡΆΤΗΣ"), ("  Blur ", "Blur"),
    ]
  )
  func equal(one: String, other: String) {
    #expect(FoldedName(one) == FoldedName(other))
  }

  @Test(
    "differs for different names",
    arguments: [
      ("U2", "UB40"), ("か", "が"), ("!!!", "???"), ("+", "÷"), ("Hayloft", "Hayloft II"),
      ("Slayer", "Slayyyter"), ("Кино", "Вино"), ("Prince", "Princess"), ("", "!"),
    ]
  )
  func different(one: String, other: String) {
    #expect(FoldedName(one) != FoldedName(other))
  }

  @Test(
    "retains punctuation if the name has no letters or digits",
    arguments: [("!!!", "!!!"), ("+", "+"), ("( )", "()"), ("÷", "÷")]
  )
  func symbols(name: String, words: String) {
    #expect(FoldedName(name).words == words)
  }

  @Test("is a prefix of a longer name only at a word boundary")
  func prefix() {
    #expect(FoldedName("Hayloft").begins(FoldedName("Hayloft II")))
    #expect(!FoldedName("Hay").begins(FoldedName("Hayloft II")))
    #expect(!FoldedName("Hayloft").begins(FoldedName("Hayloft")))
    #expect(!FoldedName("").begins(FoldedName("Hayloft")))
  }

  @Test("names an artist under any name, and a title without edition and guests, but no version")
  func names() {
    var ye = Artist(id: id("mbid:artist:1"), name: "Ye")
    ye.aliases = ["Kanye West"]
    #expect(FoldedName("kanye west").isName(of: .artist(ye)))
    #expect(!FoldedName("Kanye").isName(of: .artist(ye)))
    let titles = [
      ("Thrift Shop (feat. Wanz)", "thrift shop", true), ("÷ (Deluxe)", "÷", true),
      ("Wildest Dreams (Taylor's Version)", "Wildest Dreams", false),
      ("Yesterday (Live)", "Yesterday", false), ("One Love", "One", false),
      ("Don't You (Forget About Me)", "Don't You", false), ("D12 World", "World", false),
      ("K-12", "k12", true),
    ]
    for (title, text, isName) in titles {
      let song = Song(id: id("itunes:song:1"), title: title)
      #expect(FoldedName(text).isName(of: .song(song)) == isName, "\(title)")
    }
  }

  @Test("has whole words only")
  func words() {
    let name = FoldedName("The Dark Side of the Moon")
    #expect(name.words == "dark side of the moon")
    #expect(["dark", "side", "the", "moon"].allSatisfy { name.hasWord($0) })
    #expect(["da", "ark", "sides", "dark side", "moons", ""].allSatisfy { !name.hasWord($0) })
    #expect(!FoldedName("").hasWord("moon"))
  }
}
