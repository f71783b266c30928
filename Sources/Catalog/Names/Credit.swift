/// The artist of an album or song as a source writes it: one name, or several.
struct Credit {
  /// All names without the article and without guests, as one.
  var name: Name = .unknown
  /// The single artists, guests included, in ``NamePool/members``; the first is the main one.
  var members: Range<Int> = 0..<0
  var isVarious = false

  var isUnknown: Bool { name.isUnknown }
}

/// Reads artist credits: "A & B", "A feat. B", "A, B and C".
struct CreditReader {
  private var scanner = Scanner()
  private var name: [UInt8] = []
  private static let joining = Set(
    ["and", "vs", "x", "y", "und", "et", "og", "och", "e", "en"].map { StableHash.of($0.utf8) }
  )

  /// The first of several artists, or nothing where there is only one.
  static func first(of text: String) -> FoldedName? {
    var scanner = Scanner()
    scanner.scan(text)
    let words = scanner.wordsWithoutArticle
    let end = words.indices.dropFirst().first { index in
      let hash = scanner.hash(words[index])
      let roles = TitleWord.table[hash]?.roles ?? []
      return words[index].part != words[words.startIndex].part || joining.contains(hash)
        || !roles.isDisjoint(with: [.featuring, .with])
    }
    return end.map { FoldedName(scanner.text(words[..<$0])) }
  }

  mutating func read(_ text: String, into pool: inout NamePool) -> Credit {
    scanner.scan(text)
    let words = scanner.wordsWithoutArticle
    name.removeAll(keepingCapacity: true)
    let first = pool.members.count
    var member = StableHash()
    var isEmpty = true
    var part = words.first?.part ?? 0
    var sum: UInt64 = 0
    var guests = false
    for word in words {
      let hash = scanner.hash(word)
      let role = TitleWord.table[hash]?.roles ?? []
      let isFeaturing = !role.isDisjoint(with: [.featuring, .with]) && !name.isEmpty
      if isFeaturing || word.part != part || CreditReader.joining.contains(hash), !isEmpty {
        pool.add(member: member.mixed)
        member = StableHash()
        isEmpty = true
      }
      part = word.part
      guests = guests || (isFeaturing && role.contains(.featuring))
      if !guests {
        name.append(contentsOf: scanner.bytes[word.start..<word.end])
        sum &+= hash
      }
      if isFeaturing || CreditReader.joining.contains(hash) { continue }
      for byte in scanner.bytes[word.start..<word.end] { member.add(byte) }
      isEmpty = false
    }
    if !isEmpty { pool.add(member: member.mixed) }
    let hash = StableHash.of(name)
    if Placeholders.unknown.contains(hash) { return Credit() }
    return Credit(
      name: pool.add(name, words: sum),
      members: first..<pool.members.count,
      isVarious: Placeholders.various.contains(hash)
    )
  }
}
