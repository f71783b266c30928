/// The member `sum` at the end of each line.
enum LineChecksum {
  private static let name = Array(",\"sum\":".utf8)

  /// Makes sure that a line is as it was written.
  ///
  /// - Returns: where the checksum begins.
  @discardableResult
  static func check(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> Int {
    guard let (text, stated) = split(bytes, range) else { throw .notComplete }
    let sum = Checksum.of(bytes[text])
    guard sum == stated else {
      throw LineError("its checksum is \(sum) and not \(stated): something in it was changed")
    }
    return text.upperBound
  }

  /// Whether a line ends with a checksum, be it right or wrong; otherwise a hand may have written it.
  static func isThere(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    split(bytes, range) != nil
  }

  /// The text that the checksum is of, and the checksum that stands there.
  private static func split(
    _ bytes: [UInt8],
    _ range: Range<Int>
  ) -> (text: Range<Int>, sum: UInt32)? {
    var index = range.upperBound - 1
    guard index > range.lowerBound, bytes[index] == UInt8(ascii: "}") else { return nil }
    var sum: UInt64 = 0
    var digit: UInt64 = 1
    index -= 1
    let lastDigit = index
    while index > range.lowerBound, (0x30...0x39).contains(bytes[index]), lastDigit - index < 10 {
      sum += UInt64(bytes[index] - 0x30) * digit
      digit *= 10
      index -= 1
    }
    let start = index + 1 - name.count
    guard index < lastDigit, start > range.lowerBound, sum <= UInt32.max,
      bytes[start...index].elementsEqual(name)
    else { return nil }
    return (range.lowerBound..<start, UInt32(sum))
  }
}
