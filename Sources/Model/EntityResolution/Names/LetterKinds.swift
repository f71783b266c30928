/// The kinds of letters in a name, and which of them occur twice. Names that differ in many of them
/// are not similar, which this shows without comparing bytes.
struct LetterKinds {
  /// One bit for each of 32 kinds of letters: in the lower half if it occurs, in the upper if
  /// twice. Letters of one kind count as equal.
  private var bits: UInt64 = 0

  mutating func add(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 31)
    bits |= (bits & bit) << 32 | bit
  }

  /// The letters of two names together.
  func joined(with more: LetterKinds) -> LetterKinds {
    var all = LetterKinds()
    all.bits = bits | more.bits | (bits & more.bits) << 32
    return all
  }

  /// The minimum number of letters in this name that the other lacks.
  func missing(in other: LetterKinds) -> Int { (bits & ~other.bits).nonzeroBitCount }
}
