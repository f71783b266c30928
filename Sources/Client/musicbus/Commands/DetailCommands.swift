import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus artist|album|song ID-or-NAME`
enum DetailCommands {
  static let album = Argument(
    repeating: .text("ALBUM", from: .albums),
    help: "Album id, title or \"ARTIST - TITLE\"."
  )
  static let song = Argument(
    repeating: .text("SONG", from: .songs),
    help: "Song id, title or \"ARTIST - TITLE\"."
  )

  static let ids = Option(flag: "ids", help: "Show all ids, not only the main one.")

  static let artistCommand = command(
    .artist,
    ListOptions.artistName,
    abstract: "Show the details of an artist.",
    Example("artist \"Pink Floyd\" --lang de", "Show the biography in German."),
    Example("artist itunes:artist:487143", "Use an id of any source.")
  )

  static let albumCommand = command(
    .album,
    album,
    abstract: "Show the details and songs of an album.",
    Example("album \"Pink Floyd - The Wall\"", "Find an album by artist and title."),
    Example(
      "album mbid:release-group:f5093c06-23e3-404f-aeaa-40f72885ee3a",
      "Use an id of any source."
    )
  )

  static let songCommand = command(
    .song,
    song,
    abstract: "Show the details of a song.",
    Example("song \"Pink Floyd - Time\"", "Find a song by artist and title, or list the matches.")
  )

  private static func command(
    _ kind: EntityKind,
    _ name: Argument<[String]>,
    abstract: String,
    _ examples: Example...
  ) -> Command<CommandAction> {
    Command(
      kind.rawValue,
      abstract: abstract,
      discussion: ListOptions.namesExplained,
      uses: [GlobalOptions.sources, GlobalOptions.format],
      arguments: [name],
      options: [ids, ListOptions.provenance],
      examples: examples,
      action: { context, invocation in
        let subject = try context.find(invocation[name], as: [kind], for: invocation)
        let details = try context.details(of: subject, invocation)
        return try context.show(
          detail: details,
          songs: kind == .album ? songs(of: subject.id, context) : nil,
          allIDs: invocation[ids]
        )
      }
    )
  }

  /// The songs of an album for people; `nil` if they are not available in time.
  private static func songs(of album: EntityID, _ context: CommandContext) -> Reply? {
    guard !context.settings.json, !context.settings.plain, context.deadlines.allowCall else {
      return nil
    }
    return try? context.callWithProgress(
      .songs(of: album).with { ($0.limit, $0.offset) = (200, 0) }
    )
  }
}
