/// The versions of a performance that a title names. Two versions of a song are two recordings, and two of
/// an album are two release groups.
struct VersionWords: OptionSet, Hashable {
  let rawValue: UInt16

  static let live = VersionWords(rawValue: 1 << 0)
  static let remix = VersionWords(rawValue: 1 << 1)
  static let edit = VersionWords(rawValue: 1 << 2)
  static let demo = VersionWords(rawValue: 1 << 3)
  static let acoustic = VersionWords(rawValue: 1 << 4)
  static let instrumental = VersionWords(rawValue: 1 << 5)
  static let karaoke = VersionWords(rawValue: 1 << 6)
  static let tribute = VersionWords(rawValue: 1 << 7)
  static let cover = VersionWords(rawValue: 1 << 8)
  static let vocal = VersionWords(rawValue: 1 << 9)
  static let orchestral = VersionWords(rawValue: 1 << 10)
  static let alternate = VersionWords(rawValue: 1 << 11)
  static let language = VersionWords(rawValue: 1 << 12)
  static let extended = VersionWords(rawValue: 1 << 13)
  static let video = VersionWords(rawValue: 1 << 14)

  /// The names for users, in a fixed order.
  static let names: [(VersionWords, String)] = [
    (.live, "live"), (.remix, "remix"), (.edit, "edit"), (.demo, "demo"),
    (.acoustic, "acoustic"), (.instrumental, "instrumental"), (.karaoke, "karaoke"),
    (.tribute, "tribute"), (.cover, "cover"), (.vocal, "a cappella"),
    (.orchestral, "orchestral"), (.alternate, "alternate take"), (.language, "other language"),
    (.extended, "extended"), (.video, "video"),
  ]

  var text: String {
    VersionWords.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
