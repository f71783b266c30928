import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Choosing values")
struct PolicyTests {
  private let store = artist("itunes-search", "itunes:artist:1", name: "Coldplay", fetchedMs: 2_000)
  {
    $0.genres = ["Alternative"]
    $0.country = "UK"
    $0.biography = "A band."
    $0.artwork = [Artwork(url: "https://s/1.jpg", width: 100, height: 100, role: .portrait)]
    $0.links = ["itunes": "https://s/1"]
  }
  private let database = artist("audiodb", "audiodb:artist:2", name: "COLDPLAY", fetchedMs: 1_000) {
    $0.formedYear = 1996
    $0.genres = ["Alternative Rock", "alternative"]
    $0.country = "England"
    $0.biography = "Coldplay are a British rock band formed in London in 1996."
    $0.artwork = [Artwork(url: "https://d/1.jpg", width: 700, height: 700, role: .portrait)]
    $0.links = ["audiodb": "https://d/2"]
  }

  private var merged: MergedEntity { Catalog.merge([store, database])[0] }

  private var view: Artist {
    guard case .artist(let artist) = merged.entity else {
      return Artist(id: id("x:artist:x"), name: "")
    }
    return artist
  }

  @Test("follows the trusted provider for names and the better value for texts and pictures")
  func standard() {
    #expect(view.name == "Coldplay")
    #expect(view.country == "UK")
    #expect(view.biography == "Coldplay are a British rock band formed in London in 1996.")
    #expect(view.artwork.map(\.url) == ["https://d/1.jpg", "https://s/1.jpg"])
    #expect(view.genres == ["Alternative Rock"])
    #expect(view.links == ["itunes": "https://s/1", "audiodb": "https://d/2"])
    #expect(view.formedYear == 1996)
  }

  @Test("shows the longest list of artists, and does not unite what sources write differently")
  func artists() {
    let store = song("s", "s:song:1", title: "Princess of China", by: "Coldplay", length: 239)
    let one = song("a", "a:song:1", "s:song:1", title: "Princess of China", by: "Coldplay") {
      $0.artists = [CreditedArtist(name: "Coldplay", join: "&"), CreditedArtist(name: "Rihanna")]
    }
    let other = song("b", "b:song:1", "s:song:1", title: "Princess of China", by: "Coldplay") {
      $0.artists = ["Cold Play", "RIHANNA", "Spike Stent"].map { CreditedArtist(name: $0) }
    }
    for (records, names) in [
      ([store, one], ["Coldplay", "Rihanna"]),
      ([store, one, other], ["Cold Play", "RIHANNA", "Spike Stent"]),
    ] {
      let merged = Catalog.merge(records)
      #expect(merged.count == 1)
      guard case .song(let view) = merged[0].entity else { continue }
      #expect(view.artists.map(\.name) == names && view.artist?.name == "Coldplay")
    }
  }

  @Test("prefers a biography in the language of the call to a longer one, with its language")
  func language() {
    let german = artist("wikipedia", "wikidata:artist:3", "audiodb:artist:2", name: "Coldplay") {
      ($0.biography, $0.biographyLang) = ("Eine Band aus London.", "de")
    }
    let english = artist("audiodb", "audiodb:artist:2", name: "Coldplay") {
      ($0.biography, $0.biographyLang) = ("A British rock band formed in London in 1996.", "en")
    }
    for (wanted, shown) in [("de-AT", "de"), ("en", "en"), ("fr", "en")] {
      var policy = MergePolicy.standard
      policy.language = wanted
      guard case .artist(let view) = Catalog.merge([german, english], policy: policy)[0].entity
      else { continue }
      #expect(view.biographyLang == shown)
      #expect(view.biography?.hasPrefix(shown == "de" ? "Eine" : "A") == true)
    }
  }

  @Test("gives the provenance of every member, with time and alternatives")
  func provenance() {
    let provenance = merged.provenance(at: 5_000)
    #expect(provenance["formedYear"]?.provider == provider("audiodb"))
    #expect(provenance["formedYear"]?.record == id("audiodb:artist:2"))
    #expect(provenance["formedYear"]?.ageMs == 4_000)
    #expect(provenance["name"]?.alternatives?.map(\.value) == ["COLDPLAY"])
    #expect(provenance["biography"]?.alternatives?.first?.provider == provider("itunes-search"))
    #expect(provenance["followers"] == nil)
  }

  @Test("can be configured for all members or for one")
  func configured() {
    var policy = MergePolicy(providers: [provider("audiodb")])
    policy.members["artist.country"] = .init(providers: [provider("itunes-search")])
    let artist = Catalog.merge([store, database], policy: policy)[0].entity
    guard case .artist(let view) = artist else { return }
    #expect(view.name == "COLDPLAY")
    #expect(view.country == "UK")
  }

  @Test("the majority decides if numbers contain typos")
  func agreement() {
    let records = [1991, 1996, 1996].enumerated().map { number, year in
      artist(
        ["itunes-search", "audiodb", "zeta"][number],
        "x\(number):artist:1",
        "mbid:artist:c",
        name: "Coldplay"
      ) {
        $0.formedYear = year
        $0.links = ["\(number)": "x"]
      }
    }
    let merged = Catalog.merge(records)
    #expect(merged.count == 1)
    #expect(merged[0].provenance(at: nil)["formedYear"]?.value == 1996)
  }

  @Test("a price has the currency of the same source")
  func companions() {
    let merged = Catalog.merge([
      song("itunes-search", "itunes:song:1", title: "Yellow", by: "Coldplay") { $0.price = 1.29 },
      song("audiodb", "audiodb:song:2", title: "Yellow", by: "Coldplay") {
        $0.price = 0.99
        $0.currency = "EUR"
      },
    ])
    guard case .song(let song) = merged[0].entity else { return }
    #expect(song.price == 1.29)
    #expect(song.currency == nil)
  }
}
