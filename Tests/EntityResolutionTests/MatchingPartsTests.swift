import BusProtocol
@testable import EntityResolution
import MusicModel
import Testing

@Suite("Components of matching")
struct MatchingPartsTests {
  @Test("records with a common key are compared, and no others")
  func commonKeys() {
    let records = [
      album("a", "a:album:1", title: "Parachutes", by: "Coldplay"),
      album("b", "b:album:1", title: "Parachutes", by: "Coldplay"),
      album("c", "c:album:1", title: "Animals", by: "Pink Floyd"),
    ]
    let pairs = CandidatePairs(of: matcher(of: records))
    #expect(pairs.comparisons == 1)
    #expect(pairs.matches.map { [$0.one, $0.other] } == [[0, 1]])
  }

  @Test("a record is compared with few of those that share a key, however many do")
  func comparisonsAreBounded() {
    let records = (0..<500).map { number in
      album("a", "a:album:\(number)", title: "Greatest Hits", by: "Artist number \(number)")
    }
    let pairs = CandidatePairs(of: matcher(of: records))
    #expect(pairs.comparisons <= 500 * CandidatePairs.maxComparisons)
  }

  @Test("a record finds one with a shared id among many that look alike")
  func idsComeFirst() {
    let linked = album("b", "b:album:1", "a:album:000", title: "Hits", by: "ABBA")
    let records = (100..<200).map { album("a", "a:album:\($0)", title: "Hits", by: "ABBA") }
    let all = records + [linked, album("a", "a:album:000", title: "Hits", by: "ABBA")]
    let pairs = CandidatePairs(of: matcher(of: all))
    #expect(pairs.matches.contains { $0.points >= Weights.decisive })
  }

  @Test("a record is compared with those that share a user verdict, but no name")
  func verdicts() {
    let records = [
      artist("a", "a:artist:1", name: "Prince"), artist("b", "b:artist:2", name: "TAFKAP"),
    ]
    let verdicts = UserVerdicts([.init(.same, id("a:artist:1"), id("b:artist:2"), sequence: 0)])
    #expect(CandidatePairs(of: matcher(of: records)).comparisons == 0)
    #expect(CandidatePairs(of: matcher(of: records, verdicts)).matches.count == 1)
  }

  @Test("each name is parsed once in a merge, however many records have it")
  func parsings() {
    let records = ["itunes", "deezer", "mbid"].flatMap { namespace in
      (0..<200).map { number in
        album(
          namespace,
          "\(namespace):album:\(number)",
          "itunes:album:\(number)",
          title: "Volume \(number % 10) (Deluxe Edition)",
          by: "Artist \(number % 4)"
        )
      }
    }
    let names = NameReader()
    #expect(Catalog.merge(records, names: names).count < 600)
    #expect(names.count == 10 + 4)
    _ = Catalog.merge(records, names: names)
    #expect(names.count == 10 + 4)
  }

  @Test("of names, no more than a number is remembered")
  func fewNames() {
    let names = NameReader(maxCount: 3)
    for number in 0..<10 {
      #expect(names.title("Volume \(number)") == ParsedTitle("Volume \(number)"))
      #expect(names.count <= 3)
    }
  }

  @Test("joined names are compared regardless of the boundary")
  func joinedNames() {
    let (whole, title, album) = (Name(["hayloftomyheart"]), Name(["hayloft"]), Name(["omyheart"]))
    let long = Name([String(repeating: "a", count: 300)])
    #expect(Name.similarity(joined: (whole, .unknown), (title, album)) == 99)
    #expect(Name.similarity(joined: (whole, .unknown), (album, title)) < 80)
    #expect(Name.similarity(joined: (long, .unknown), (long, .unknown)) == 99)
  }

  @Test("the same words in another order are nearly equal")
  func wordOrder() {
    let name = Name(["simon", "garfunkel"])
    #expect(name.similarity(to: Name(["garfunkel", "simon"])) == 95)
    #expect(name.similarity(to: Name(["simongarfunkel"])) == 100)
    #expect(Name.unknown.similarity(to: .unknown) == 100)
  }

  @Test("a distance equals that of the full table, or exceeds the limit", arguments: 0..<20)
  func distances(seed: Int) {
    var random = SeededRandom(seed)
    for _ in 0..<50 {
      let letters = UInt8.random(in: 2...20, using: &random)
      func name() -> [UInt8] {
        let count = Int.random(in: 0...(Bool.random(using: &random) ? 12 : 190), using: &random)
        return (0..<count).map { _ in 97 + UInt8.random(in: 0..<letters, using: &random) }
      }
      let (one, other) = (name(), name())
      let distance = tableDistance(one, other)
      let most = Int.random(in: 0...190, using: &random)
      #expect(
        EditDistance.between(one.span, other.span, atMost: most)
          == (distance <= most ? distance : nil)
      )
    }
  }

  @Test("the similarity of names is the share of unchanged letters", arguments: 0..<20)
  func similarity(seed: Int) {
    var random = SeededRandom(seed)
    for _ in 0..<50 {
      let one = name(of: 1...40, &random)
      var other = one
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        other[Int.random(in: other.indices, using: &random)] = .random(in: 32...126, using: &random)
      }
      other += name(of: 0...5, &random)
      let (first, second) = (Name([text(one)]), Name([text(other)]))
      let longer = max(one.count, other.count)
      let percent = (longer - tableDistance(one, other)) * 100 / longer
      #expect(first.similarity(to: second) == (percent >= Name.minSimilarity ? percent : 0))
    }
  }

  private func text(_ letters: [UInt8]) -> String { String(decoding: letters, as: UTF8.self) }

  private func name(of length: ClosedRange<Int>, _ random: inout SeededRandom) -> [UInt8] {
    (0..<Int.random(in: length, using: &random)).map { _ in .random(in: 32...126, using: &random) }
  }

  /// The table of Wagner and Fischer. A single transposition counts as one.
  private func tableDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let differing = zip(one, other).enumerated().filter { $0.element.0 != $0.element.1 }
    if one.count == other.count, differing.count == 2,
      differing[1].offset == differing[0].offset + 1,
      differing[0].element.0 == differing[1].element.1,
      differing[0].element.1 == differing[1].element.0
    {
      return 1
    }
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (index, otherLetter) in other.enumerated() {
        let above = row[index + 1]
        row[index + 1] = min(
          min(above, row[index]) + 1,
          diagonal + (letter == otherLetter ? 0 : 1)
        )
        diagonal = above
      }
    }
    return row[other.count]
  }
}
