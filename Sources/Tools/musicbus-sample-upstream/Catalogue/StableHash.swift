/// FNV-1a of a text: the same number in every run, unlike Swift's own hashing.
///
/// The catalogue's made-up ids, colours and gaps come from it, so that they stay when it grows.
func stableHash(_ text: String) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  // FNV alone leaves neighbouring texts close in the high bits.
  hash ^= hash >> 33
  hash &*= 0xff51_afd7_ed55_8ccd
  return hash ^ (hash >> 33)
}

/// A number below `bound` that belongs to the text.
func stableNumber(_ text: String, below bound: Int) -> Int {
  Int(stableHash(text) % UInt64(max(1, bound)))
}

/// A well-formed random-looking UUID (version 4) that belongs to the text.
func stableUUID(_ text: String) -> String {
  var digits = Array(hex(stableHash(text)) + hex(stableHash(text + "\u{0}")))
  digits[12] = "4"
  digits[16] = "a"
  for position in [20, 16, 12, 8] { digits.insert("-", at: position) }
  return String(digits)
}

private func hex(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
