import EntityResolution
import MusicModel

/// Many records made of few: the same songs again and again, each time with other words.
enum SyntheticVariation: String {
  /// Every word becomes another one: the rounds have nothing in common but numbers.
  case words
  /// Every word gets an ending. Songs with equal position and length remain one song in all rounds,
  /// with typing errors.
  case each
  /// A word in front of every name.
  case front
  /// A word at the end of every name.
  case back

  /// The songs are sorted by title, so that a part of them contains whole clusters.
  func records(_ count: Int, from records: [SourceRecord]) -> [SourceRecord] {
    guard !records.isEmpty else { return [] }
    let records = records.sorted { $0.entity.displayName < $1.entity.displayName }
    return (0..<count).compactMap { number in
      varied(records[number % records.count], round: number / records.count, number)
    }
  }

  private func varied(_ record: SourceRecord, round: Int, _ number: Int) -> SourceRecord? {
    guard case .song(var song) = record.entity,
      let id = EntityID(namespace: "line", type: "song", value: String(number))
    else { return nil }
    song.id = id
    song.ids = [id]
    if round > 0 {
      let variation = SyntheticVariation.word(round)
      song.title = varied(song.title, variation, round)
      song.artist = song.artist.map { ArtistReference(name: varied($0.name, variation, round)) }
      song.album = song.album.map { AlbumReference(title: varied($0.title, variation, round)) }
    }
    return SourceRecord(provider: record.provider, entity: .song(song))
  }

  private func varied(_ name: String, _ variation: String, _ round: Int) -> String {
    guard !name.isEmpty else { return name }
    return switch self {
    case .words:
      name.split(separator: " ").map { turned($0, round) + variation }.joined(separator: " ")
    case .each: name.split(separator: " ").map { $0 + variation }.joined(separator: " ")
    case .front: variation + " " + name
    case .back: name + " " + variation
    }
  }

  /// The word with other letters, each so many further in the alphabet.
  private func turned(_ word: Substring, _ round: Int) -> String {
    String(
      decoding: word.utf8.map { byte in
        let start = byte & 0xE0 | 1
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
        return isLetter ? start + (byte - start + UInt8(round % 26)) % 26 : byte
      },
      as: UTF8.self
    )
  }

  /// A word that no other number gives.
  private static func word(_ number: Int) -> String {
    let letters = Array("abcdefghijklmnop")
    return String(
      String(Int.max / (number + 1), radix: 16).prefix(4).map { letters[$0.hexDigitValue ?? 0] }
    )
  }
}
