/// Files without sound in other formats than FLAC, as little as their readers need.
enum MadeMusic {
  /// Frames of AAC (ADTS) with 44.1 kHz.
  static func aac(frames: Int) -> [UInt8] {
    let length = 7 + 200
    let header: [UInt8] = [
      0xFF, 0xF1, 0x50, UInt8(0x80 | length >> 11), UInt8(length >> 3 & 0xFF),
      UInt8(length << 5 & 0xE0 | 0x1F), 0xFC,
    ]
    let frame = header + [UInt8](repeating: 0x21, count: 200)
    return Array(repeatElement(frame, count: frames).joined())
  }

  /// A tag of an MP3 with a title.
  static func id3(title: String) -> [UInt8] {
    let text = [3] + Array(title.utf8)
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// MP4 of 123 s with sound in a codec; the handler `soun` says that it is sound.
  static func mp4(_ codec: String, title: String, handler: String = "soun") -> [UInt8] {
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let entry =
      zeros(7) + [1] + zeros(8) + [0, 2, 0, 16] + zeros(4) + big(48_000) + [0, 0] + zeros(4)
    let media =
      box("mdhd", zeros(12) + big(48_000) + big(48_000 * 123) + zeros(4))
      + box("hdlr", zeros(8) + Array(handler.utf8) + zeros(13))
      + box("minf", box("stbl", box("stsd", zeros(4) + big(1) + box(codec, entry))))
    let data = box("data", big(1) + zeros(4) + Array(title.utf8))
    let name = big(8 + data.count) + [0xA9] + Array("nam".utf8) + data
    let tags = box(
      "meta",
      zeros(4) + box("hdlr", zeros(8) + Array("mdir".utf8) + zeros(13)) + box("ilst", name)
    )
    let movie =
      box("mvhd", zeros(100)) + box("trak", box("tkhd", zeros(84)) + box("mdia", media))
      + box("udta", tags)
    return box("ftyp", Array("M4A ".utf8) + zeros(4) + Array("isom".utf8)) + box("moov", movie)
      + box("mdat", zeros(20_000))
  }

  private static func box(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    big(8 + bytes.count) + Array(name.utf8) + bytes
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
