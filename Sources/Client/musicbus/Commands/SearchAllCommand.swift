import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus search TEXT`
enum SearchAllCommand {
  static let command = Command<CommandAction>(
    "all",
    abstract: "Search artists, albums and songs.",
    discussion: """
      At most five results of each kind are shown unless --limit is given. A URL, an id, a bar code or an ISRC \
      shows what it means.
      """,
    arguments: [ListOptions.text],
    options: [SearchCommand.bio, ListOptions.clean, ListOptions.owned, ListOptions.notOwned],
    action: run
  )

  /// The results of each kind, unless the user gives a limit.
  private static let defaultLimit = 5

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    if let kind = try context.repeated(invocation)?.kind {
      return try SearchCommand.search(kind, context, invocation)
    }
    let wantsBiography = invocation[SearchCommand.bio] || context.settings.json
    let text = try SearchCommand.text(of: invocation, context)
    guard context.settings.offset ?? 0 == 0 else {
      throw invocation.usageError(
        "--offset needs a kind: musicbus search artists, albums or songs."
      )
    }
    try context.awaitURLs(in: text)
    let call = try Call.searchAll(text).with { parameters in
      parameters.owned = try invocation.owned()
      parameters.explicit = invocation.explicit
      parameters.limit = context.settings.limit ?? defaultLimit
      parameters.detail = wantsBiography ? .full : nil
    }
    let reply = try context.callWithProgress(call)
    if let id = reply.done.id {
      return try context.show(detail: context.details(of: .init(id: id)))
    }
    let lists = reply.done.lists ?? []
    let status = try context.show(
      list: reply,
      biographies: wantsBiography,
      emptyMessage: context.emptyMessage(
        "Nothing found for \"\(text)\".",
        suggesting: reply.done.suggestion?.text
      ),
      more: lists.compactMap { more(of: $0, among: reply.items, text) }
    )
    let failures = lists.compactMap(failureLine)
    if !context.settings.json { for line in failures { context.terminal.note(StyledText(line)) } }
    return context.settings.isComplete && !failures.isEmpty ? .partialResults : status
  }

  /// `5 of 22 albums; all: musicbus search albums "Pink Floyd"`, if there are more of a kind.
  private static func more(of list: ListReport, among items: [Entity], _ text: String) -> String? {
    let count = items.count { $0.kind == list.kind }
    guard let total = list.total, total > count, count > 0 else { return nil }
    let orMore = list.totalIsExact == false ? " or more" : ""
    let plural = list.kind.plural
    return
      "\(count) of \(total.grouped)\(orMore) \(plural); all: musicbus search \(plural) \(text.quotedForShell)"
  }

  /// The line for a kind whose search failed, below the results of other kinds.
  static func failureLine(_ list: ListReport) -> String? {
    list.error.map { "No \(list.kind.plural): \($0.message)" }
  }
}
