import Catalog
import MusicModel

/// Many records made of few: the same songs again and again, each time with other words, so that
/// no two repetitions have anything in common.
enum Salted {
  static func records(_ count: Int, from records: [SourceRecord]) -> [SourceRecord] {
    guard !records.isEmpty else { return [] }
    return (0..<count).compactMap { number in
      salted(records[number % records.count], round: number / records.count, number)
    }
  }

  private static func salted(_ record: SourceRecord, round: Int, _ number: Int) -> SourceRecord? {
    guard case .song(var song) = record.entity,
      let id = EntityID(namespace: "line", type: "song", value: String(number))
    else { return nil }
    song.id = id
    song.ids = [id]
    guard round > 0 else { return SourceRecord(provider: record.provider, entity: .song(song)) }
    let salt = word(round)
    song.title = salt + song.title + salt
    song.artist = song.artist.map { ArtistReference(name: salt + $0.name + salt) }
    song.album = song.album.map { AlbumReference(title: salt + $0.title + salt) }
    song.durationMs = song.durationMs.map { $0 + round * 7_000 }
    return SourceRecord(provider: record.provider, entity: .song(song))
  }

  /// A word that no other number gives.
  private static func word(_ number: Int) -> String {
    let letters = Array("abcdefghijklmnop")
    return "z" + String(String(number, radix: 16).map { letters[$0.hexDigitValue ?? 0] }) + "q"
  }
}
