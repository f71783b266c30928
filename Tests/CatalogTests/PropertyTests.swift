import Catalog
import MusicModel
import Testing

@Suite("Merging holds for any input")
struct PropertyTests {
  @Test("any order and any repetition give the same entities", arguments: 0..<40)
  func order(seed: Int) {
    var random = SeededGenerator(seed)
    let records = RandomRecords.make(&random)
    let merged = Catalog.merge(records)
    #expect(Catalog.merge(records.shuffled(using: &random)) == merged)
    #expect(Catalog.merge(records + records.shuffled(using: &random).prefix(5)) == merged)
  }

  @Test("every record is in exactly one entity", arguments: 0..<20)
  func partition(seed: Int) {
    var random = SeededGenerator(seed)
    let records = RandomRecords.make(&random)
    let merged = Catalog.merge(records)
    #expect(Set(merged.flatMap(\.records)) == Set(records))
    #expect(merged.flatMap(\.records).count == Set(records).count)
    #expect(merged.map(\.entity.id) == merged.map(\.entity.id).sorted())
  }

  @Test("no entity holds two records that are different", arguments: 0..<40)
  func neverGlued(seed: Int) {
    var random = SeededGenerator(seed)
    var records = RandomRecords.make(&random)
    let added = records.removeLast()
    for records in [records, records + [added]] {
      for entity in Catalog.merge(records) {
        for (place, one) in entity.records.enumerated() {
          for other in entity.records[..<place] {
            #expect(Catalog.compare(one, other).verdict != .different)
          }
        }
      }
    }
  }

  @Test("comparing is the same both ways", arguments: 0..<20)
  func symmetry(seed: Int) {
    var random = SeededGenerator(seed)
    let records = RandomRecords.make(&random)
    for one in records.prefix(12) {
      for other in records.suffix(12) {
        let (there, back) = (Catalog.compare(one, other), Catalog.compare(other, one))
        #expect(there.verdict == back.verdict)
        #expect(there.points == back.points)
      }
    }
  }

  @Test("a record is the same as itself told by another provider", arguments: 0..<20)
  func reflexive(seed: Int) {
    var random = SeededGenerator(seed)
    for record in RandomRecords.make(&random) {
      var copy = record
      copy.provider = provider("mirror")
      #expect(Catalog.compare(record, copy).verdict == .same)
    }
  }

  @Test(
    "odd names do no harm",
    arguments: [
      "", " ", "\u{0}", "((((((((((", "))))", "-", "- - -", "&", "& & &", "feat.", "(feat.)", "the",
      "The The", "\u{301}", "🎵", "️‍🌈", String(repeating: "a", count: 10_000),
      String(repeating: "(", count: 1_000) + "x", "ﷺ", "\u{202E}abc", "Ⅷ", "½", "(Live)", "- EP",
    ]
  )
  func oddNames(name: String) {
    let records = [
      song("a", "a:song:1", title: name, by: name, on: name, length: 1),
      song("b", "b:song:1", title: name, by: "x", on: name, length: -5),
      album("a", "a:album:1", title: name, by: name), album("b", "b:album:1", title: name),
      artist("a", "a:artist:1", name: name), artist("b", "b:artist:1", name: name),
    ]
    let merged = Catalog.merge(records)
    #expect((3...6).contains(merged.count))
    #expect(Catalog.ranked(merged, for: name).count == merged.count)
  }
}

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Records of a few artists, albums and songs, told many times with errors and contradictions.
enum RandomRecords {
  private static let names = [
    "Slayer", "slayer", "The Slayer", "Slayers", "Air", "AIR", "Blur & Air", "Various Artists",
  ]
  private static let titles = [
    "Hello", "Hello (Live)", "Hello (Deluxe Edition)", "Hello - EP", "Hello, Pt. 2", "Hallo",
    "Greatest Hits", "Intro", "Slayer",
  ]
  private static let sources = ["itunes-search", "audiodb", "itunes-rss", "musicbrainz"]
  private static let namespaces = ["itunes", "audiodb", "mbid"]

  static func make(_ random: inout SeededGenerator) -> [SourceRecord] {
    (0..<30).map { number in
      let source = sources.randomElement(using: &random)!
      let namespace = namespaces.randomElement(using: &random)!
      let value = Int.random(in: 0..<12, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        return artist(source, "\(namespace):artist:\(value)", name: pick(names, &random)) {
          $0.formedYear = [nil, 1981, 1998].randomElement(using: &random)!
          $0.genres = [[], ["Metal"], ["Jazz"]].randomElement(using: &random)!
          $0.links = ["n": "\(number)"]
        }
      case 1:
        let years: [String?] = [nil, "1990", "2001-05-05"]
        return album(
          source,
          "\(namespace):album:\(value)",
          title: pick(titles, &random),
          by: pick(names, &random),
          released: years.randomElement(using: &random)!,
          tracks: [nil, 3, 10, 14].randomElement(using: &random)!
        )
      default:
        return song(
          source,
          "\(namespace):song:\(value)",
          title: pick(titles, &random),
          by: pick(names, &random),
          on: [nil, "Hello", "Gold"].randomElement(using: &random)!,
          length: [nil, 200, 201, 240].randomElement(using: &random)!,
          track: [nil, 1, 2].randomElement(using: &random)!
        )
      }
    }
  }

  private static func pick(_ words: [String], _ random: inout SeededGenerator) -> String {
    words.randomElement(using: &random)!
  }
}
