/// A small writer of PNG pictures: 16 colours, no compression (deflate's stored blocks).
struct PNG: Hashable, Sendable {
  struct Colour: Hashable, Sendable {
    let red, green, blue: UInt8
  }

  let width: Int
  let height: Int
  /// At most 16.
  let palette: [Colour]
  /// For each line of the picture its pixels, two to a byte, the left one high.
  let lines: [[UInt8]]

  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    // 4 bits a pixel, colours by number, then the only known compression, filter and no interlace.
    let header = bigEndian(width) + bigEndian(height) + [4, 3, 0, 0, 0]
    file += chunk("IHDR", header)
    file += chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
    file += chunk("IDAT", Zlib.stored(lines.flatMap { [0] + $0 }))
    file += chunk("IEND", [])
    return file
  }

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(Checksum.crc32(body)))
  }
}

/// The four bytes of a number, highest first.
func bigEndian(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
