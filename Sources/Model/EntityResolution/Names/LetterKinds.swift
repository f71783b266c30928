/// Which kinds of letters a name has, and which of them at least twice: names that differ in many are
/// not alike, which is told so without a look at their bytes.
struct LetterKinds {
  /// The lower half has a bit for each of 32 kinds that is there, the upper half one for each that is
  /// there again. Letters of one kind are taken for the same.
  private var bits: UInt64 = 0

  mutating func add(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 31)
    bits |= (bits & bit) << 32 | bit
  }

  /// Those of two names, one behind the other.
  func joined(with more: LetterKinds) -> LetterKinds {
    var all = LetterKinds()
    all.bits = bits | more.bits | (bits & more.bits) << 32
    return all
  }

  /// How many letters the name has at least that the other has not.
  func missing(in other: LetterKinds) -> Int { (bits & ~other.bits).nonzeroBitCount }
}
