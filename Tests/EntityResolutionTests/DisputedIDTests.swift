import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("An id on which sources disagree")
struct DisputedIDTests {
  /// Two bands called Nirvana. MusicBrainz links the British one to the American one at Deezer.
  private let british = artist(
    "musicbrainz",
    "mbid:artist:uk",
    "deezer:artist:415",
    name: "Nirvana"
  )
  private let britishWikipedia = artist(
    "wikipedia",
    "wikidata:artist:uk",
    "mbid:artist:uk",
    "deezer:artist:77416",
    name: "Nirvana"
  )
  private let american = artist(
    "musicbrainz",
    "mbid:artist:us",
    "deezer:artist:415",
    name: "Nirvana"
  )
  private let americanWikipedia = artist(
    "wikipedia",
    "wikidata:artist:us",
    "mbid:artist:us",
    "deezer:artist:415",
    name: "Nirvana"
  )
  private let deezer = artist("deezer", "deezer:artist:415", name: "Nirvana")
  private let otherDeezer = artist("deezer", "deezer:artist:77416", name: "Nirvana")

  /// The groups of the records, which must be the same in any order.
  private func merged(_ records: SourceRecord...) -> [[String]] {
    let expected = groups(Catalog.merge(records))
    for first in records.indices {
      let turned = Array(records[first...] + records[..<first])
      #expect(groups(Catalog.merge(turned)) == expected)
      #expect(groups(Catalog.merge(turned.reversed())) == expected)
    }
    return expected
  }

  @Test("joins no records if two sources give one artist different ids")
  func twoIDs() {
    let entity = ["mbid:artist:uk", "wikidata:artist:uk"]
    #expect(merged(british, britishWikipedia, deezer) == [["deezer:artist:415"], entity])
    #expect(merged(british, britishWikipedia, otherDeezer) == [["deezer:artist:77416"], entity])
    #expect(
      merged(british, britishWikipedia, deezer, otherDeezer) == [
        ["deezer:artist:415"], ["deezer:artist:77416"], entity,
      ]
    )
  }

  @Test("joins the artist to whom more sources give it")
  func twoArtists() {
    let expected = [
      ["deezer:artist:415", "mbid:artist:us", "wikidata:artist:us"], ["mbid:artist:uk"],
    ]
    #expect(merged(british, american, americanWikipedia, deezer) == expected)
  }

  @Test("joins neither of two artists to whom one source gives it")
  func oneSource() {
    #expect(
      merged(british, american, deezer) == [
        ["deezer:artist:415"], ["mbid:artist:uk"], ["mbid:artist:us"],
      ]
    )
  }

  @Test("counts as undisputed if one of several ids of a source is confirmed")
  func severalIDs() {
    let linked = artist(
      "musicbrainz",
      "mbid:artist:us",
      "deezer:artist:415",
      "deezer:artist:9",
      name: "Nirvana"
    )
    #expect(merged(linked, americanWikipedia, deezer).count == 1)
  }

  @Test("is not among the ids of the merged artist, and its record can be restored")
  func records() {
    let all = Catalog.merge([british, britishWikipedia, deezer])
    let entity = all.first { $0.entity.ids.contains(id("mbid:artist:uk")) }
    #expect(entity?.entity.ids == [id("mbid:artist:uk"), id("wikidata:artist:uk")])
    #expect(entity?.records.map(\.restored.entity.ids.count) == [2, 3])
    // The dispute may have ended when the records are merged again.
    let again = Catalog.merge((entity?.records ?? []) + [deezer])
    #expect(again.count == 2)
    #expect(entity.map { Catalog.compare($0.records[1], deezer).decision } == .different)
    let agreed = (entity?.records ?? []).filter { $0.provider == provider("musicbrainz") }
    #expect(Catalog.merge(agreed + [deezer]).count == 1)
  }

  @Test("does not separate records that share another id")
  func sharedID() {
    // "b" gave its own artist the id of a namesake at "a"; another record of "a" has the right link.
    let own = artist("b", "b:artist:5", "a:artist:2", name: "Nirvana")
    let linked = artist("a", "a:artist:1", "b:artist:5", name: "Nirvana")
    let namesake = artist("a", "a:artist:2", name: "Nirvana")
    #expect(
      merged(own, linked, namesake) == [["a:artist:1", "b:artist:5"], ["a:artist:2"]]
    )
  }

  @Test("separates records even if other evidence supports a match")
  func separates() {
    let equal = artist("deezer", "deezer:artist:415", name: "Nirvana") { $0.formedYear = 1965 }
    var dated = british
    if case .artist(var artist) = dated.entity {
      artist.formedYear = 1965
      dated.entity = .artist(artist)
    }
    #expect(merged(dated, britishWikipedia, equal).count == 2)
  }
}
