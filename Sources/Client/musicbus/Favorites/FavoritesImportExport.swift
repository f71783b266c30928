import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import Glibc
import HostKit
import MusicModel

/// `musicbus favorites export` and `musicbus favorites import FILE`
enum FavoritesImportExport {
  private static let output = Option(
    "output",
    short: "o",
    .file(),
    help: "Write to this file (- for standard output)."
  )
  private static let format = Option(
    "format",
    .choice("FORMAT", of: CallParameters.FavoriteFormat.allCases),
    help: "File format: JSON, JSON Lines or comma-separated values.",
    default: "by file extension, else jsonl"
  )
  private static let file = Argument(
    .file(),
    help: "JSON, JSON Lines, CSV or favourites file (- for standard input)."
  )

  static let export = Command<CommandAction>(
    "export",
    abstract: "Export all favourites to a file.",
    discussion: "JSON and JSON Lines are complete; CSV holds tabular fields only.",
    uses: [],
    options: [format, output],
    examples: [Example("favorites export -o favorites.csv", "Export a table for a spreadsheet.")]
  ) { context, invocation in
    let file = MediaFile(invocation[output] ?? "-")
    let format = invocation[format] ?? file.format ?? .jsonl
    let bytes = try context.exported(as: format)
    guard case .path(let path) = file else {
      context.terminal.print(contents: bytes, isJSON: format != .csv)
      return .ok
    }
    try MediaFile.write(bytes, to: path)
    context.terminal.note("Wrote \(path): \(bytes.count.grouped) bytes.")
    return .ok
  }

  static let importRows = Command<CommandAction>(
    "import",
    abstract: "Import favourites from a file and merge them with yours.",
    discussion: """
      Existing favourites gain missing details and lose nothing; importing twice changes nothing. \
      Invalid rows are reported and skipped.
      """,
    arguments: [file],
    examples: [Example("favorites import favorites.csv", "Import a table from a spreadsheet.")]
  ) { context, invocation in
    try FavoritesImporter(context).run(try invocation[file])
  }
}

extension MediaFile {
  fileprivate var format: CallParameters.FavoriteFormat? {
    guard case .path(let path) = self else { return nil }
    return path.split(separator: ".").last.flatMap { .init(rawValue: $0.lowercased()) }
  }
}

extension CommandContext {
  /// All chunks of an export; starts again if the favourites change meanwhile.
  fileprivate func exported(as format: CallParameters.FavoriteFormat) throws -> [UInt8] {
    for _ in 0..<5 {
      var offset: Int? = 0
      var bytes: [UInt8] = []
      var revisions: Set<Int?> = []
      repeat {
        let chunk = try call(.exportFavorites(as: format).with { $0.offset = offset })
        bytes += chunk.attachment ?? []
        revisions.insert(chunk.done.revision)
        offset = chunk.done.next
      } while offset != nil && revisions.count == 1
      if revisions.count == 1 { return bytes }
    }
    throw CommandFailure(
      "The favourites change too often.",
      "Try again later."
    )
  }
}
