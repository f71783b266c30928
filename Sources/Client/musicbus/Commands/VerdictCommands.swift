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
      return try show(.recordsUndo, context)
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
    if relation == .same { try confirm(one, other, context) }
    return try show(.verdict(relation, one.id, other.id), context)
  }

  /// Asks at the terminal whether two entities are the same whose names differ much.
  private static func confirm(
    _ one: CommandContext.Subject,
    _ other: CommandContext.Subject,
    _ context: CommandContext
  ) throws {
    guard context.isForPeople, HiddenInput.isAtTerminal else { return }
    guard let name = context.name(of: one.id, one.match),
      let otherName = context.name(of: other.id, other.match),
      !NameSimilarity.isPlausible(name, otherName)
    else { return }
    try Confirmation.ask(
      "Are \(name) and \(otherName) the same \((one.kind ?? .artist).rawValue)?",
      on: context.terminal,
      orElse: "",
      refused: "Nothing was saved."
    )
    context.restartDeadlines()
  }

  /// Makes a call and shows the verdict that it saved or reverted.
  private static func show(
    _ call: Call<UserVerdict>,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let reply = try context.hubReply(to: call)
    let verdict = try call.result(of: reply)
    try context.show([verdict], plain: [verdict.tabSeparated]) {
      let names = [verdict.a, verdict.b].map { context.name(of: $0) }
      context.terminal.print(verdict.sentence(names[0], names[1]))
    }
    return try context.report(reply)
  }
}

extension UserVerdict {
  /// The verdict for scripts: what it says or, if it was reverted, "undone", and both ids.
  var tabSeparated: String {
    "\(undone == true ? "undone" : relation.rawValue)\t\(a)\t\(b)"
  }

  /// "Saved: Ye (itunes:artist:1) and Kanye West (audiodb:artist:2) are the same.", or that this was reverted.
  func sentence(_ name: String?, _ otherName: String?) -> StyledText {
    func text(_ name: String?, _ id: EntityID) -> String { name.map { "\($0) (\(id))" } ?? "\(id)" }
    let statement =
      "\(text(name, a)) and \(text(otherName, b)) are \(relation == .same ? "the same" : "different")"
    return StyledText(undone == true ? "Reverted: \(statement)." : "Saved: \(statement).")
  }
}

extension CommandContext {
  /// Whether the output is for somebody who reads it at a terminal.
  var isForPeople: Bool { terminal.isInteractive && !settings.json && !settings.plain }

  /// The name of an entity, with the artist of an album or song; `nil` if no source has sent it yet.
  ///
  /// A verdict asks no source, since a reply could change what it is about.
  func name(of id: EntityID, _ match: NameMatch? = nil) -> String? {
    let entity = match?.entity ?? (try? call(.get(id).with { $0.cache = .only }))?.items.first
    return entity.map { one in
      one.artistName.map { "\(one.displayName) by \($0)" } ?? one.displayName
    }
  }
}

/// The similarity of names, to notice slips of the keyboard. The hub decides what is the same.
enum NameSimilarity {
  /// Whether two names may be those of one entity.
  static func isPlausible(_ name: String, _ other: String) -> Bool {
    let (one, two) = (pairs(name), pairs(other))
    guard !one.isEmpty, !two.isEmpty else { return name.lowercased() == other.lowercased() }
    return one.similarity(to: two) >= LetterPairs.alike
  }

  private static func pairs(_ name: String) -> LetterPairs {
    LetterPairs(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
