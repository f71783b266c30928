/// A call into SQLite that failed.
package struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// SQLite's result code, such as 13 for a full disk or 11 for a damaged file.
  package let code: Int32
  package let message: String
  /// The failed action.
  package let action: String

  package var description: String { "Cannot \(action): \(message) (SQLite \(code))." }

  /// Whether the file itself is corrupt, so that it is moved aside and created again.
  package var isDamage: Bool { [11, 24, 26].contains(code & 0xFF) }
}
