/// JSON: reads and writes JSON text. It is the only module that does so by hand; readers differ by dialect.

/// The deviations from JSON that a reader tolerates.
public struct JSONDialect: Hashable, Sendable {
  /// The treatment of something that JSON does not allow, or that a value cannot hold.
  public enum Treatment: Hashable, Sendable { case rejected, replaced }

  /// The maximum number of brackets around a value.
  public var maxDepth = 32
  /// The maximum number of values in a text, because a value takes more memory than its text.
  public var maxValues = Int.max
  /// A second member with the same name; replaced: the last one is used.
  public var duplicateNames = Treatment.rejected
  /// Control characters; replaced: by spaces in strings, ignored between values.
  public var controlCharacters = Treatment.rejected
  /// Halves of surrogate pairs; replaced: by U+FFFD.
  public var loneSurrogates = Treatment.rejected
  /// Numbers beyond the range of `Double`; replaced: by `null`.
  public var hugeNumbers = Treatment.rejected
  /// A byte order mark before the text; replaced: ignored.
  public var byteOrderMark = Treatment.rejected

  /// Messages of the bus.
  public static let wire = JSONDialect()

  /// Files written by users.
  public static let configuration = JSONDialect()

  /// Lines of this program's own documents, whose members are located before they are read.
  public static let document = JSONDialect(maxDepth: .max)

  /// Replies of foreign sources.
  public static let foreign = JSONDialect(
    maxDepth: 64,
    maxValues: 150_000,
    duplicateNames: .replaced,
    controlCharacters: .replaced,
    loneSurrogates: .replaced,
    hugeNumbers: .replaced,
    byteOrderMark: .replaced
  )
}
