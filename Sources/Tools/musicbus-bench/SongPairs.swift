import EntityResolution
import FoundationEssentials
import MusicModel

/// Pairs of offers of two shops, one JSON object a line: `left`, `right`, `same`.
struct SongPairs {
  struct Pair {
    var left: SourceRecord
    var right: SourceRecord
    var leftText: String
    var rightText: String
    var same: Bool
  }

  private(set) var pairs: [Pair] = []

  private struct Line: Decodable {
    var left: Offer
    var right: Offer
    var same: Bool
  }

  private struct Offer: Decodable {
    var title: String?
    var artist: String?
    var album: String?
    var duration_ms: Int?
    var released: String?
    var genres: [String]?
    var copyright: String?

    var text: String {
      [title, artist, album, duration_ms.map { "\($0) ms" }, released]
        .map { $0 ?? "-" }.joined(separator: " | ")
    }

    func record(_ provider: String, _ number: Int) throws -> SourceRecord {
      guard let provider = ProviderID(rawValue: provider),
        let id = EntityID(namespace: provider.rawValue, type: "song", value: String(number))
      else { throw FileError("no id for line \(number)") }
      var song = Song(id: id, title: title ?? "", artist: artist.map { ArtistReference(name: $0) })
      song.album = album.map { AlbumReference(title: $0) }
      song.durationMs = duration_ms
      song.releaseDate = released.flatMap { PartialDate($0) }
      song.genres = genres ?? []
      return SourceRecord(provider: provider, entity: .song(song))
    }
  }

  init(path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    let decoder = JSONDecoder()
    for (number, text) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        let line = try decoder.decode(Line.self, from: text)
        pairs.append(
          Pair(
            left: try line.left.record("left", number),
            right: try line.right.record("right", number),
            leftText: line.left.text,
            rightText: line.right.text,
            same: line.same
          )
        )
      } catch {
        throw FileError("\(path), line \(number + 1): \(error)")
      }
    }
  }
}
