import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import HostKit
import Importing
import MusicModel

/// Reads a file of favourites, of this program or of another one, and has the hub import its rows.
struct FavoritesImporter {
  private static let maxFileBytes = 1 << 30
  /// How often the hub is asked how far it is: at first, and in the end.
  private static let (firstPause, maxPause) = (
    Duration.milliseconds(30), Duration.milliseconds(500)
  )

  private let context: CommandContext
  /// What the user types to import the file again.
  private let path: String
  private let name: String
  /// The name of the import, by which it is undone as a whole.
  private let batch: String
  private let bytes: [UInt8]

  init(_ context: CommandContext, _ path: String) throws {
    (self.context, self.path) = (context, path)
    name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
    bytes = try FileDescriptor(input: path).readAll(atMost: FavoritesImporter.maxFileBytes)
    batch = ImportSender.batch(of: bytes)
  }

  func run() throws -> ExitStatus {
    let file: ImportedFile
    do {
      file = try read()
    } catch let error as ImportFailure {
      throw CommandFailure(
        error.message,
        context.settings.json
          ? "" : "See which files can be imported: musicbus favorites import --help"
      )
    }
    for problem in file.problems.prefix(10) {
      context.terminal.note(StyledText("Skipped a file of the archive: \(problem)"))
    }
    if let own = file.own { return try importOwn(own) }
    // Paths in a playlist are from where it is.
    let directory = path == "-" ? nil : realPath(parentDirectory(of: path))
    let start = try context.filled(Call.importsStart(batch))
    let report = try ImportSender(context.client())
      .start(start, file, name: name, directory: directory)
    let lookedUp = report.open > 0 ? ", \(report.open.grouped) to look up" : ""
    context.terminal.note(
      StyledText("\(report.file.format): \(report.file.rows.counted("row"))\(lookedUp).")
    )
    return try show(follow(report))
  }

  /// Reads the file; with the URLs of all providers, if it has some.
  private func read() throws -> ImportedFile {
    let file = try ExportReader(context.environment).read(bytes, name: name)
    // The reader has a limit of its own.
    context.restartDeadlines()
    guard file.hasLinks else { return file }
    return file.resolved(try context.settledProviders().providers.flatMap { $0.urls ?? [] })
  }

  /// Waits until the import has ended, or only waits itself for sources that do not reply.
  private func follow(_ report: ImportReport) throws -> ImportReport {
    let (client, total) = (try context.client(), report.open)
    let progress = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    defer { progress?.clear() }
    var (report, pause) = (report, FavoritesImporter.firstPause)
    do {
      while report.isGoingOn {
        progress?.show(report.progress(of: total))
        try client.wait(pause)
        pause = min(pause * 2, FavoritesImporter.maxPause)
        report = try client.call(.importReport(batch))
      }
    } catch ClientError.interrupted(let signal) {
      progress?.clear()
      context.terminal.note(
        StyledText(
          "The import continues in the background. To stop it: musicbus favorites imports --stop \(batch)"
        )
      )
      throw ClientError.interrupted(signal: signal)
    }
    return report
  }

  /// Shows what was found, and what can be done about the rest.
  private func show(_ report: ImportReport) throws -> ExitStatus {
    if context.settings.json {
      try context.printJSON(ImportSummary(report))
    } else {
      context.terminal.print(report.items, forScripts: context.settings.plain)
    }
    if report.notFound > 0 {
      context.restartDeadlines()
      let call = Call.importRows(.notFound).with { ($0.batch, $0.limit) = (batch, 10) }
      for row in try context.callHub(call).done.rows ?? [] {
        let file = row.row.file.map { " (\($0))" } ?? ""
        context.terminal.note(
          StyledText("Not found: row \(row.row.number), \(row.row.text)\(file)")
        )
      }
    }
    if report.notFound > 10 {
      context.terminal.note(StyledText("… and \((report.notFound - 10).counted("row")) more."))
    }
    for note in report.notes { context.terminal.note(StyledText(note)) }
    if report.state == .stopped {
      throw CommandFailure(
        report.problem ?? "The import was stopped.",
        "Go on with it: musicbus favorites import \(path)"
      )
    }
    return report.open == 0 && report.results["refused"] == nil ? .ok : .failed
  }
}

