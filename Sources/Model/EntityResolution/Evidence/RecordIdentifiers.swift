import MusicModel

/// The ids of all records in a batch, in a form that is fast to compare.
struct RecordIdentifiers {
  /// The meaning of equal and different ids of one namespace and type.
  enum Meaning {
    /// An entity has only one: equal ids match, different ids exclude a match.
    case identity
    /// An entity may have one per edition: equal ids match.
    case edition
    /// A product code: equal codes support a match, but some codes are used twice.
    case support
  }

  /// The namespace and type of ids.
  private struct Space {
    var hash: UInt64
    /// The trust order, the most trusted lowest.
    var rank: Int
    var meaning: Meaning
  }

  private struct Key {
    var space: UInt64
    var id: UInt64
    @Packed<UInt8> var rank: Int
    var meaning: Meaning
    /// Whether a code identifies a recording, not a product.
    var isRecording: Bool
    /// Whether the id is probably wrong: an equal one is not evidence.
    var isDisputed: Bool

    func precedes(_ other: Key) -> Bool {
      (rank, space, id) < (other.rank, other.space, other.id)
    }
  }

  private var keys: [Key] = []
  private var ends: [Int] = [0]
  private var spaces: [UInt64: Space] = [:]

  mutating func reserve(records: Int) {
    keys.reserveCapacity(records * 2)
    ends.reserveCapacity(records + 1)
  }

  /// Adds the ids of the next record, the most trusted first.
  mutating func add(_ ids: [EntityID], disputed: [EntityID]) {
    let start = keys.count
    for id in ids { add(id, from: start, isDisputed: false) }
    for id in disputed { add(id, from: start, isDisputed: true) }
    ends.append(keys.count)
  }

  private mutating func add(_ id: EntityID, from start: Int, isDisputed: Bool) {
    let space = space(of: id)
    let key = Key(
      space: space.hash,
      id: RecordIdentifiers.hash(id, space.hash, trimmed: space.meaning == .support),
      rank: space.rank,
      meaning: space.meaning,
      isRecording: id.namespace == "isrc",
      isDisputed: isDisputed
    )
    insert(key, from: start)
  }

  /// Inserts a key in order, so that neither the order of ids nor duplicates matter.
  private mutating func insert(_ key: Key, from start: Int) {
    var position = keys.count
    while position > start, key.precedes(keys[position - 1]) { position -= 1 }
    if position > start, keys[position - 1].id == key.id { return }
    keys.insert(key, at: position)
  }

  /// Calls `body` with the blocking keys of a record's ids.
  func forEachKey(_ record: Int, _ body: (UInt64) -> Void) {
    for key in keys[ends[record]..<ends[record + 1]] where !key.isDisputed { body(key.id) }
  }

  /// Adds the ids that may contradict or support a match.
  func addToFingerprint(of record: Int, to fingerprint: inout StableHash) {
    for key in keys[ends[record]..<ends[record + 1]] where key.meaning != .edition {
      fingerprint.add(key.id)
      if key.isDisputed { fingerprint.add(UInt64(1)) }
    }
  }

  /// Scores the ids of two records: the most trusted namespace that both have decides.
  func score<Sink: EvidenceSink>(
    _ one: Int,
    _ other: Int,
    countingEditions: Bool,
    into sink: inout Sink
  ) {
    let others = ends[other]..<ends[other + 1]
    var last: UInt64 = 0
    for position in ends[one]..<ends[one + 1] {
      let key = keys[position]
      var isKnown = false
      var isEqual = false
      for candidate in others where keys[candidate].space == key.space {
        isKnown = true
        if keys[candidate].id == key.id, !key.isDisputed, !keys[candidate].isDisputed {
          isEqual = true
        }
      }
      switch key.meaning {
      case .support:
        if isEqual, key.isRecording {
          sink.add(.recordingCode, Weights.Song.recordingCode)
        } else if isEqual {
          sink.add(.barcode, Weights.Album.barcode)
        }
      case .identity, .edition:
        if isEqual, key.meaning == .identity || countingEditions {
          return sink.add(.id, Weights.id)
        }
        guard isKnown, key.meaning == .identity, key.space != last else { continue }
        // A record may have several ids of one namespace; any of them may be the equal one.
        if !sharesAny(one, other, in: key.space) { return sink.add(.id, -Weights.id) }
        last = key.space
      }
    }
  }

  private func sharesAny(_ one: Int, _ other: Int, in space: UInt64) -> Bool {
    keys[ends[one]..<ends[one + 1]].contains { key in
      key.space == space
        && keys[ends[other]..<ends[other + 1]].contains { $0.space == space && $0.id == key.id }
    }
  }

  private mutating func space(of id: EntityID) -> Space {
    let hash = StableHash.combine(StableHash.of(id.namespace), StableHash.of(id.type))
    if let space = spaces[hash] { return space }
    let space = Space(
      hash: hash,
      rank: EntityID.namespaceOrder.firstIndex(of: id.namespace) ?? EntityID.namespaceOrder.count,
      meaning: RecordIdentifiers.meaning(id)
    )
    spaces[hash] = space
    return space
  }

  static func meaning(_ id: EntityID) -> Meaning {
    switch (id.namespace, id.type) {
    case ("upc", _), ("isrc", _), ("ean", _), ("barcode", _), ("asin", _): .support
    case (_, "artist"), (_, "recording"), (_, "release-group"), (_, "chart"): .identity
    default: .edition
    }
  }

  /// Product codes are written with and without leading zeros.
  private static func hash(_ id: EntityID, _ space: UInt64, trimmed: Bool) -> UInt64 {
    var hash = StableHash()
    var isLeading = trimmed
    for byte in id.value.utf8 {
      if isLeading, byte == UInt8(ascii: "0") { continue }
      isLeading = false
      hash.add(byte)
    }
    return StableHash.combine(space, hash.mixed)
  }
}
