/// The checksum of a line: the CRC of POSIX `cksum`. Users can compute it with `printf '%s' "$text"
/// | cksum`.
package enum Checksum {
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      bytes.withUnsafeBytes { bytes in
        var crc: UInt32 = 0
        var index = 0
        while index + 8 <= bytes.count {
          let high = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).bigEndian ^ crc
          let low = bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self).bigEndian
          crc = eightBytes(high, low, tables)
          index += 8
        }
        for byte in bytes[index...] { crc = step(crc, byte, tables) }
        // POSIX appends the length, lowest byte first, without leading zeros.
        var length = bytes.count
        while length > 0 {
          crc = step(crc, UInt8(truncatingIfNeeded: length), tables)
          length >>= 8
        }
        return ~crc
      }
    }
  }

  private static func step(
    _ crc: UInt32,
    _ byte: UInt8,
    _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    crc << 8 ^ tables[Int(crc >> 24) ^ Int(byte)]
  }

  /// Processes eight bytes per step: table k has the effect of a byte followed by k more.
  private static func eightBytes(
    _ high: UInt32,
    _ low: UInt32,
    _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    func entry(_ table: Int, _ word: UInt32, _ shift: UInt32) -> UInt32 {
      tables[table << 8 | Int(word >> shift & 0xFF)]
    }
    return entry(7, high, 24) ^ entry(6, high, 16) ^ entry(5, high, 8) ^ entry(4, high, 0)
      ^ entry(3, low, 24) ^ entry(2, low, 16) ^ entry(1, low, 8) ^ entry(0, low, 0)
  }

  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte) << 24
      for _ in 0..<8 { crc = crc << 1 ^ (crc & 0x8000_0000 == 0 ? 0 : 0x04C1_1DB7) }
      tables[byte] = crc
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 24)]
    }
    return tables
  }()
}
