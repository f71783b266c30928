/// An endless gzip stream of zeros, which decompresses to about 159 times its size.
enum GzipBomb {
  /// The header, and the first two bytes of a block in the fixed code: one zero.
  static let start: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3] + bytes[..<2]
  /// "258 bytes from one byte before", eight times; repeatable.
  static let chunk: [UInt8] = Array(repeating: bytes[2..<15], count: 500).flatMap(\.self)

  private static let bytes: [UInt8] = {
    // Block header (last, fixed code), then the literal 0.
    var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    while bits.count < 15 * 8 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
    return (0..<15).map { byte in
      (0..<8).reduce(0) { $0 | bits[byte * 8 + $1] << UInt8($1) }
    }
  }()
}
