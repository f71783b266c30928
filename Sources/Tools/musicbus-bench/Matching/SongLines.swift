import EntityResolution
import FoundationEssentials
import MusicModel

/// A song in a file of records, one JSON object a line; unknown members are absent.
struct SongLine: Decodable {
  var source: String?
  var id: String?
  var title: String?
  var artist: String?
  var album: String?
  var year: Int?
  var released: String?
  var duration_ms: Int?
  var track_number: Int?
  var genres: [String]?

  var text: String {
    [
      title, artist, album, released ?? year.map(String.init), duration_ms.map { "\($0) ms" },
      track_number.map { "track \($0)" },
    ].map { $0 ?? "-" }.joined(separator: " | ")
  }

  /// The record, whose id has this number as its value.
  func record(_ provider: String, _ namespace: String, _ number: Int) throws -> SourceRecord {
    guard let provider = ProviderID(rawValue: provider.lowercased()),
      let id = EntityID(namespace: namespace, type: "song", value: String(number))
    else {
      throw FileError("\"\(provider)\" is not a valid source name: letters, digits, - and . only")
    }
    var song = Song(id: id, title: title ?? "", artist: artist.map { ArtistReference(name: $0) })
    song.album = album.map { AlbumReference(title: $0) }
    song.releaseDate =
      released.flatMap { PartialDate($0) } ?? year.flatMap { PartialDate(year: $0) }
    song.durationMs = duration_ms
    song.trackNumber = track_number
    song.genres = genres ?? []
    return SourceRecord(provider: provider, entity: .song(song))
  }

  /// Reads a file line by line.
  fileprivate static func read<Line: Decodable>(
    _ path: String,
    _ use: (Int, Line) throws -> Void
  ) throws {
    try LineFile.read(path) { try use($0, JSONCodec.decode(Line.self, from: $1)) }
  }
}

/// A file of a JSON object per line.
enum LineFile {
  /// Calls `use` with the number and the text of each line.
  ///
  /// - Throws: its error, with the place in the file.
  static func read(_ path: String, _ use: (Int, [UInt8]) throws -> Void) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    for (number, text) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        try use(number, Array(text))
      } catch {
        throw FileError("\(path), line \(number + 1): \(error)")
      }
    }
  }
}

/// Songs of several sources.
struct SongLines {
  private(set) var lines: [SongLine] = []
  /// The source and id of each record, by the number that its entity id holds.
  private(set) var names: [(source: String, id: String)] = []
  private(set) var records: [SourceRecord] = []

  init(path: String) throws {
    try SongLine.read(path) { (number, line: SongLine) in
      guard let source = line.source, let id = line.id else { throw FileError("no source or id") }
      records.append(try line.record(source, "line", number))
      names.append((source, id))
      lines.append(line)
    }
  }
}

/// Offers of two shops, and whether they are the same song.
struct LabelledPair {
  var left: SourceRecord
  var right: SourceRecord
  var leftText: String
  var rightText: String
  var same: Bool

  private struct Line: Decodable {
    var left: SongLine
    var right: SongLine
    var same: Bool
  }

  static func read(path: String) throws -> [LabelledPair] {
    var pairs: [LabelledPair] = []
    try SongLine.read(path) { (number, line: Line) in
      pairs.append(
        LabelledPair(
          left: try line.left.record("left", "left", number),
          right: try line.right.record("right", "right", number),
          leftText: line.left.text,
          rightText: line.right.text,
          same: line.same
        )
      )
    }
    return pairs
  }
}

/// A file that cannot be used, and why.
struct FileError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
