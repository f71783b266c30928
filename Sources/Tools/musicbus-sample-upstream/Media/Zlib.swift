/// Deflate streams without compression: any reader takes them, and no library is needed.
enum Zlib {
  /// In zlib's frame, as PNG has it.
  static func stored(_ content: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + blocks(content) + bigEndian(Int(Checksum.adler32(content)))
  }

  /// In gzip's frame, as HTTP has it.
  static func gzip(_ content: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
    let trailer = bigEndian(Int(Checksum.crc32(content))).reversed()
    return header + blocks(content) + trailer + bigEndian(content.count).reversed()
  }

  /// A stored block holds up to 65,535 bytes; the last one is marked.
  private static func blocks(_ content: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(content.count + 5 * (content.count / 65_535 + 1))
    var start = 0
    repeat {
      let end = min(start + 65_535, content.count)
      let count = UInt16(end - start)
      output.append(end == content.count ? 1 : 0)
      for word in [count, ~count] {
        output += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
      }
      output += content[start..<end]
      start = end
    } while start < content.count
    return output
  }
}
