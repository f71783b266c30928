@testable import EntityResolution
import MusicModel
import Testing

@Suite("Components of matching")
struct MatchingPartsTests {
  @Test("radix sort is a stable sort", arguments: 0..<10)
  func radix(seed: Int) {
    var random = SeededRandom(seed)
    let keys = (0..<500).map { _ in
      UInt32.random(in: Bool.random(using: &random) ? 0...9 : 0...UInt32.max, using: &random)
    }
    var sorted = keys.enumerated().map {
      RadixSort.Entry(key: $0.element, position: UInt32($0.offset))
    }
    RadixSort.sort(&sorted)
    let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(sorted.map { Int($0.position) } == expected)
    #expect(sorted.allSatisfy { keys[Int($0.position)] == $0.key })
    var none: [RadixSort.Entry] = []
    RadixSort.sort(&none)
    #expect(none.isEmpty)
  }

  @Test("disjoint sets can be joined and split")
  func sets() {
    var sets = DisjointSets(count: 5)
    sets.join(0, 3)
    sets.join(3, 4)
    #expect(Set(sets.all(in: 4)) == [0, 3, 4])
    #expect(sets.contains(in: 0) { $0 == 4 })
    #expect(!sets.contains(in: 0) { $0 == 1 })
    let removed = [sets.removeNext(of: 3), sets.removeNext(of: 3)]
    #expect(Set(removed) == [0, 4])
    #expect(sets.removeNext(of: 3) == nil)
    #expect((0..<5).allSatisfy { sets.all(in: $0) == [$0] })
  }

  @Test("a record finds earlier records by shared keys, the latest first")
  func chains() {
    #expect(found([[1, 2], [2], [3], [2, 3]], by: 3) == [1, 0, 2])
    #expect(found([[1, 2], [2], [3], [2, 3]], by: 0) == [])
  }

  @Test("a key that many records share finds only the latest ones")
  func chainsAreBounded() {
    let last = 2 * BlockingIndex.maxChain
    #expect(
      found((0...last).map { _ in [7] }, by: last)
        == (0..<BlockingIndex.maxChain).map { last - 1 - $0 }
    )
  }

  @Test("records with a shared id are always compared")
  func chainsAreLongEnough() { #expect(CandidatePairs.maxComparisons <= BlockingIndex.maxChain) }

  @Test(
    "the filter rules out most keys that find no record",
    arguments: [1, 100, 50_000]
  )
  func findingKeys(count: Int) {
    var random = SeededRandom(count)
    let known = (0..<count).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }
    var keys = BlockKeys()
    for key in known { keys.add(key, .both) }
    for key in known.prefix(count / 2) { keys.add(key, .both) }
    keys.endRecord()
    let finding = ProbeFilter(keys)
    let (twice, once) = (known.prefix(count / 2), known.dropFirst(count / 2))
    func mayFind(_ key: UInt64) -> Bool { finding.mayContain(BlockingKey(key, .both).key) }
    #expect(twice.allSatisfy(mayFind))
    #expect(once.count(where: mayFind) <= once.count / 2)
  }

  @Test("a record finds the same earlier records as a plain search", arguments: 0..<20)
  func chainsByValue(seed: Int) {
    var random = SeededRandom(seed)
    let uses: [BlockingKey.Use] = [.both, .decision, .finding, .beingFound]
    let records = (0..<60).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Key(
          UInt64.random(in: 0...30, using: &random) &* 0x9E37_79B9,
          uses[Int.random(in: uses.indices, using: &random)]
        )
      }
    }
    let table = BlockingIndex(keys(of: records[...]))
    for (record, own) in records.enumerated() {
      let expected = own.filter { $0.use != .beingFound }.flatMap { key in
        (0..<record).flatMap { other in
          records[other].filter { $0.hash == key.hash && $0.use != .finding }.map { _ in other }
        }
        .suffix(BlockingIndex.maxChain).reversed()
      }
      let others = found(in: table, by: record).filter { $0 != record }
      #expect(others == expected)
    }
  }

  @Test("a key may find others without being found, or be found without finding others")
  func oneWayKeys() {
    var keys = BlockKeys()
    keys.add(5, .finding)
    keys.endRecord()
    keys.add(5, .beingFound)
    keys.endRecord()
    keys.add(5, .both)
    keys.endRecord()
    let table = BlockingIndex(keys)
    #expect((0..<3).map { found(in: table, by: $0) } == [[], [], [1]])
  }

  @Test("joined names are compared regardless of the boundary")
  func joinedNames() {
    var arena = NameArena()
    func name(_ text: String) -> Name { arena.add(Array(text.utf8), words: 0) }
    let (whole, title, album) = (name("hayloftomyheart"), name("hayloft"), name("omyheart"))
    let long = name(String(repeating: "a", count: 300))
    #expect(arena.similarity(whole, joined: title, album) == 99)
    #expect(arena.similarity(whole, joined: album, title) < 80)
    #expect(arena.similarity(long, joined: long, .unknown) == 99)
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
        other[Int.random(in: other.indices, using: &random)] = .random(in: 32...255, using: &random)
      }
      other += name(of: 0...5, &random)
      var arena = NameArena()
      let (first, second) = (arena.add(one, words: 1), arena.add(other, words: 2))
      let longer = max(one.count, other.count)
      let percent = (longer - tableDistance(one, other)) * 100 / longer
      #expect(arena.similarity(first, second) == (percent >= NameArena.minSimilarity ? percent : 0))
    }
  }

  private func name(of length: ClosedRange<Int>, _ random: inout SeededRandom) -> [UInt8] {
    (0..<Int.random(in: length, using: &random)).map { _ in .random(in: 32...255, using: &random) }
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

  private func found(_ lists: [[UInt64]], by record: Int) -> [Int] {
    let records = lists.map { list in
      list.map { Key($0, .both) }
    }
    return found(in: BlockingIndex(keys(of: records[...])), by: record)
  }

  private typealias Key = (hash: UInt64, use: BlockingKey.Use)

  private func keys(of records: ArraySlice<[Key]>) -> BlockKeys {
    var keys = BlockKeys()
    for record in records {
      for key in record { keys.add(key.hash, key.use) }
      keys.endRecord()
    }
    return keys
  }

  private func found(in table: BlockingIndex, by record: Int) -> [Int] {
    var found: [Int] = []
    table.forEachSharing(with: record) { other, _ in found.append(other) }
    return found
  }
}
