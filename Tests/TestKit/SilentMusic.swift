/// A FLAC file without sound, to be tagged by tests.
package struct SilentMusic {
  package var tags: [(String, String)]
  package var picture: [UInt8]?
  package var seconds: Int
  /// Files with different seeds have different contents.
  package var seed: String
  /// The length of what stands for the sound.
  package var soundBytes = 20_000

  package init(
    _ tags: [(String, String)] = [],
    picture: [UInt8]? = nil,
    seconds: Int = 200,
    seed: String
  ) {
    (self.tags, self.picture, self.seconds, self.seed) = (tags, picture, seconds, seed)
  }

  /// The smallest PNG.
  package static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
    0, 0, 0, 1, 8,
    0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55,
  ]

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var blocks: [(type: UInt8, bytes: [UInt8])] = [(0, streamInfo), (4, comments)]
    if let picture { blocks.append((6, block(of: picture))) }
    var bytes = Array("fLaC".utf8)
    for (index, block) in blocks.enumerated() {
      let last: UInt8 = index == blocks.count - 1 ? 0x80 : 0
      bytes += [last | block.type] + SilentMusic.big(block.bytes.count, 3) + block.bytes
    }
    return bytes + frames
  }

  /// 44.1 kHz, two channels, 16 bits, and the number of samples.
  private var streamInfo: [UInt8] {
    let samples = seconds * 44_100
    let format = 44_100 << 12 | 1 << 9 | 15 << 4
    return SilentMusic.big(4096, 2) + SilentMusic.big(4096, 2) + SilentMusic.big(0, 6)
      + SilentMusic.big(format, 4) + SilentMusic.big(samples, 4) + [UInt8](repeating: 0, count: 16)
  }

  private var comments: [UInt8] {
    func text(_ text: String) -> [UInt8] { SilentMusic.little(text.utf8.count) + Array(text.utf8) }
    return text("MusicBus") + SilentMusic.little(tags.count)
      + tags.flatMap { text("\($0.0)=\($0.1)") }
  }

  private func block(of picture: [UInt8]) -> [UInt8] {
    SilentMusic.big(3, 4) + SilentMusic.big(9, 4) + Array("image/png".utf8)
      + SilentMusic.big(0, 20) + SilentMusic.big(picture.count, 4) + picture
  }

  /// What stands for the sound; the header of a frame, and bytes that differ by the seed.
  private var frames: [UInt8] {
    let seed = Array(seed.utf8) + [0]
    return [0xFF, 0xF8] + (0..<soundBytes).map { seed[$0 % seed.count] & 0x7F }
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func little(_ number: Int) -> [UInt8] { big(number, 4).reversed() }
}
