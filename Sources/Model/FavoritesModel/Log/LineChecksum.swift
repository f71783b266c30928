/// The member `sum` at the end of each line.
enum LineChecksum {
  private static let name = Array(",\"sum\":".utf8)

  /// Makes sure that a line is as it was written.
  ///
  /// - Returns: where the checksum begins.
  @discardableResult
  static func check(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> Int {
    guard let (text, told) = split(bytes, range) else { throw .notComplete }
    let sum = Checksum.of(bytes[text])
    guard sum == told else {
      throw LineError("its checksum is \(sum) and not \(told): something in it was changed")
    }
    return text.upperBound
  }

  /// The text that the checksum is of, and the checksum that stands there.
  private static func split(
    _ bytes: [UInt8],
    _ range: Range<Int>
  ) -> (text: Range<Int>, sum: UInt32)? {
    var place = range.upperBound - 1
    guard place > range.lowerBound, bytes[place] == UInt8(ascii: "}") else { return nil }
    var sum: UInt64 = 0
    var digit: UInt64 = 1
    place -= 1
    let lastDigit = place
    while place > range.lowerBound, (0x30...0x39).contains(bytes[place]), lastDigit - place < 10 {
      sum += UInt64(bytes[place] - 0x30) * digit
      digit *= 10
      place -= 1
    }
    let start = place + 1 - name.count
    guard place < lastDigit, start > range.lowerBound, sum <= UInt32.max,
      bytes[start...place].elementsEqual(name)
    else { return nil }
    return (range.lowerBound..<start, UInt32(sum))
  }
}
