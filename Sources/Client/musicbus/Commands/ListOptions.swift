import CommandKit
import MusicModel

/// Options and operands that several of the music commands have.
enum ListOptions {
  static let clean = Option(flag: "clean", help: "Leave out what is marked as explicit.")
  static let genre = Option("genre", .text("NAME"), help: "Only those of this genre.")
  static let artist = Option("artist", .text("NAME"), help: "Only those of this artist.")
  static let album = Option("album", .text("TITLE"), help: "Only those on this album.")

  static let provenance = Option(
    flag: "provenance",
    help: "Tell where each value comes from, and what other sources say."
  )
  static let text = Argument(repeating: .text("TEXT"), help: "What to look for.")
  static let artistName = Argument(
    repeating: .text("ARTIST"),
    help: "The id or the name of an artist."
  )

  /// How names are understood, for the help of each command that takes one.
  static let namesExplained = """
    A name is taken when exactly one has it. Where several have it they are listed with their \
    ids, and nothing is guessed.
    """
}

extension Invocation {
  /// `false` where explicit records are to be left out; otherwise nothing.
  var explicit: Bool? { self[ListOptions.clean] ? false : nil }
}
