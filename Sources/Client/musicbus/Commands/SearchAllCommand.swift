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
    discussion: "At most five results of each kind are shown unless --limit is given.",
    arguments: [ListOptions.text],
    options: [SearchCommand.bio, ListOptions.clean, ListOptions.owned, ListOptions.notOwned],
    action: run
  )

  /// The results of each kind, unless the user gives a limit.
  private static let defaultLimit = 5

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let wantsBiography = invocation[SearchCommand.bio] || context.settings.json
    let calls = try EntityKind.searched.map { kind in
      try SearchCommand.call(kind, for: invocation, context).with { parameters in
        parameters.limit = context.settings.limit ?? defaultLimit
        guard kind == .artist else { return }
        parameters.explicit = nil
        parameters.detail = wantsBiography ? .full : nil
      }
    }
    SearchCommand.note(calls[0], context)
    let results = try context.call(all: calls)
    let replies = results.compactMap { try? $0.get() }
    if replies.isEmpty, case .failure(let error)? = results.first {
      if context.isDisconnected { throw CommandContext.notInLibrary }
      throw error
    }
    let failures = zip(EntityKind.searched, results).compactMap { kind, result in
      if case .failure(let error) = result { (kind, error) } else { nil }
    }
    let reply = merged(replies, failures.compactMap { $1.sources })
    let status = try context.show(
      list: reply,
      albumCounts: context.albumCounts(of: reply.items),
      biographies: wantsBiography,
      emptyMessage: context.emptyMessage(
        "Nothing found for \"\(calls[0].parameters.text ?? "")\".",
        for: calls,
        reply.items
      ),
      more: more(of: zip(EntityKind.searched, results).map { ($0, try? $1.get()) }, calls[0])
    )
    for (kind, error) in failures where !context.settings.json {
      context.terminal.note(StyledText(failureLine(kind, error)))
    }
    return context.settings.isComplete && !failures.isEmpty ? .partialResults : status
  }

  /// `5 of 22 albums; all: musicbus search albums "Pink Floyd"`, for each kind of which there are more.
  private static func more(of replies: [(EntityKind, Reply?)], _ call: Call<Reply>) -> [String] {
    let text = (call.parameters.text ?? "").quotedForShell
    return replies.compactMap { kind, reply in
      guard let reply, let total = reply.done.total, total > reply.items.count,
        !reply.items.isEmpty
      else { return nil }
      let count = "\(reply.items.count) of \(total.grouped)"
      let orMore = reply.done.totalIsExact == false ? " or more" : ""
      return "\(count)\(orMore) \(kind.plural); all: musicbus search \(kind.plural) \(text)"
    }
  }

  /// The line for a kind without results, below those of other kinds.
  static func failureLine(_ kind: EntityKind, _ error: ClientError) -> String {
    "No \(kind.plural): \(error.message)"
  }

  /// One reply with the items of all; of each source, the report of the call that went worst.
  ///
  /// `failed` are the sources of calls without a reply.
  static func merged(_ replies: [Reply], _ failed: [[SourceReport]] = []) -> Reply {
    var reports: [ProviderID: SourceReport] = [:]
    for report in replies.flatMap({ $0.done.sources ?? [] }) + failed.joined() {
      guard var known = reports[report.provider] else {
        reports[report.provider] = report
        continue
      }
      let count = (known.count ?? 0) + (report.count ?? 0)
      if report.outcome.isMissing || !known.outcome.isMissing && known.count ?? 0 == 0 {
        known = report
      }
      known.count = count
      reports[report.provider] = known
    }
    var done = Done()
    done.sources = reports.values.sorted { $0.provider < $1.provider }
    done.notes = replies.flatMap { $0.done.notes ?? [] }
    var reply = Reply(items: replies.flatMap(\.items), done: done)
    reply.unreadableCount = replies.reduce(0) { $0 + $1.unreadableCount }
    return reply
  }
}

extension ClientError {
  /// The outcomes of the sources, if the hub called some.
  fileprivate var sources: [SourceReport]? {
    if case .failed(let failure) = self { failure.sources } else { nil }
  }
}
