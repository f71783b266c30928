import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus same A B`, `musicbus different A B` and `musicbus undo`: user verdicts.
enum VerdictCommands {
  private static let first = Argument(.text("A", from: .names), help: "Id or name of one entity.")
  private static let second = Argument(.text("B", from: .names), help: "Id or name of the other.")

  private static let explanation = """
    Your verdict overrides the sources until you revert it with "musicbus undo". A name must match \
    exactly one entity.
    """

  static let same = Command<CommandAction>(
    "same",
    abstract: "Mark two artists, albums or songs as the same.",
    discussion: explanation,
    arguments: [first, second],
    examples: [
      Example("same itunes:artist:487143 audiodb:artist:111279", "These are the same artist.")
    ]
  ) { try record(.same, $0, $1) }

  static let different = Command<CommandAction>(
    "different",
    abstract: "Mark two artists, albums or songs as different.",
    discussion: explanation,
    arguments: [first, second],
    examples: [
      Example(
        "different itunes:artist:907800827 audiodb:artist:111372",
        "These are different artists."
      )
    ]
  ) { try record(.different, $0, $1) }

  static let undo = Command<CommandAction>(
    "undo",
    abstract: "Revert the last \"same\" or \"different\".",
    uses: [GlobalOptions.format]
  ) { context, _ in
    do {
      return try show(.undoVerdict, context)
    } catch ClientError.failed(let failure) where failure.code == .notFound {
      throw CommandFailure(
        "There is nothing to undo.",
        "Only what you declared the same or different can be undone here."
      )
    }
  }

  private static func record(
    _ relation: UserVerdict.Relation,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let kinds = EntityKind.searched
    let one = try context.find([invocation[first]], as: kinds, for: invocation)
    let other = try context.find(
      [invocation[second]],
      as: one.kind.map { [$0] } ?? kinds,
      for: invocation
    )
    guard one.id != other.id else {
      throw invocation.usageError("Both are \(one.id); name two different entities.")
    }
    return try show(.verdict(relation, one.id, other.id), context)
  }

  /// Makes a call and shows the verdict that it saved or reverted.
  private static func show(
    _ call: Call<UserVerdict>,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let reply = try context.hubReply(to: call)
    let verdict = try call.result(of: reply)
    try context.show([verdict], plain: [verdict.tabSeparated]) {
      context.terminal.print(verdict.sentence)
    }
    return try context.report(reply)
  }
}

extension UserVerdict {
  /// The verdict for scripts: what it says or, if it was reverted, "undone", and both ids.
  var tabSeparated: String {
    "\(undone == true ? "undone" : relation.rawValue)\t\(a)\t\(b)"
  }

  /// "Saved: itunes:artist:1 and audiodb:artist:2 are the same.", or that this was reverted.
  var sentence: String {
    let statement = "\(a) and \(b) are \(relation == .same ? "the same" : "different")"
    return undone == true ? "Reverted: \(statement)." : "Saved: \(statement)."
  }
}
