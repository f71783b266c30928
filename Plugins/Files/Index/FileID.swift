internal import EntityResolution
internal import MusicModel

/// The ids of the namespace `files`.
///
/// They depend on contents and names, not on paths, so that they are the same after a move and in a new index.
enum FileID {
  static let namespace = "files"

  /// Returns the id of an entity; `uid` is the value in the index.
  static func id(_ kind: EntityKind, _ uid: String) -> EntityID? {
    EntityID(namespace: namespace, type: kind.rawValue, value: uid)
  }

  /// The value of the id of an artist with a name, unless there are several of that name.
  static func artist(named name: String) -> String { hash(["artist", FoldedName(name).words]) }

  /// The value of an id that belongs to some texts.
  static func hash(_ texts: [String]) -> String {
    hash(bytes: texts.flatMap { Array($0.utf8) + [0] })
  }

  /// FNV-1a with 64 bits, in two directions: 128 bits, enough for millions of files of one user.
  static func hash(bytes: [UInt8]) -> String {
    func digest(_ bytes: some Sequence<UInt8>) -> String {
      let value = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return digest(bytes) + digest(bytes.reversed())
  }
}
