import CommandKit
import MusicModel

/// Options and arguments that several commands share.
enum ListOptions {
  static let clean = Option(flag: "clean", help: "Exclude explicit content.")
  static let owned = Option(flag: "owned", help: "Only music that you own.")
  static let notOwned = Option(flag: "not-owned", help: "Only music that you do not own.")
  static let genre = Option("genre", .text("NAME"), help: "Only results of this genre.")
  static let artist = Option(
    "artist",
    .text("NAME", from: .artists),
    help: "Only results by this artist."
  )
  static let album = Option(
    "album",
    .text("TITLE", from: .albums),
    help: "Only songs on this album."
  )

  static let provenance = Option(
    flag: "provenance",
    help: "Show the provenance of each value and its alternatives."
  )
  static let text = Argument(repeating: .text("TEXT", from: .searches), help: "Text to search for.")
  static let artistName = Argument(
    repeating: .text("ARTIST", from: .artists),
    help: "Artist id or name."
  )

  /// The rule for names, in the help of each command that accepts one.
  static let namesExplained = """
    If several match a name, they are listed. A number is a row of the last list in this terminal.
    """
}

extension Invocation {
  /// `false` if explicit content is excluded, otherwise `nil`.
  var explicit: Bool? { self[ListOptions.clean] ? false : nil }

  /// Whether only what the user has, or only what is missing, is listed; `nil` for both.
  ///
  /// - Throws: if both are asked for.
  func owned() throws(UsageError) -> Bool? {
    guard self[ListOptions.owned] || self[ListOptions.notOwned] else { return nil }
    guard self[ListOptions.owned] != self[ListOptions.notOwned] else {
      throw usageError("--owned and --not-owned exclude each other; remove one of them.")
    }
    return self[ListOptions.owned]
  }
}
