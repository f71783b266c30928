import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import Glibc
import HostKit
import MusicModel

/// Reads a file and hands its rows to the hub, as many at a time as fit into a message.
struct FavoritesImporter {
  private static let fileBytesMax = 1 << 30
  /// Of one call.
  private static let rowsMax = 250
  private static let bytesMax = 512 * 1024

  private let session: CommandContext

  init(_ session: CommandContext) { self.session = session }

  func run(_ path: String) throws -> ExitStatus {
    let descriptor = path == "-" ? "/dev/stdin" : path
    let bytes = try FileDescriptor(descriptor, O_RDONLY).readAll(
      atMost: FavoritesImporter.fileBytesMax
    )
    let file = FavoritesImport(bytes)
    for refused in file.refused {
      session.terminal.note("Row \(refused.number) is not brought in: \(refused.reason).")
    }
    var counts: [FavoriteResult.Outcome: Int] = [.refused: file.refused.count]
    var rest = file.items.map(\.row)[...]
    while let batch = try nextBatch(&rest) {
      for result in try importRows(batch) { counts[result.outcome, default: 0] += 1 }
    }
    tell(counts)
    return counts[.refused] == 0 ? .ok : .failed
  }

  private func nextBatch(_ rest: inout ArraySlice<JSONValue>) throws -> [JSONValue]? {
    var batch: [JSONValue] = []
    var size = 0
    while let row = rest.first, batch.count < FavoritesImporter.rowsMax {
      let bytes = try BusCodec.encode(row).count
      guard batch.isEmpty || size + bytes < FavoritesImporter.bytesMax else { break }
      size += bytes
      batch.append(row)
      rest = rest.dropFirst()
    }
    return batch.isEmpty ? nil : batch
  }

  private func importRows(_ rows: [JSONValue]) throws -> [FavoriteResult] {
    var parameters = CallParameters()
    parameters.rows = rows
    let results = try session.ask(.importFavorites, parameters).done.results ?? []
    for result in results {
      if session.settings.json {
        session.terminal.print(try JSONLine.text(result))
      } else if result.outcome == .refused {
        session.terminal.note(StyledText(result.sentence))
      }
    }
    return results
  }

  private func tell(_ counts: [FavoriteResult.Outcome: Int]) {
    let words: [(FavoriteResult.Outcome, String)] = [
      (.added, "added"), (.updated, "brought up to date"), (.unchanged, "known already"),
      (.refused, "refused"),
    ]
    let told = words.compactMap { outcome, word in
      counts[outcome].flatMap { $0 > 0 ? "\($0.grouped) \(word)" : nil }
    }
    let text = told.isEmpty ? "There is nothing in it." : told.joined(separator: ", ") + "."
    session.terminal.note(StyledText(text))
  }
}
