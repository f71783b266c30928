/// The checksum of a line: the CRC of POSIX `cksum`. Users can compute it with `printf '%s' "$text"
/// | cksum`.
package enum Checksum {
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = Checksum.table
    var crc: UInt32 = 0
    for byte in bytes { crc = crc << 8 ^ table[Int(crc >> 24) ^ Int(byte)] }
    // POSIX appends the length, lowest byte first, without leading zeros.
    var length = bytes.count
    while length > 0 {
      crc = crc << 8 ^ table[Int(crc >> 24) ^ length & 0xFF]
      length >>= 8
    }
    return ~crc
  }

  /// The effect of each byte.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { crc, _ in
      crc << 1 ^ (crc & 0x8000_0000 == 0 ? 0 : 0x04C1_1DB7)
    }
  }
}
