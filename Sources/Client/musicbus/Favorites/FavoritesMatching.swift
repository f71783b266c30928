import BusProtocol
import ClientKit
import CommandKit
import Importing
import MusicModel

/// Carries out the import of a file of another program, with progress and a summary.
struct FavoritesMatching {
  private let context: CommandContext
  private let store: ImportStore

  init(_ context: CommandContext, _ store: ImportStore) {
    (self.context, self.store) = (context, store)
  }

  /// Imports a file; `path` is what the user types to continue.
  func run(_ stored: inout StoredImport, again path: String) throws -> ExitStatus {
    let progress = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    let runner = try runner { progress?.show($0.text) }
    describe(stored, runner)
    var counts: [FavoriteResult.Outcome: Int] = [:]
    do {
      defer { progress?.clear() }
      counts = try runner.run(&stored)
    } catch let error as ClientError {
      guard !stored.openRows.isEmpty || error.isInterruption else { throw error }
      let left = stored.openRows.count.counted("row")
      context.terminal.note(StyledText("Stopped with \(left) left. What was found is kept."))
      context.terminal.note(StyledText("Continue: musicbus favorites import \(path)"))
      throw error
    }
    try report(stored, counts)
    return stored.openRows.isEmpty ? .ok : .failed
  }

  func runner(
    report: @escaping (ImportRunner.Progress) -> Void = { _ in }
  ) throws -> ImportRunner {
    let named = try context.filled(Call.search(.song, "")).parameters
    let market = ImportRunner.Market(
      country: named.country,
      lang: named.lang,
      providers: named.providers
    )
    // Providers that are starting could not be asked.
    _ = try context.settledProviders()
    return try ImportRunner(context.client(), store, market, report: report)
  }

  private func describe(_ stored: StoredImport, _ runner: ImportRunner) {
    let header = stored.header
    var text = "\(header.format): \(header.rows.counted("row"))"
    let open = stored.openRows.count
    if open > 0 {
      text += ", \(open.grouped) to look up; this takes about "
      text += HumanFormat.duration(ms: max(1000, runner.estimateMs(stored)))
    }
    context.terminal.note(StyledText(text + "."))
  }

  /// The table of what was found, and what can be done about the rest.
  private func report(_ stored: StoredImport, _ counts: [FavoriteResult.Outcome: Int]) throws {
    let summary = ImportSummary(stored, counts)
    var items: [(label: String, text: String)] = [("Matched", summary.matched.grouped)]
    items.append(("Doubtful", summary.doubtful.grouped))
    items.append(("Not found", summary.notFound.grouped))
    if summary.open > 0 { items.append(("Not looked up", summary.open.grouped)) }
    if summary.repeated > 0 { items.append(("Repeated", summary.repeated.grouped)) }
    for (reason, count) in summary.skipped.sorted(by: { $0.key < $1.key }) {
      items.append(("Skipped", "\(count.grouped): \(reason)"))
    }
    let words: [FavoriteResult.Outcome] = [.added, .updated, .unchanged, .refused]
    for outcome in words where counts[outcome, default: 0] > 0 {
      let name = outcome == .refused ? "Rejected" : outcome.rawValue.capitalizedFirst
      items.append((name, counts[outcome, default: 0].grouped))
    }
    if context.settings.json {
      try context.printJSON(summary)
    } else {
      context.terminal.print(items, forScripts: context.settings.plain)
    }
    for row in stored.missingRows.prefix(10) {
      let file = row.file.map { " (\($0))" } ?? ""
      context.terminal.note(StyledText("Not found: row \(row.number), \(row.text)\(file)"))
    }
    if summary.notFound > 10 {
      context.terminal.note(StyledText("… and \((summary.notFound - 10).counted("row")) more."))
    }
    if summary.doubtful > 0 {
      let rows = summary.doubtful == 1 ? "1 row is" : "\(summary.doubtful.grouped) rows are"
      context.terminal.note(StyledText("\(rows) doubtful. Decide: musicbus favorites review"))
    }
    if summary.notDecoded > 0 {
      let rows = summary.notDecoded.counted("row")
      context.terminal.note(
        StyledText(
          "In \(rows), letters cannot be decoded. Save the file as UTF-8, and import that."
        )
      )
    }
    if summary.open > 0 {
      context.terminal.note("Some sources did not reply. Repeat the command to continue.")
    }
  }
}

/// The result of an import, for programs.
struct ImportSummary: Encodable {
  let id: String
  let format: String
  let rows, matched, doubtful, notFound, open, repeated, notDecoded: Int
  let skipped: [String: Int]
  let results: [String: Int]

  init(_ stored: StoredImport, _ counts: [FavoriteResult.Outcome: Int]) {
    (id, format, rows) = (stored.header.id, stored.header.format, stored.header.rows)
    (doubtful, notFound) = (stored.doubtfulRows.count, stored.missingRows.count)
    open = stored.openRows.count
    matched = stored.rows.count - doubtful - notFound - open
    (repeated, skipped) = (stored.header.repeated, stored.header.skipped)
    notDecoded = stored.header.notDecoded ?? 0
    results = Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) })
  }

  /// That of a file of MusicBus itself, whose rows are entities.
  init(_ id: String, _ counts: [FavoriteResult.Outcome: Int]) {
    (self.id, format, rows) = (id, ExportReader.own, counts.values.reduce(0, +))
    matched = rows - counts[.refused, default: 0]
    (doubtful, notFound, open, repeated, notDecoded, skipped) = (0, 0, 0, 0, 0, [:])
    results = Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) })
  }
}

extension ImportRunner.Progress {
  fileprivate var text: String {
    let left = leftMs.map { ", about \(HumanFormat.duration(ms: max(1000, $0))) left" } ?? ""
    return "\(done.grouped) of \(total.grouped) rows looked up\(left)"
  }
}

extension ClientError {
  fileprivate var isInterruption: Bool {
    if case .interrupted = self { true } else { false }
  }
}
