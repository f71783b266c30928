import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import FoundationEssentials
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
    help: "File format: JSON, JSON Lines, table (CSV), or a playlist of your songs.",
    default: "by file extension; jsonl without one"
  )
  private static let file = Argument(
    .file(),
    help: "File of this or another program (- for standard input)."
  )

  static let export = Command<CommandAction>(
    "export",
    abstract: "Export all favourites to a file.",
    discussion: """
      JSON and JSON Lines are complete; CSV holds tabular fields only. JSPF, XSPF and M3U8 hold your \
      songs; an M3U8 file names your own files, else the page of a song, else its name.
      """,
    uses: [GlobalOptions.sources],
    options: [format, output],
    examples: [
      Example("favorites export -o favorites.csv", "Export a table for a spreadsheet."),
      Example("favorites export -o favorites.m3u8", "Export a playlist of your songs."),
    ]
  ) { context, invocation in
    guard invocation[output] != nil || !context.terminal.isInteractive else {
      let format = invocation[format] ?? .jsonl
      throw CommandFailure(
        "An export is not for the terminal.",
        "Name a file: musicbus favorites export -o favorites.\(format.rawValue)"
      )
    }
    let file = MediaFile(invocation[output] ?? "-")
    let format = try invocation[format] ?? file.format(invocation)
    let bytes = try format == .m3u8 ? context.exportedPlaylist() : context.exported(as: format)
    guard case .path(let path) = file else {
      context.terminal.print(contents: bytes, isJSON: [.json, .jsonl, .jspf].contains(format))
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
      The file is recognised by its content: Exportify, TuneMyMusic, Soundiiz, Spotify account data, \
      Apple and iTunes libraries, Last.fm, ListenBrainz, Discogs, Rate Your Music, YouTube Music \
      (Takeout), Deezer, JSPF, XSPF, M3U, PLS, Rekordbox, Traktor, a list of names, links, ids or codes, an export of this \
      program, or a zip archive of these. Rows with ids need no request; others are looked up. What is \
      doubtful is not added: musicbus favorites review. The hub goes on with an import when the command \
      is interrupted: musicbus favorites imports. Existing favourites gain missing details and lose nothing; importing twice adds \
      nothing twice. To undo an import as a whole: musicbus favorites undo
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [file],
    examples: [
      Example("favorites import my_spotify_data.zip", "Import the data of a Spotify account."),
      Example("favorites import favorites.csv", "Import a table from a spreadsheet."),
    ]
  ) { context, invocation in
    let path = try invocation[file]
    return try FavoritesImporter(context, path).run()
  }
}

extension MediaFile {
  /// The format that the extension of the file stands for.
  fileprivate func format(
    _ invocation: Invocation
  ) throws(UsageError) -> CallParameters.FavoriteFormat {
    guard case .path(let path) = self else { return .jsonl }
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return .jsonl }
    let ending = name[name.index(after: dot)...].lowercased()
    // An M3U8 file is an M3U file in UTF-8.
    if let format = CallParameters.FavoriteFormat(rawValue: ending == "m3u" ? "m3u8" : ending) {
      return format
    }
    let known = CallParameters.FavoriteFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw invocation.usageError(
      "\"\(name)\" does not say which format is wanted; name it: --format, with one of \(known)."
    )
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
        let chunk = try call(.favoritesExport(as: format).with { $0.offset = offset })
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

  /// The songs as M3U8, with the user's own files.
  fileprivate func exportedPlaylist() throws -> [UInt8] {
    var songs: [Entity] = []
    let list = Call.favorites.with { $0.entityKind = .song }
    _ = try favorites(list, all: true) {
      songs += $0
    } restart: {
      songs = []
    }
    let owned = songs.indices.filter { songs[$0].isOwned }
    var files: [Int: String] = [:]
    // Paths are in details only.
    for chunk in stride(from: 0, to: owned.count, by: 16) {
      let indices = Array(owned[chunk..<min(chunk + 16, owned.count)])
      restartDeadlines()
      let replies = try call(all: indices.map { Call.get(songs[$0].id) })
      for (index, reply) in zip(indices, replies) {
        guard case .success(let reply) = reply, case .song(let song)? = reply.items.first else {
          continue
        }
        files[index] = song.file.flatMap { URL(string: $0)?.path(percentEncoded: false) }
      }
    }
    let rows = songs.enumerated().map { PlaylistText($1).m3u(files[$0]) }
    return Array((PlaylistText.m3uOpening + rows.joined()).utf8)
  }
}
