import MusicModel

/// The ids of a record as evidence.
struct RecordIDs: Hashable, Sendable {
  /// The ids without duplicates, the most trusted first.
  private let ids: [RecordID]

  private struct RecordID: Hashable {
    let id: EntityID
    let meaning: IDMeaning
    /// Whether the id is probably wrong: an equal one is not evidence.
    let isDisputed: Bool

    var isRecordingCode: Bool { !isDisputed && id.namespace == "isrc" }
  }

  init(_ record: SourceRecord) {
    var ids: [RecordID] = []
    func add(_ all: [EntityID], isDisputed: Bool) {
      for id in all {
        let meaning = IDMeaning(id)
        let id = meaning == .support ? id.withoutLeadingZeros : id
        if ids.contains(where: { $0.id == id }) { continue }
        ids.append(RecordID(id: id, meaning: meaning, isDisputed: isDisputed))
      }
    }
    add(record.entity.ids, isDisputed: false)
    add(record.disputedIDs, isDisputed: true)
    self.ids = ids.sorted { $0.id < $1.id }
  }

  private init(_ ids: [RecordID]) { self.ids = ids }

  /// The ids that find other records.
  var keys: [BlockingKey] { ids.filter { !$0.isDisputed }.map { .id($0.id) } }

  /// Those that may contradict a match or support it, without those that an edition of the entity has.
  var ofEntity: RecordIDs { RecordIDs(ids.filter { $0.meaning != .edition }) }

  /// Whether it states an id of another record that is probably wrong.
  func disputes(_ other: RecordIDs) -> Bool {
    ids.contains { own in
      own.isDisputed && other.ids.contains { $0.id == own.id && !$0.isDisputed }
    }
  }

  /// Scores the ids of two records: the most trusted namespace that both have decides, and a disputed id
  /// only if no other does. If not `countingEditions`, a shared id of an edition does not count.
  func compare(with other: RecordIDs, countingEditions: Bool, into evidence: inout Evidence) {
    var areApartByDisputed = false
    let haveCode = ids.contains { own in
      own.isRecordingCode && other.ids.contains { $0.isRecordingCode && $0.id == own.id }
    }
    for own in ids {
      let rivals = other.ids.filter { $0.id.isComparable(to: own.id) }
      let isEqual = !own.isDisputed && rivals.contains { $0.id == own.id && !$0.isDisputed }
      switch own.meaning {
      case .support:
        if isEqual, own.id.namespace == "isrc" {
          evidence.add(.recordingCode, Weights.Song.recordingCode)
        } else if isEqual {
          evidence.add(.barcode, Weights.Album.barcode)
        }
      case .edition:
        if isEqual, countingEditions { return evidence.add(.id, Weights.id) }
      case .identity:
        if isEqual { return evidence.add(.id, Weights.id) }
        // MusicBrainz has many a recording twice; an equal ISRC shows that it is one.
        if haveCode, own.id.type == "recording" { continue }
        // A record may have several ids of one namespace; any of them may be the equal one.
        let isShared = ids.contains { id in rivals.contains { $0.id == id.id } }
        if rivals.isEmpty || isShared { continue }
        guard own.isDisputed || rivals.allSatisfy(\.isDisputed) else {
          return evidence.add(.id, Weights.otherID)
        }
        areApartByDisputed = true
      }
    }
    if areApartByDisputed { evidence.add(.id, Weights.otherID) }
  }
}

/// The meaning of equal and different ids of one namespace and type.
enum IDMeaning {
  /// An entity has only one: equal ids match, different ids exclude a match.
  case identity
  /// An entity may have one per edition: equal ids match.
  case edition
  /// A product code: equal codes support a match, but some codes are used twice.
  case support

  init(_ id: EntityID) {
    self =
      switch (id.namespace, id.type) {
      case ("upc", _), ("isrc", _), ("ean", _), ("barcode", _), ("asin", _): .support
      case (_, "artist"), (_, "recording"), (_, "release-group"), (_, "chart"): .identity
      default: .edition
      }
  }
}

extension EntityID {
  /// Whether two ids are of one namespace and type, so that different ids may mean different entities.
  func isComparable(to other: EntityID) -> Bool {
    namespace == other.namespace && type == other.type
  }

  /// Product codes are written with and without leading zeros.
  fileprivate var withoutLeadingZeros: EntityID {
    guard value.hasPrefix("0") else { return self }
    let rest = value.drop { $0 == "0" }
    return EntityID(namespace: namespace, type: type, value: String(rest)) ?? self
  }
}
