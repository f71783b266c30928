package import MusicModel

/// The id of a favourite: a ULID, 26 letters and digits. The first ten encode its creation time. It
/// never changes and is globally unique.
package struct FavoriteID: Hashable, Sendable {
  private let number: UInt128

  /// Creates a new id.
  package init(at moment: Timestamp, using random: inout some RandomNumberGenerator) {
    let milliseconds = UInt128(moment.microseconds / 1000) & ((1 << 48) - 1)
    let chance = UInt128(random.next() as UInt64) << 64 | UInt128(random.next() as UInt64)
    number = milliseconds << 80 | chance & ((1 << 80) - 1)
  }

  /// The id of a favourite that a hand has added: the same whenever the same text is read.
  init(at moment: Timestamp, from text: String) {
    var random = SeededRandom(SeededRandom.seed(text))
    self.init(at: moment, using: &random)
  }

  /// Parses an id, ignoring case.
  package init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    guard text.count == FavoriteID.length, let first = text.first, first <= UInt8(ascii: "7") else {
      return nil
    }
    var number: UInt128 = 0
    for byte in text {
      let value = FavoriteID.values[Int(byte)]
      guard value < 32 else { return nil }
      number = number << 5 | UInt128(value)
    }
    self.number = number
  }

  private static let length = 26

  /// Crockford's alphabet, without I, L, O and U.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// The value of each byte; 32 if it is not in the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 32, count: 256)
    for (value, letter) in alphabet.enumerated() {
      values[Int(letter)] = UInt8(value)
      values[Int(letter | 0x20)] = UInt8(value)
    }
    return values
  }()
}

extension FavoriteID: Comparable {
  /// Orders ids by creation time.
  package static func < (left: FavoriteID, right: FavoriteID) -> Bool {
    left.number < right.number
  }
}

extension FavoriteID: CustomStringConvertible {
  package var description: String {
    var rest = number
    var text = [UInt8](repeating: 0, count: FavoriteID.length)
    for index in text.indices.reversed() {
      text[index] = FavoriteID.alphabet[Int(truncatingIfNeeded: rest & 31)]
      rest >>= 5
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A caller's reference to a favourite: its own id, or any id of its entity.
package enum FavoriteKey: Hashable, Sendable {
  case fav(FavoriteID)
  case entity(EntityID)

  package init?(_ text: String) {
    if let fav = FavoriteID(text) {
      self = .fav(fav)
    } else if let id = EntityID(text) {
      self = .entity(id)
    } else {
      return nil
    }
  }
}

extension FavoriteKey: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fav(let fav): fav.description
    case .entity(let id): id.description
    }
  }
}

/// The limits of a document, specified in `Protocol/favorites-document.md`.
package enum FavoriteLimits {
  /// A longer line is corrupt.
  package static let maxLineBytes = 1024 * 1024
  /// A larger entity is rejected.
  package static let maxEntityBytes = 512 * 1024
  package static let maxNoteBytes = 10_000
  package static let maxFavorites = 1_000_000
  /// A larger document is not opened: that needs several times its size in memory.
  package static let maxDocumentBytes = 256 * 1024 * 1024
  /// A longer rank causes its neighbours to be renumbered.
  package static let maxRankLength = 32
  /// A longer rank is malformed.
  package static let maxReadableRankLength = 256
  /// The number of changes that can be undone.
  package static let maxUndo = 100
  /// The maximum number of tombstones.
  package static let maxRemovals = 10_000
  /// The maximum age of a tombstone in microseconds: 180 days.
  package static let maxRemovalAge = 180 * Timestamp.day
}
