/// The normalized names of all records in a batch, in contiguous memory.
struct NameArena {
  private(set) var bytes: [UInt8] = []
  /// The hashes of the single artists of all credits.
  private var members: [UInt64] = []
  /// Titles followed by the words of their versions, if any.
  private var versioned: [Name] = []

  mutating func reserve(records: Int) {
    bytes.reserveCapacity(records * 48)
    members.reserveCapacity(records * 2)
  }

  /// Removes all names, and retains the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    versioned.removeAll(keepingCapacity: true)
  }

  /// Adds a name. `words` is the sum of the hashes of its words.
  mutating func add(_ name: some Collection<UInt8>, words: UInt64) -> Name {
    guard !name.isEmpty else { return .unknown }
    let start = bytes.count
    bytes.append(contentsOf: name)
    return self.name(of: start..<bytes.count, words: words)
  }

  /// Adds the words of a version after the last title, and returns the position of both together.
  /// Without such words it returns -1.
  mutating func addVersioned(_ title: Name, by more: [UInt8], words: UInt64) -> Int {
    guard !more.isEmpty else { return -1 }
    bytes.append(contentsOf: more)
    versioned.append(
      name(of: Int(title.start)..<bytes.count, words: title.words &+ words)
    )
    return versioned.count - 1
  }

  /// A title with the words of its version.
  func full(_ title: ParsedTitle) -> Name {
    title.versioned < 0 ? title.core : versioned[title.versioned]
  }

  /// The name in a range of ``bytes``.
  func name(of range: Range<Int>, words: UInt64) -> Name {
    var hash = StableHash()
    var letters = LetterKinds()
    for byte in bytes[range] {
      hash.add(byte)
      letters.add(byte)
    }
    return Name(
      start: Int32(range.lowerBound),
      count: Int32(range.count),
      hash: hash.mixed,
      words: words,
      letters: letters
    )
  }

  mutating func add(member hash: UInt64) { members.append(hash) }

  var memberCount: Int32 { Int32(members.count) }

  func members(_ range: Range<Int32>) -> ArraySlice<UInt64> {
    members[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// Whether two names are in one script; otherwise a difference shows nothing.
  func areComparable(_ one: Name, _ other: Name) -> Bool {
    Script(bytes[one.range]).isComparable(to: Script(bytes[other.range]))
  }

  func equal(_ one: Name, _ other: Name) -> Bool {
    guard one.hash == other.hash, one.count == other.count else { return false }
    if one.start == other.start { return true }
    let bytes = bytes.span
    let (first, second) = (bytes.extracting(one.range), bytes.extracting(other.range))
    for index in first.indices where first[index] != second[index] { return false }
    return true
  }

  /// A key of the prefix of a name.
  func prefix(_ name: Name, _ length: Int) -> UInt64 {
    hash(bytes: name.range.prefix(length))
  }

  /// A key of the suffix of a name.
  func suffix(_ name: Name, _ length: Int) -> UInt64 {
    hash(bytes: name.range.suffix(length))
  }

  private func hash(bytes range: Range<Int>) -> UInt64 {
    let bytes = bytes.span
    var hash = StableHash()
    for index in range { hash.add(bytes[index]) }
    return hash.mixed
  }
}

/// A normalized name in a ``NameArena``, without spaces.
struct Name {
  var start: Int32
  var count: Int32
  var hash: UInt64
  /// The sum of the hashes of the words: equal for the same words in another order.
  var words: UInt64
  var letters: LetterKinds

  /// No name, or a placeholder for an unknown one.
  static let unknown = Name(start: 0, count: 0, hash: 0, words: 0, letters: LetterKinds())

  /// Adds all compared features of the name.
  func addToFingerprint(to fingerprint: inout StableHash) {
    fingerprint.add(hash)
    fingerprint.add(words)
  }

  var isUnknown: Bool { count == 0 }
  var length: Int { Int(count) }
  var range: Range<Int> { Int(start)..<Int(start + count) }
}
