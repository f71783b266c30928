internal import BusProtocol
internal import ProviderKit

/// The sound of a file: all of it, or as much as a message may hold.
enum Preview {
  /// The beginning of a longer file can be played if its format has no table of contents.
  private static let streams: Set<String> = [
    "aac", "flac", "mp2", "mp3", "oga", "ogg", "opus", "spx", "wav",
  ]
  private static let others: Set<String> = ["m4a", "m4b", "mp4"]
  private static let maxBytes = WireLimits.standard.attachmentBytes

  /// Whether a client can play a file of that name and size.
  static func isPossible(_ name: String, bytes: Int) -> Bool {
    let ending = name.lowercased().split(separator: ".").last.map { String($0) } ?? ""
    return streams.contains(ending) || others.contains(ending) && bytes <= maxBytes
  }

  /// Reads the sound; `nil` if it cannot be played.
  static func media(of file: OpenedFile, url: String) -> Media? {
    var bytes = file.bytes(from: 0, count: min(file.size, maxBytes))
    // A tag before the sound may have pictures that leave no room for it.
    let start = id3Length(bytes)
    if start > 0, file.size > maxBytes { bytes = file.bytes(from: start, count: maxBytes) }
    guard let type = MediaKind.audio.type(of: bytes) ?? (start > 0 ? "audio/mpeg" : nil) else {
      return nil
    }
    return Media(bytes: bytes, type: type, url: url)
  }

  /// The length of the ID3v2 tag at the beginning, in bytes.
  private static func id3Length(_ bytes: [UInt8]) -> Int {
    guard bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) else { return 0 }
    return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }
}
