import EntityResolution
import FoundationEssentials
import MusicModel

/// Songs of several sources, one JSON object per line. The members are `source id title artist
/// album year duration_ms track_number`; unknown members are absent.
struct SongLines {
  /// The source and id of each record, by the number that its entity id holds.
  private(set) var names: [(source: String, id: String)] = []
  private(set) var records: [SourceRecord] = []

  private struct Line: Decodable {
    var source: String
    var id: String
    var title: String?
    var artist: String?
    var album: String?
    var year: Int?
    var duration_ms: Int?
    var track_number: Int?
  }

  init(path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    let decoder = JSONDecoder()
    for (number, text) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        try add(decoder.decode(Line.self, from: text))
      } catch {
        throw FileError("\(path), line \(number + 1): \(error)")
      }
    }
  }

  /// A record on one line.
  func text(_ number: Int) -> String {
    guard case .song(let song) = records[number].entity else { return "" }
    return [
      song.title, song.artist?.name, song.album?.title, song.releaseDate?.description,
      song.durationMs.map { "\($0) ms" }, song.trackNumber.map { "track \($0)" },
    ].map { $0 ?? "-" }.joined(separator: " | ")
  }

  private mutating func add(_ line: Line) throws {
    guard let provider = ProviderID(rawValue: line.source.lowercased()) else {
      throw FileError(
        "\"\(line.source)\" is not a valid source name: letters, digits, - and . only"
      )
    }
    let number = String(names.count)
    guard let id = EntityID(namespace: "line", type: "song", value: number) else { return }
    var song = Song(
      id: id,
      title: line.title ?? "",
      artist: line.artist.map { ArtistReference(name: $0) }
    )
    song.album = line.album.map { AlbumReference(title: $0) }
    song.releaseDate = line.year.flatMap { PartialDate(year: $0) }
    song.durationMs = line.duration_ms
    song.trackNumber = line.track_number
    names.append((line.source, line.id))
    records.append(SourceRecord(provider: provider, entity: .song(song)))
  }
}

/// A file that cannot be used, and why.
struct FileError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
