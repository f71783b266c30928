/// The letters in which a normalized name is written.
struct Script {
  private var hasLatin = false
  private var hasOther = false

  init(_ name: some Sequence<UInt8>) {
    for byte in name {
      if byte >= 0x80 { hasOther = true }
      if (0x61...0x7A).contains(byte) { hasLatin = true }
    }
  }

  /// Names without letters, such as "1999", are comparable to all.
  func isComparable(to other: Script) -> Bool {
    let areAlike = hasLatin && other.hasLatin || hasOther && other.hasOther
    return areAlike || !hasLatin && !hasOther || !other.hasLatin && !other.hasOther
  }
}
