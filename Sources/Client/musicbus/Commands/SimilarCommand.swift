import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus similar ARTIST`
enum SimilarCommand {
  static let command = Command<CommandAction>(
    "similar",
    abstract: "List artists that are similar to an artist.",
    discussion: ListOptions.namesExplained
      + "\nArtists that several sources list come first.",
    arguments: [ListOptions.artistName],
    options: [ListOptions.owned, ListOptions.notOwned],
    examples: [
      Example("similar \"Pink Floyd\"", "List artists that are similar to Pink Floyd."),
      Example("similar U2 --not-owned", "List those of whom you have no files."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let owned = try invocation.owned()
    let subject = try context.find(
      invocation[ListOptions.artistName],
      as: [.artist],
      for: invocation
    )
    let reply = try context.callWithProgress(
      Call.artists(similarTo: subject.id).with { $0.owned = owned }
    )
    return try context.show(
      list: reply,
      emptyMessage: "No source lists artists that are similar to \(subject.name)."
    )
  }
}
