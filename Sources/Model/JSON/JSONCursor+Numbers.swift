extension JSONCursor {
  /// Reads a whole number without fraction and exponent; `nil` for others and if out of range.
  public mutating func integer() -> Int? {
    let start = offset
    guard let isWhole = skipNumber(), isWhole else {
      offset = start
      return nil
    }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var number = 0
    for byte in bytes[(isNegative ? start + 1 : start)..<offset] {
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let digit = Int(byte &- 0x30)
      let (sum, overflowsToo) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflows, !overflowsToo else {
        offset = start
        return nil
      }
      number = sum
    }
    skipSpace()
    return number
  }

  /// Consumes a number as JSON writes it, and no space after it.
  ///
  /// - Returns: whether it has neither fraction nor exponent; `nil` if it is not a number.
  mutating func skipNumber() -> Bool? {
    if next == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    guard skipDigits() else { return nil }
    if bytes[first] == UInt8(ascii: "0"), offset > first + 1 { return nil }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      offset += 1
      guard skipDigits() else { return nil }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      guard skipDigits() else { return nil }
    }
    return isWhole
  }

  private mutating func skipDigits() -> Bool {
    let start = offset
    while offset < end, JSONCursor.isDigit(bytes[offset]) { offset += 1 }
    return offset > start
  }
}
