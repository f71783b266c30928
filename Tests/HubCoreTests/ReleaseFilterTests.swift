import HubCore
import MusicModel
import Testing

@Suite("New albums among listed ones")
struct ReleaseFilterTests {
  private static let today = PartialDate(year: 2026, month: 11, day: 23)!
  private let nina: Artist = {
    var artist = Artist(id: id("a:artist:1"), name: "Nina Simone")
    artist.ids = [id("a:artist:1"), id("b:artist:9")]
    return artist
  }()
  private let provider = ProviderID(rawValue: "a")!

  private func one(
    _ title: String,
    _ date: String?,
    by name: String = "Nina Simone",
    _ change: (inout Album) -> Void = { _ in }
  ) -> Album {
    let key = title.filter { !$0.isWhitespace }
    var album = Album(id: id("a:album:\(key)"), title: title, artist: .init(name: name))
    album.releaseDate = date.flatMap { PartialDate($0) }
    change(&album)
    return album
  }

  /// The titles that are new in a second list.
  private func new(
    in second: [Album],
    after first: [Album] = [],
    earliest: ((Album) -> PartialDate?)? = nil
  ) -> [String] {
    var history = ReleaseHistory(artist: "k")
    func check(_ albums: [Album]) -> [String] {
      ReleaseFilter.newAlbums(
        in: albums,
        by: provider,
        of: nina,
        &history,
        today: Self.today,
        earliestDate: earliest ?? { $0.releaseDate }
      ).map(\.title)
    }
    #expect(check(first) == [], "the first check marks everything as seen")
    let found = check(second)
    #expect(check(second) == [], "an album is new once")
    return found
  }

  @Test(
    "are new if they were released lately, or are announced",
    arguments: [
      "2026-11-20", "2026-11-23", "2026-12-24", "2027-02", "2026-10", "2026", "2027",
    ]
  )
  func recent(_ date: String) {
    #expect(new(in: [one("Fresh", date)]) == ["Fresh"])
  }

  @Test(
    "are not new if their date is old, missing or impossible",
    arguments: [
      "1965-03-01", "2025", "2026-05", "2099-01-01", nil,
    ]
  )
  func old(_ date: String?) {
    #expect(new(in: [one("Stale", date)]).isEmpty)
  }

  @Test(
    "are not new if they were listed before, in any edition",
    arguments: [
      "Wild Is the Wind", "Wild is the Wind (Deluxe Edition)", "WILD IS THE WIND [Remastered 2026]",
      "Wild Is The Wind (Live)",
    ]
  )
  func editions(_ title: String) {
    #expect(new(in: [one(title, "2026-11-20")], after: [one("Wild Is the Wind", "1966")]).isEmpty)
  }

  @Test("are not new if the title or the copyright shows a re-release")
  func reissues() {
    #expect(new(in: [one("Pastel Blues (2026 Remaster)", "2026-11-20")]).isEmpty)
    #expect(new(in: [one("Pastel Blues: 60th Anniversary", "2026-11-20")]).isEmpty)
    let copied = one("Pastel Blues", "2026-11-20") { $0.copyright = "℗ 1965 Philips" }
    #expect(new(in: [copied]).isEmpty)
    let current = one("New Blues", "2026-11-20") { $0.copyright = "℗ 2026 Philips" }
    #expect(new(in: [current]) == ["New Blues"])
  }

  @Test("are not new if another source has an older date, or they are by another artist")
  func otherEvidence() {
    let listed = one("Little Girl Blue", "2026-11-20")
    #expect(new(in: [listed], earliest: { _ in PartialDate("1959") }).isEmpty)
    #expect(new(in: [one("Tribute", "2026-11-20", by: "Various Artists")]).isEmpty)
    #expect(new(in: [one("Duets", "2026-11-20", by: "Nina Simone & Friends")]) == ["Duets"])
  }

  @Test("are all seen in the first list of another provider")
  func otherProvider() {
    var history = ReleaseHistory(artist: "k")
    for name in ["a", "b"] {
      let found = ReleaseFilter.newAlbums(
        in: [one("Listed by \(name)", "2026-11-20")],
        by: ProviderID(rawValue: name)!,
        of: nina,
        &history,
        today: Self.today
      )
      #expect(found.isEmpty)
    }
  }

  @Test("a single does not hide the album of its title, nor a self-titled album another")
  func sameTitles() {
    let single = one("Sunrise - Single", "2026-10-01")
    let marked = one("Sunrise", "2026-10-01") { $0.albumKind = .single }
    let album = one("Sunrise", "2026-11-20") { $0.albumKind = .album }
    #expect(new(in: [album], after: [single]) == ["Sunrise"])
    #expect(new(in: [album], after: [marked]) == ["Sunrise"])
    #expect(new(in: [single], after: [album]) == [], "a single of a known album is no news")
    let named = { (year: String) in self.one("Nina Simone", year) { $0.id = id("a:album:n\(year)") }
    }
    #expect(
      new(in: [named("1961"), named("2026-11-01")], after: [named("1961")]) == ["Nina Simone"]
    )
    #expect(new(in: [named("2026-11-01")], after: [named("2025-12-30")]) == [])
  }
}
