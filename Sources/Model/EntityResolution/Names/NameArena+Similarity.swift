/// The similarity of names that are not equal.
extension NameArena {
  /// The similarity in percent below which differences do not matter.
  static let minSimilarity = 40
  /// The share of letters that stay when one name is turned into the other, in percent. Only equal
  /// names have 100. The same words in another order count as 95. A similarity below `percent` is
  /// reported as 0, which takes less work.
  func similarity(_ one: Name, _ other: Name, atLeast percent: Int = minSimilarity) -> Int {
    if equal(one, other) { return 100 }
    if one.words == other.words, one.words != 0 { return 95 }
    let longer = max(one.length, other.length)
    guard NameArena.atMost(one, other) >= percent else { return 0 }
    let bytes = bytes.span
    let distance = EditDistance.between(
      bytes.extracting(one.range),
      bytes.extracting(other.range),
      atMost: longer * (100 - percent) / 100
    )
    guard let distance else { return 0 }
    return min((longer - distance) * 100 / longer, NameArena.atMost(one, other))
  }

  /// A lower similarity is a coincidence of names that start alike.
  static let minJoinedSimilarity = 80

  /// The same for two names written as one: "Title - Album". Below ``minJoinedSimilarity`` the result is 0,
  /// because a long and a short name often overlap.
  func similarity(_ one: Name, _ more: Name = .unknown, joined first: Name, _ second: Name) -> Int {
    let (left, right) = (one.joined(with: more), first.joined(with: second))
    let longer = max(left.length, right.length)
    guard longer > 0, NameArena.atMost(left, right) >= NameArena.minJoinedSimilarity else {
      return 0
    }
    let (leftBytes, rightBytes) = (joined(one, more), joined(first, second))
    let distance = EditDistance.between(
      leftBytes.span.extracting(first: left.length),
      rightBytes.span.extracting(first: right.length),
      atMost: longer * (100 - NameArena.minJoinedSimilarity) / 100
    )
    return distance.map { min(99, (longer - $0) * 100 / longer) } ?? 0
  }

  /// Whether one name is a truncated form of the other: a prefix, a suffix, or its ASCII letters.
  /// The latter remain if the letters of another script were lost.
  func isPart(_ one: Name, _ other: Name) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    guard short.count > 0, short.letters.missing(in: long.letters) == 0 else { return false }
    let (part, whole) = (bytes[short.range], bytes[long.range])
    if whole.starts(with: part) || whole.suffix(part.count).elementsEqual(part) { return true }
    return part.elementsEqual(whole.lazy.filter { $0 < 0x80 })
  }

  /// Whether a name is a prefix of the other.
  func isBeginning(_ short: Name, of long: Name) -> Bool {
    short.count > 0 && short.count <= long.count && short.letters.missing(in: long.letters) == 0
      && bytes[long.range].starts(with: bytes[short.range])
  }

  /// Two names joined, up to the compared length; in place, because every two different titles need it.
  private func joined(_ one: Name, _ more: Name) -> InlineArray<192, UInt8> {
    var joined = InlineArray<192, UInt8>(repeating: 0)
    let bytes = bytes.span
    let length = min(EditDistance.maxLength, one.length + more.length)
    let first = bytes.extracting(one.range).extracting(first: length)
    let second = bytes.extracting(more.range).extracting(first: length - first.count)
    for index in first.indices { joined[index] = first[index] }
    for index in second.indices { joined[first.count + index] = second[index] }
    return joined
  }

  /// The maximum similarity of two names in percent, by length and kinds of letters.
  private static func atMost(_ one: Name, _ other: Name) -> Int {
    let longer = max(one.length, other.length)
    let differing = max(
      one.letters.missing(in: other.letters),
      other.letters.missing(in: one.letters),
      abs(one.length - other.length)
    )
    return (longer - differing) * 100 / longer
  }
}

extension Name {
  /// The length and letters of two names together.
  fileprivate func joined(with more: Name) -> Name {
    var all = self
    all.count += more.count
    all.letters = letters.joined(with: more.letters)
    return all
  }
}
