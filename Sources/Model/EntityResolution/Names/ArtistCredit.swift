/// An artist credit: the artist of an album or song as a source writes it, one name or several.
///
/// A class, because it is parsed once and then handed on for every comparison.
final class ArtistCredit: Sendable {
  /// The credit as its source writes it.
  private let source: String
  let spelling: Spelling
  /// All names as one, without article and guests; unknown if there is none, or a placeholder for it.
  let name: Name
  /// The words that name guests.
  let guests: Set<String>
  /// The single artists, guests included, without their company; the first is the main artist.
  let members: [String]
  /// Whether it is a placeholder for many artists.
  let isVarious: Bool

  static let unknown = ArtistCredit("")

  /// Parses "A & B", "A feat. B", "A, B and C".
  init(_ source: String) {
    let words = TokenizedName(source).wordsWithoutArticle
    var name: [String] = []
    var members: [String] = []
    var member: [String] = []
    var guests: Set<String> = []
    var part = words.first?.part
    var hasGuests = false
    for word in words {
      let roles = TitleWords.meaning(of: word.text).roles
      let isJoining = roles.contains(.joining) && !name.isEmpty
      let isFeaturing = !roles.isDisjoint(with: [.featuring, .with]) && !name.isEmpty
      if isFeaturing || isJoining || word.part != part, !member.isEmpty {
        members.append(Ensembles.member(member))
        member = []
      }
      part = word.part
      hasGuests = hasGuests || (isFeaturing && roles.contains(.featuring))
      // "A & B" is "A, B".
      if !hasGuests, !isJoining || word.text != "and" { name.append(word.text) }
      if hasGuests, !isFeaturing, !isJoining { guests.insert(word.text) }
      if !isFeaturing, !isJoining { member.append(word.text) }
    }
    if !member.isEmpty { members.append(Ensembles.member(member)) }
    let whole = Name(name)
    spelling = Spelling(source)
    let isUnknown =
      Placeholders.unknown.contains(whole.text) || Placeholders.isSpecialPurpose(source, whole)
    self.source = source
    self.guests = guests
    self.name = isUnknown ? .unknown : whole
    let named = members.filter { !ArtistCredit.isCompany($0) }
    self.members = isUnknown ? [] : named.isEmpty ? members : named
    isVarious = Placeholders.various.contains(whole.text)
  }

  var isUnknown: Bool { name.isUnknown }

  /// Whether two credits, one of them with several artists or with company, have an artist in common.
  func sharesMember(with other: ArtistCredit) -> Bool {
    guard members.count > 1 || other.members.count > 1 || name.text != other.name.text else {
      return false
    }
    return members.contains(where: other.members.contains)
  }

  /// Whether both name the same artist first.
  func hasMainArtist(of other: ArtistCredit) -> Bool {
    members.first.map { $0 == other.members.first } ?? false
  }

  /// Whether each names an artist that the other does not: "Bocelli & Giorgia", "Bocelli & Ségara".
  func hasOtherPartners(than other: ArtistCredit) -> Bool {
    !members.allSatisfy(other.members.contains) && !other.members.allSatisfy(members.contains)
  }

  /// Words for accompanists, which do not name an artist: "Cab Calloway & His Orchestra".
  private static let companies: Set<String> = [
    "orchestra", "band", "bigband", "chorus", "choir", "strings", "ensemble", "group", "trio",
    "quartet", "quintet", "sextet", "friends", "company", "allstars", "combo", "singers",
  ]

  /// Whether a member is only the company of another one.
  private static func isCompany(_ member: String) -> Bool {
    let own = ["his", "her", "their"].first(where: member.hasPrefix).map {
      member.dropFirst($0.count)
    }
    return companies.contains(String(own ?? member[...]))
  }

  /// Whether a title begins with the last name of the artist: "Mahler: Symphony No. 5".
  func isNamed(in title: ParsedTitle) -> Bool {
    lastName.map(title.core.words.prefix(3).contains) ?? false
  }

  /// Whether the title of a work or its album names the artist: "Mozart: Sonata …", "Sonatas (Mitsuko Uchida)".
  func isNamed(by song: SongFeatures) -> Bool {
    guard song.title.isWork, let lastName else { return false }
    return song.title.whole.words.contains(lastName) || song.album.whole.words.contains(lastName)
  }

  /// The last word, if it is long enough to be found in a title.
  private var lastName: String? { name.words.last.flatMap { $0.utf8.count >= 4 ? $0 : nil } }

  /// The first of several artists, or `nil` if there is only one.
  static func first(of text: String) -> FoldedName? {
    let words = TokenizedName(text).wordsWithoutArticle
    let end = words.indices.dropFirst().first { index in
      let roles = TitleWords.meaning(of: words[index].text).roles
      return words[index].part != words[words.startIndex].part
        || !roles.isDisjoint(with: [.joining, .featuring, .with])
    }
    return end.map { FoldedName(words[..<$0].map(\.text).joined(separator: " ")) }
  }
}

extension ArtistCredit: Hashable {
  static func == (left: ArtistCredit, right: ArtistCredit) -> Bool { left.source == right.source }
  func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
