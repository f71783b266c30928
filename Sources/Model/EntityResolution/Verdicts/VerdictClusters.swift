import MusicModel

/// The ids that persons spoke of, in groups of which each is one thing.
struct VerdictClusters {
  private(set) var conflicts: [UserVerdicts.Conflict] = []
  /// The numbers of the ids that occur.
  private var numbers: [EntityID: Int] = [:]
  /// Of each id the next one on the way to its group.
  private var parents: [Int] = []
  /// Of each group the groups that it is not.
  private var foes: [Int: Set<Int>] = [:]
  /// The entries that are followed.
  private var followed: [UserVerdicts.Entry] = []

  /// Follows the newest entry first, and every older one that does not contradict it.
  init(_ book: UserVerdicts) {
    for entry in book.entries.reversed() {
      let (one, other) = (group(adding: entry.a), group(adding: entry.b))
      switch entry.relation {
      case .same where foes[one]?.contains(other) == true:
        conflicts.append(.init(ignored: entry, because: contradiction(of: entry)))
      case .different where one == other:
        conflicts.append(.init(ignored: entry, because: contradiction(of: entry)))
      case .same:
        unite(one, other)
        followed.append(entry)
      case .different:
        foes[one, default: []].insert(other)
        foes[other, default: []].insert(one)
        followed.append(entry)
      }
    }
    conflicts.reverse()
  }

  var isEmpty: Bool { parents.isEmpty }

  /// The group of an id that anybody spoke of.
  func group(of id: EntityID) -> Int? { numbers[id].map(root) }

  func areDifferent(_ one: Int, _ other: Int) -> Bool { foes[one]?.contains(other) == true }

  /// Takes an id that nobody spoke of into a group: a record says that it is of the same thing.
  mutating func add(_ id: EntityID, to group: Int) {
    let own = self.group(adding: id)
    let group = root(group)
    if own != group, !areDifferent(own, group) { unite(own, group) }
  }

  private mutating func group(adding id: EntityID) -> Int {
    if let number = numbers[id] { return root(number) }
    numbers[id] = parents.count
    parents.append(parents.count)
    return parents.count - 1
  }

  private func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number { number = parents[number] }
    return number
  }

  private mutating func unite(_ one: Int, _ other: Int) {
    guard one != other else { return }
    let (into, from) = (min(one, other), max(one, other))
    parents[from] = into
    for foe in foes.removeValue(forKey: from) ?? [] {
      foes[foe]?.remove(from)
      foes[foe, default: []].insert(into)
      foes[into, default: []].insert(foe)
    }
  }

  /// The followed entries that speak of the two groups of an entry: enough to see why not.
  private func contradiction(of entry: UserVerdicts.Entry) -> [UserVerdicts.Entry] {
    let groups = [entry.a, entry.b].compactMap { group(of: $0) }
    return followed.reversed().filter { other in
      guard let one = group(of: other.a), let two = group(of: other.b) else { return false }
      return groups.contains(one) && groups.contains(two)
    }
  }
}
