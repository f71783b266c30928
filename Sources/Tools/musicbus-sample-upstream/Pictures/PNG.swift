/// Pictures as PNG: without a library, so that all of it is here.
enum PNG {
  static func bytes(_ canvas: Canvas) -> [UInt8] {
    // 8 bits for each of three colours, then the only known compression, filter and no interlace.
    let header = bigEndian(canvas.width) + bigEndian(canvas.height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("IDAT", compressed(canvas)) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(Deflate.crc32(body)))
  }

  /// The lines as runs of equal pixels, each after the number of its filter, which is none.
  private static func compressed(_ canvas: Canvas) -> [UInt8] {
    var output = RunDeflate()
    for row in 0..<canvas.height {
      output.append(0)
      let line = canvas.pixels[row * canvas.width..<(row + 1) * canvas.width]
      var (start, pixel) = (line.startIndex, line[line.startIndex])
      for index in line.indices where line[index] != pixel {
        output.append(pixel, count: index - start)
        (start, pixel) = (index, line[index])
      }
      output.append(pixel, count: line.endIndex - start)
    }
    return output.finished()
  }
}

/// A deflate stream in zlib's frame (RFC 1950, RFC 1951) of runs: one block with the fixed codes.
private struct RunDeflate {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// The two sums of Adler-32.
  private var low = 1
  private var high = 0

  init() { write(0b011, 3) }

  mutating func append(_ byte: UInt8) {
    literal(Int(byte))
    low = (low + Int(byte)) % 65_521
    high = (high + low) % 65_521
  }

  /// Appends a pixel `count` times: once as it is, then as copies of what is three bytes before.
  mutating func append(_ pixel: UInt32, count: Int) {
    let (red, green, blue) = (Int(pixel >> 16 & 0xff), Int(pixel >> 8 & 0xff), Int(pixel & 0xff))
    for byte in [red, green, blue] { literal(byte) }
    var rest = (count - 1) * 3
    while rest > 0 {
      let length = min(258, rest)
      copy(length)
      rest -= length
    }
    let sum = red + green + blue
    let growth = 3 * low * count + 3 * sum * (count * (count - 1) / 2)
    high = (high + growth + count * (3 * red + 2 * green + blue)) % 65_521
    low = (low + count * sum) % 65_521
  }

  mutating func finished() -> [UInt8] {
    write(0, 7)
    write(0, (8 - bitCount % 8) % 8)
    return bytes + bigEndian(high << 16 | low)
  }

  private mutating func literal(_ byte: Int) {
    if byte < 144 { code(0x30 + byte, 8) } else { code(0x190 + byte - 144, 9) }
  }

  private mutating func copy(_ length: Int) {
    let value = length - 3
    if length == 258 {
      code(0xc0 + 5, 8)
    } else if value < 8 {
      code(1 + value, 7)
    } else {
      let extra = Int.bitWidth - 3 - value.leadingZeroBitCount
      let symbol = 261 + 4 * extra + (value >> extra & 3)
      if symbol < 280 { code(symbol - 256, 7) } else { code(0xc0 + symbol - 280, 8) }
      write(UInt64(value & ((1 << extra) - 1)), extra)
    }
    // The distance 3.
    code(2, 5)
  }

  /// A Huffman code, which begins with its highest bit.
  private mutating func code(_ value: Int, _ count: Int) {
    var reversed: UInt64 = 0
    for bit in 0..<count { reversed |= UInt64(value >> bit & 1) << (count - 1 - bit) }
    write(reversed, count)
  }

  private mutating func write(_ value: UInt64, _ count: Int) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}

/// The four bytes of a number, highest first.
func bigEndian(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
