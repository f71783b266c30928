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
    help: "Write to this file, or to standard output for -."
  )
  private static let format = Option(
    "format",
    .choice("FORMAT", of: CallParameters.FavoriteFormat.allCases),
    help: "JSON, JSON Lines or a table of comma-separated values.",
    preset: "what the file's name ends with, or jsonl"
  )
  private static let file = Argument(
    .file(),
    help: "JSON, JSON Lines, CSV or another document of favourites; - for standard input."
  )

  static let export = Command<CommandAction>(
    "export",
    abstract: "Write all favourites to a file.",
    discussion: "JSON and JSON Lines hold all that is known of each, CSV what a table can show.",
    options: [format, output],
    examples: [Example("favorites export -o favorites.csv", "A table for a spreadsheet.")]
  ) { session, invocation in
    let file = MediaFile(invocation[output] ?? "-")
    var parameters = CallParameters()
    parameters.format = invocation[format] ?? file.format ?? .jsonl
    let bytes = try session.exported(parameters)
    guard case .path(let path) = file else {
      session.terminal.output.write(bytes)
      return .ok
    }
    try MediaFile.write(bytes, to: path)
    session.terminal.note("Wrote \(path): \(bytes.count.grouped) bytes.")
    return .ok
  }

  static let importRows = Command<CommandAction>(
    "import",
    abstract: "Bring in favourites from a file, and unite them with those that are there.",
    discussion: """
      What is there already learns what it did not know, and loses nothing. Doing it twice changes \
      nothing more. Rows that cannot be used are told, and the others are brought in.
      """,
    operands: [file],
    examples: [Example("favorites import favorites.csv", "What a spreadsheet has saved.")]
  ) { session, invocation in
    try FavoritesImporter(session).run(try invocation[file])
  }
}

extension MediaFile {
  fileprivate var format: CallParameters.FavoriteFormat? {
    guard case .path(let path) = self else { return nil }
    return path.split(separator: ".").last.flatMap { .init(rawValue: $0.lowercased()) }
  }
}

extension CommandContext {
  /// All pieces of an export; anew where the favourites were changed in between.
  fileprivate func exported(_ parameters: CallParameters) throws -> [UInt8] {
    var parameters = parameters
    for _ in 0..<5 {
      parameters.offset = 0
      var bytes: [UInt8] = []
      var revisions: Set<Int?> = []
      repeat {
        let piece = try ask(.exportFavorites, parameters)
        bytes += piece.attachment ?? []
        revisions.insert(piece.done.revision)
        parameters.offset = piece.done.next
      } while parameters.offset != nil && revisions.count == 1
      if revisions.count == 1 { return bytes }
    }
    throw CommandFailure(
      "The favourites are being changed all the time.",
      "Try again when that is over."
    )
  }
}
