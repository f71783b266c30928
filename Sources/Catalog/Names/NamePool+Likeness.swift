/// How alike two names are that are not equal.
extension NamePool {
  /// Below this many percent it makes no difference how alike they are.
  static let likenessMin = 40

  /// The share of letters that need not be changed to turn one into the other, in percent: 100
  /// only where they are equal, 0 where they have next to nothing in common. The same words in
  /// another order count as 95.
  func likeness(_ one: Name, _ other: Name) -> Int {
    if equal(one, other) { return 100 }
    if one.words == other.words, one.words != 0 { return 95 }
    let longer = Int(max(one.count, other.count))
    let differing = max(
      (one.letters & ~other.letters).nonzeroBitCount,
      (other.letters & ~one.letters).nonzeroBitCount,
      abs(Int(one.count) - Int(other.count))
    )
    guard (longer - differing) * 100 >= longer * NamePool.likenessMin else { return 0 }
    return likeness(bytes[one.range], bytes[other.range])
  }

  /// The same for names that are written as one: "Title - Album". Only what is nearly equal is
  /// told from the coincidence of a long and a short name.
  func likeness(_ one: [Name], _ other: [Name]) -> Int {
    let (left, right) = (one.reduce(0) { $0 + $1.count }, other.reduce(0) { $0 + $1.count })
    let (first, second) = (one.reduce(0) { $0 | $1.letters }, other.reduce(0) { $0 | $1.letters })
    let longer = Int(max(left, right))
    let differing = max(
      (first & ~second).nonzeroBitCount,
      (second & ~first).nonzeroBitCount,
      Int(abs(left - right))
    )
    guard longer > 0, (longer - differing) * 100 >= longer * 80 else { return 0 }
    let texts = [one, other].map { names in names.flatMap { bytes[$0.range] }[...] }
    return texts[0] == texts[1] ? 99 : likeness(texts[0], texts[1])
  }

  /// Whether one of the names is what is left of the other: its beginning or end, where it was cut
  /// off, or its ASCII letters, where those of another script were lost.
  func isPart(_ one: Name, _ other: Name) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    guard short.count > 0, short.letters & ~long.letters == 0 else { return false }
    let (part, whole) = (bytes[short.range], bytes[long.range])
    if whole.starts(with: part) || whole.suffix(part.count).elementsEqual(part) { return true }
    return part.elementsEqual(whole.lazy.filter { $0 < 0x80 })
  }

  /// Whether a name is a part of the other, at its beginning.
  func isBeginning(_ short: Name, of long: Name) -> Bool {
    short.count > 0 && short.count <= long.count
      && bytes[long.range].starts(with: bytes[short.range])
  }

  private func likeness(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    let longer = max(one.count, other.count)
    let same = longer - EditDistance.between(one, other)
    let percent = same * 100 / longer
    return percent < NamePool.likenessMin ? 0 : percent
  }
}
