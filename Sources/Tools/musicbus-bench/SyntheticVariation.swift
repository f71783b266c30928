import EntityResolution
import MusicModel

/// Many records made of few: the same songs again and again, each time with other words.
enum SyntheticVariation: String {
  /// Every word becomes another one: the rounds have nothing in common but numbers.
  case words
  /// Every word gets an ending. What has the same place on an album and the same length is still one
  /// song in all rounds, told with typing errors.
  case each
  /// A word in front of every name.
  case front
  /// A word behind every name.
  case back

  /// The songs are in the order of their titles, so that a part of them holds what belongs together
  /// as the whole does.
  func records(_ count: Int, from records: [SourceRecord]) -> [SourceRecord] {
    guard !records.isEmpty else { return [] }
    let records = records.sorted { $0.entity.displayName < $1.entity.displayName }
    return (0..<count).compactMap { number in
      salted(records[number % records.count], round: number / records.count, number)
    }
  }

  private func salted(_ record: SourceRecord, round: Int, _ number: Int) -> SourceRecord? {
    guard case .song(var song) = record.entity,
      let id = EntityID(namespace: "line", type: "song", value: String(number))
    else { return nil }
    song.id = id
    song.ids = [id]
    if round > 0 {
      let salt = SyntheticVariation.word(round)
      song.title = salted(song.title, salt, round)
      song.artist = song.artist.map { ArtistReference(name: salted($0.name, salt, round)) }
      song.album = song.album.map { AlbumReference(title: salted($0.title, salt, round)) }
    }
    return SourceRecord(provider: record.provider, entity: .song(song))
  }

  private func salted(_ name: String, _ salt: String, _ round: Int) -> String {
    guard !name.isEmpty else { return name }
    return switch self {
    case .words: name.split(separator: " ").map { turned($0, round) + salt }.joined(separator: " ")
    case .each: name.split(separator: " ").map { $0 + salt }.joined(separator: " ")
    case .front: salt + " " + name
    case .back: name + " " + salt
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
