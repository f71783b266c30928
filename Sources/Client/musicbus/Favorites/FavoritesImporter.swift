import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import HostKit
import Importing
import MusicModel

/// Reads a file of favourites, of this program or of another one, and imports its rows.
struct FavoritesImporter {
  private static let maxFileBytes = 1 << 30

  private let context: CommandContext
  /// The name of the import, by which it is undone as a whole.
  private let batch: String
  private let bytes: [UInt8]

  init(_ context: CommandContext, _ path: String) throws {
    self.context = context
    bytes = try FileDescriptor(input: path).readAll(atMost: FavoritesImporter.maxFileBytes)
    batch = ImportStore.id(of: bytes)
  }

  func run(_ path: String) throws -> ExitStatus {
    let name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
    let file: ImportedFile
    do {
      file = try read(name)
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
    let store = ImportStore(context.paths)
    // Paths in a playlist are from where it is.
    let directory = path == "-" ? nil : realPath(parentDirectory(of: path))
    let new = StoredImport(file, id: batch, name: name, directory: directory)
    var stored = try store.begin(new)
    return try FavoritesMatching(context, store).run(&stored, again: path)
  }

  /// Reads the file; with the URLs of all providers, if it has some.
  private func read(_ name: String) throws -> ImportedFile {
    let file = try ExportReader(context.environment).read(bytes, name: name)
    guard file.hasLinks else { return file }
    return file.resolved(try context.settledProviders().providers.flatMap { $0.urls ?? [] })
  }

  private func importOwn(_ text: [UInt8]) throws -> ExitStatus {
    var file = FavoritesImport(beginning: text)
    let progress = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    let rowCount = progress.map { _ in file.items.count + file.remainingLineCount } ?? 0
    var counts: [FavoriteResult.Outcome: Int] = [:]
    var doneCount = 0
    let end = Result {
      try importItems(&file) { results in
        for result in results { counts[result.outcome, default: 0] += 1 }
        doneCount += results.count
        progress?.show("\(doneCount.grouped) of \(max(doneCount, rowCount).grouped) rows")
      }
    }
    progress?.clear()
    for refused in file.refused {
      context.terminal.note("Skipped row \(refused.number): \(refused.reason).")
    }
    try end.get()
    if !file.refused.isEmpty { counts[.refused, default: 0] += file.refused.count }
    if context.settings.json {
      try context.printJSON(ImportSummary(batch, counts))
    } else {
      printSummary(counts)
    }
    return counts[.refused, default: 0] == 0 ? .ok : .failed
  }

  /// Reads and takes rows for one call; `nil` at the end of the file.
  private func nextBatch(_ file: inout FavoritesImport) -> [EncodedJSON]? {
    while file.items.count < ImportRunner.maxRows, !file.isComplete { file.readMore() }
    guard !file.items.isEmpty else { return nil }
    var size = 0
    return file.takeItems(ImportRunner.maxRows) { item in
      size += item.maxByteCount
      return size <= ImportRunner.maxBytes
    }
    .map(\.row)
  }

  /// The file is read while the hub imports its first rows.
  private func importItems(
    _ file: inout FavoritesImport,
    _ receive: ([FavoriteResult]) throws -> Void
  ) throws {
    do {
      try context.pipelined {
        nextBatch(&file).map { rows in Call.favoritesImport(rows).with { $0.batch = batch }.whole }
      } receive: { reply in
        let results = reply.done.results ?? []
        report(results)
        try receive(results)
      }
    } catch ClientError.hubLost {
      throw CommandFailure(
        "Lost the connection to the hub. Some rows may have been imported.",
        "Import the file again; a second import adds nothing twice.",
        status: .noHub
      )
    }
  }

  private func report(_ results: [FavoriteResult]) {
    for result in results where result.outcome == .refused {
      context.terminal.note(StyledText(result.sentence))
    }
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