/// Files of MusicBus itself.
extension FavoritesImporter {
  private func importOwn(_ text: [UInt8]) throws -> ExitStatus {
    var file = FavoritesImport(beginning: text)
    let progress = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    let rowCount = progress.map { _ in file.items.count + file.remainingLineCount } ?? 0
    var counts: [FavoriteResult.Outcome: Int] = [:]
    var doneCount = 0
    let end = Result {
      do {
        try ImportSender(context.client()).importOwn(&file, batch: batch) { results in
          for result in results {
            counts[result.outcome, default: 0] += 1
            if result.outcome == .refused { context.terminal.note(StyledText(result.sentence)) }
          }
          doneCount += results.count
          progress?.show("\(doneCount.grouped) of \(max(doneCount, rowCount).grouped) rows")
        }
      } catch ClientError.hubLost {
        throw CommandFailure(
          "Lost the connection to the hub. Some rows may have been imported.",
          "Import the file again; a second import adds nothing twice.",
          status: .noHub
        )
      }
    }
    progress?.clear()
    for refused in file.refused {
      context.terminal.note("Skipped row \(refused.number): \(refused.reason).")
    }
    try end.get()
    if !file.refused.isEmpty { counts[.refused, default: 0] += file.refused.count }
    if context.settings.json {
      try context.printJSON(ImportSummary(ImportReport(ownFile: name, batch: batch, counts)))
    } else {
      printSummary(counts)
    }
    return counts[.refused, default: 0] == 0 ? .ok : .failed
  }

  private func printSummary(_ counts: [FavoriteResult.Outcome: Int]) {
    let words: [(FavoriteResult.Outcome, String)] = [
      (.added, "added"), (.updated, "updated"), (.unchanged, "unchanged"),
      (.refused, "rejected"),
    ]
    let parts = words.compactMap { outcome, word in
      counts[outcome].flatMap { $0 > 0 ? "\($0.grouped) \(word)" : nil }
    }
    let text =
      parts.isEmpty ? "The file contains no favourites." : parts.joined(separator: ", ") + "."
    context.terminal.note(StyledText(text))
  }
}

/// The result of an import, for programs.
private struct ImportSummary: Encodable {
  let id: String
  let format: String
  let rows, matched, doubtful, notFound, open, repeated, notDecoded: Int
  let skipped: [String: Int]
  let results: [String: Int]

  init(_ report: ImportReport) {
    (id, format, rows) = (report.batch, report.file.format, report.file.rows)
    (matched, doubtful, notFound) = (report.found, report.doubtful, report.notFound)
    (open, results) = (report.open, report.results)
    (repeated, notDecoded) = (report.file.repeated ?? 0, report.file.notDecoded ?? 0)
    skipped = report.file.skipped ?? [:]
  }
}

extension ImportReport {
  /// Whether it is worth waiting for. An import whose sources do not reply may take hours.
  fileprivate var isGoingOn: Bool { state == .running || state == .waiting && problem == nil }

  fileprivate func progress(of total: Int) -> String {
    if state == .waiting { return "another file is being imported" }
    guard open > 0 else { return "adding \(found.counted("favourite"))" }
    let left = leftMs.map { ", about \(HumanFormat.duration(ms: max(1000, $0))) left" } ?? ""
    let all = max(total, open)
    return "\((all - open).grouped) of \(all.grouped) rows looked up\(left)"
  }

  /// What was found, with labels.
  fileprivate var items: [(label: String, text: String)] {
    var items = [("Matched", found.grouped), ("Doubtful", doubtful.grouped)]
    items.append(("Not found", notFound.grouped))
    if open > 0 { items.append(("Not looked up", open.grouped)) }
    if let repeated = file.repeated { items.append(("Repeated", repeated.grouped)) }
    for (reason, count) in (file.skipped ?? [:]).sorted(by: { $0.key < $1.key }) {
      items.append(("Skipped", "\(count.grouped): \(reason)"))
    }
    let words: [FavoriteResult.Outcome] = [.added, .updated, .unchanged, .refused]
    for outcome in words {
      guard let count = results[outcome.rawValue], count > 0 else { continue }
      let name = outcome == .refused ? "Rejected" : outcome.rawValue.capitalizedFirst
      items.append((name, count.grouped))
    }
    return items.map { (label: $0.0, text: $0.1) }
  }

  /// What the user can do about the rest.
  fileprivate var notes: [String] {
    var notes: [String] = []
    if doubtful > 0 {
      let rows = doubtful == 1 ? "1 row is" : "\(doubtful.grouped) rows are"
      notes.append("\(rows) doubtful. Decide: musicbus favorites review")
    }
    if let count = file.notDecoded {
      notes.append(
        "Some characters in \(count.counted("row")) could not be decoded. Save the file as UTF-8 and import it again."
      )
    }
    if state == .waiting, let problem {
      notes.append("\(problem) Check progress: musicbus favorites imports")
    } else if state == .done, open > 0 {
      notes.append("Some sources did not reply for a day. Import the file again to go on.")
    }
    return notes
  }
}
