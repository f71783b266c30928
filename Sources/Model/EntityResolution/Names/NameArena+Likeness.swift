/// How alike two names are that are not equal.
extension NameArena {
  /// Below this many percent it makes no difference how alike they are.
  static let likenessMin = 40
  /// The share of letters that need not be changed to turn one into the other, in percent: 100
  /// only where they are equal, 0 where they have next to nothing in common. The same words in
  /// another order count as 95. Less than `percent` is told as 0, with less work the more is wanted.
  func likeness(_ one: Name, _ other: Name, atLeast percent: Int = likenessMin) -> Int {
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

  /// Less than this is the coincidence of names that begin alike.
  static let joinedLikenessMin = 80

  /// The same for names that are written as one: "Title - Album". Only what is nearly equal is
  /// told from the coincidence of a long and a short name: less than ``joinedLikenessMin`` is 0.
  func likeness(_ one: Name, _ more: Name = .unknown, joined first: Name, _ second: Name) -> Int {
    let (left, right) = (one.joined(with: more), first.joined(with: second))
    let longer = max(left.length, right.length)
    guard longer > 0, NameArena.atMost(left, right) >= NameArena.joinedLikenessMin else { return 0 }
    let (leftBytes, rightBytes) = (joined(one, more), joined(first, second))
    let distance = EditDistance.between(
      leftBytes.span.extracting(first: left.length),
      rightBytes.span.extracting(first: right.length),
      atMost: longer * (100 - NameArena.joinedLikenessMin) / 100
    )
    return distance.map { min(99, (longer - $0) * 100 / longer) } ?? 0
  }

  /// Whether one of the names is what is left of the other: its beginning or end, where it was cut
  /// off, or its ASCII letters, where those of another script were lost.
  func isPart(_ one: Name, _ other: Name) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    guard short.count > 0, short.letters.missing(in: long.letters) == 0 else { return false }
    let (part, whole) = (bytes[short.range], bytes[long.range])
    if whole.starts(with: part) || whole.suffix(part.count).elementsEqual(part) { return true }
    return part.elementsEqual(whole.lazy.filter { $0 < 0x80 })
  }

  /// Whether a name is a part of the other, at its beginning.
  func isBeginning(_ short: Name, of long: Name) -> Bool {
    short.count > 0 && short.count <= long.count && short.letters.missing(in: long.letters) == 0
      && bytes[long.range].starts(with: bytes[short.range])
  }

  /// One name behind the other, as far as names are compared: in place, because this is done for
  /// every two titles that differ.
  private func joined(_ one: Name, _ more: Name) -> InlineArray<192, UInt8> {
    var joined = InlineArray<192, UInt8>(repeating: 0)
    let bytes = bytes.span
    let length = min(EditDistance.lengthMax, one.length + more.length)
    let first = bytes.extracting(one.range).extracting(first: length)
    let second = bytes.extracting(more.range).extracting(first: length - first.count)
    for index in first.indices { joined[index] = first[index] }
    for index in second.indices { joined[first.count + index] = second[index] }
    return joined
  }

  /// How many percent two names can be alike at most, by their lengths and kinds of letters.
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
  /// Length and letters of two names together.
  fileprivate func joined(with more: Name) -> Name {
    var all = self
    all.count += more.count
    all.letters = letters.joined(with: more.letters)
    return all
  }
}
