import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import HostKit
import MusicModel

/// Reads a file and sends its rows to the hub, in batches that fit into a message.
struct FavoritesImporter {
  private static let maxFileBytes = 1 << 30
  /// The limits of one call.
  private static let maxRows = 250
  private static let maxBytes = 512 * 1024

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func run(_ path: String) throws -> ExitStatus {
    let bytes = try FileDescriptor(input: path).readAll(atMost: FavoritesImporter.maxFileBytes)
    let file = FavoritesImport(bytes)
    for refused in file.refused {
      context.terminal.note("Skipped row \(refused.number): \(refused.reason).")
    }
    var counts: [FavoriteResult.Outcome: Int] = [.refused: file.refused.count]
    let progress = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    defer { progress?.clear() }
    var doneCount = 0
    try importItems(file.items) { results in
      for result in results { counts[result.outcome, default: 0] += 1 }
      doneCount += results.count
      progress?.show("\(doneCount.grouped) of \(file.items.count.grouped) rows")
    }
    progress?.clear()
    printSummary(counts)
    return counts[.refused] == 0 ? .ok : .failed
  }

  /// Takes items for one call.
  private func nextBatch(_ rest: inout ArraySlice<FavoritesImport.Item>) -> [JSONValue]? {
    var size = 0
    let batch = rest.prefix(FavoritesImporter.maxRows).prefix { item in
      size += item.maxByteCount
      return size <= FavoritesImporter.maxBytes
    }
    let count = batch.isEmpty ? min(1, rest.count) : batch.count
    defer { rest = rest.dropFirst(count) }
    return count == 0 ? nil : rest.prefix(count).map(\.row)
  }

  private func importItems(
    _ items: [FavoritesImport.Item],
    _ receive: ([FavoriteResult]) throws -> Void
  ) throws {
    var rest = items[...]
    do {
      try context.pipelined(.importFavorites) {
        nextBatch(&rest).map { rows in
          var parameters = CallParameters()
          parameters.rows = rows
          return parameters
        }
      } receive: { reply in
        let results = reply.done.results ?? []
        try report(results)
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

  private func report(_ results: [FavoriteResult]) throws {
    for result in results {
      if context.settings.json {
        try context.printJSON(result)
      } else if result.outcome == .refused {
        context.terminal.note(StyledText(result.sentence))
      }
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
