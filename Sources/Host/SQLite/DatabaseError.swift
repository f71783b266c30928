/// A call into SQLite that failed.
package struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// SQLite's result code, such as 13 for a full disk or 11 for a damaged file.
  package let code: Int32
  /// The failed statement and the message of the library, for debuggers only.
  let details: String

  /// The code, which is none of SQLite, of a file with tables of a later version.
  static let newer: Int32 = -1

  /// The reason, as a sentence for users.
  package var description: String {
    if isNewer { return "A newer version of MusicBus has written it, so it is left as it is." }
    return switch code & 0xFF {
    case 5, 6: "Another program uses the file."
    case 7: "There is not enough memory."
    case 3, 8, 23: "You do not have permission to write the file."
    case 10: "The disk reports an error."
    case 11, 24, 26: "The file is corrupt."
    case 13: "The disk or the file is full."
    case 14: "The file cannot be opened."
    default: "The database reports error \(code)."
    }
  }

  /// Whether a later version of the programs has written the file.
  package var isNewer: Bool { code == DatabaseError.newer }

  /// Whether the file itself is corrupt, so that it is moved aside and created again.
  package var isDamage: Bool { [11, 24, 26].contains(code & 0xFF) }
}
