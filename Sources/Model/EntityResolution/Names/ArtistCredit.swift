/// An artist credit: the artist of an album or song as a source writes it, one name or several.
struct ArtistCredit {
  /// All names as one, without article and guests.
  var name: Name = .unknown
  /// The single artists in ``NameArena``, guests included; the first is the main artist.
  var members: Range<Int32> = 0..<0
  var isVarious = false

  /// Adds all compared features of the credit.
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena) {
    name.addToFingerprint(to: &fingerprint)
    for member in arena.members(members) { fingerprint.add(member) }
    fingerprint.add(isVarious ? 1 : 0 as UInt64)
  }

  var isUnknown: Bool { name.isUnknown }
}

/// Parses artist credits: "A & B", "A feat. B", "A, B and C".
struct ArtistCreditParser {
  private var scanner = NameTokenizer()
  private var name: [UInt8] = []
  private let known = TitleWords.all
  /// The first of several artists, or `nil` if there is only one.
  static func first(of text: String) -> FoldedName? {
    var scanner = NameTokenizer()
    scanner.scan(text)
    let words = scanner.wordsWithoutArticle
    let end = words.indices.dropFirst().first { index in
      let roles = TitleWords.all.roles(scanner.hash(words[index]))
      return words[index].part != words[words.startIndex].part
        || !roles.isDisjoint(with: [.joining, .featuring, .with])
    }
    return end.map { FoldedName(scanner.text(words[..<$0])) }
  }

  mutating func read(_ text: String, into arena: inout NameArena) -> ArtistCredit {
    scanner.scan(text)
    let words = scanner.wordsWithoutArticle
    name.removeAll(keepingCapacity: true)
    let first = arena.memberCount
    var member = StableHash()
    var isEmpty = true
    var part = words.first?.part ?? 0
    var sum: UInt64 = 0
    var guests = false
    for word in words {
      let hash = scanner.hash(word)
      let role = known.roles(hash)
      let isJoining = role.contains(.joining) && !name.isEmpty
      let isFeaturing = !role.isDisjoint(with: [.featuring, .with]) && !name.isEmpty
      if isFeaturing || word.part != part || isJoining, !isEmpty {
        arena.add(member: member.mixed)
        member = StableHash()
        isEmpty = true
      }
      part = word.part
      guests = guests || (isFeaturing && role.contains(.featuring))
      if !guests {
        name.append(contentsOf: scanner.bytes[word.start..<word.end])
        sum &+= hash
      }
      if isFeaturing || isJoining { continue }
      for byte in scanner.bytes[word.start..<word.end] { member.add(byte) }
      isEmpty = false
    }
    if !isEmpty { arena.add(member: member.mixed) }
    let whole = arena.add(name, words: sum)
    if Placeholders.unknown.contains(whole.hash) { return ArtistCredit() }
    return ArtistCredit(
      name: whole,
      members: first..<arena.memberCount,
      isVarious: Placeholders.various.contains(whole.hash)
    )
  }
}
