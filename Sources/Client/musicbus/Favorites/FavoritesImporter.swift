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
    var rest = file.items.map(\.row)[...]
    let progress = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    defer { progress?.clear() }
    while let batch = try nextBatch(&rest) {
      for result in try importRows(batch) { counts[result.outcome, default: 0] += 1 }
      progress?.show(
        "\((file.items.count - rest.count).grouped) of \(file.items.count.grouped) rows"
      )
    }
    progress?.clear()
    printSummary(counts)
    return counts[.refused] == 0 ? .ok : .failed
  }

  private func nextBatch(_ rest: inout ArraySlice<JSONValue>) throws -> [JSONValue]? {
    var batch: [JSONValue] = []
    var size = 0
    while let row = rest.first, batch.count < FavoritesImporter.maxRows {
      let bytes = try BusCodec.encode(row).count
      guard batch.isEmpty || size + bytes < FavoritesImporter.maxBytes else { break }
      size += bytes
      batch.append(row)
      rest = rest.dropFirst()
    }
    return batch.isEmpty ? nil : batch
  }

  private func importRows(_ rows: [JSONValue]) throws -> [FavoriteResult] {
    var parameters = CallParameters()
    parameters.rows = rows
    let results: [FavoriteResult]
    do {
      results = try context.call(.importFavorites, parameters).done.results ?? []
    } catch ClientError.hubLost {
      throw CommandFailure(
        "Lost the connection to the hub. Some rows may have been imported.",
        "Import the file again; a second import adds nothing twice.",
        status: .noHub
      )
    }
    for result in results {
      if context.settings.json {
        try context.printJSON(result)
      } else if result.outcome == .refused {
        context.terminal.note(StyledText(result.sentence))
      }
    }
    return results
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
