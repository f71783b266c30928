import BusProtocol
import MusicModel

/// The ids of all verdicts, grouped into entities.
struct VerdictClusters: Sendable {
  private(set) var conflicts: [UserVerdicts.Conflict] = []
  /// The number of each id that occurs.
  private var numbers: [EntityID: Int] = [:]
  /// For each id, the next one on the path to its group.
  private var parents: [Int] = []
  /// For each group, the groups that must stay separate.
  private var separated: [Int: Set<Int>] = [:]
  /// The groups that a "same" verdict made.
  private var joined: Set<Int> = []
  /// The entries in force.
  private var followed: [UserVerdicts.Entry] = []

  /// Applies the newest entry first, then each older one that does not contradict it.
  init(_ entries: [UserVerdicts.Entry]) {
    for entry in entries.reversed() {
      let (one, other) = (group(adding: entry.a), group(adding: entry.b))
      switch entry.relation {
      case .same where separated[one]?.contains(other) == true:
        conflicts.append(.init(ignored: entry, because: contradiction(of: entry)))
      case .different where one == other:
        conflicts.append(.init(ignored: entry, because: contradiction(of: entry)))
      case .same:
        merge(one, other)
        followed.append(entry)
      case .different:
        separated[one, default: []].insert(other)
        separated[other, default: []].insert(one)
        followed.append(entry)
      }
    }
    conflicts.reverse()
  }

  var isEmpty: Bool { parents.isEmpty }

  /// The group of an id that a verdict names, or `nil`.
  func group(of id: EntityID) -> Int? { numbers[id].map(root) }

  /// The ids of each group, sorted.
  var members: [Int: [EntityID]] {
    Dictionary(grouping: numbers.keys.sorted()) { numbers[$0].map(root) ?? 0 }
  }

  func areDifferent(_ one: Int, _ other: Int) -> Bool { separated[one]?.contains(other) == true }

  /// Whether a "same" verdict made the group.
  func isJoined(_ group: Int) -> Bool { joined.contains(group) }

  /// Adds an id to the group of a "same" verdict, because a record has both.
  mutating func add(_ id: EntityID, to group: Int) {
    let own = self.group(adding: id)
    let group = root(group)
    if own != group, !areDifferent(own, group) { merge(own, group) }
  }

  private mutating func group(adding id: EntityID) -> Int {
    if let number = numbers[id] { return root(number) }
    numbers[id] = parents.count
    parents.append(parents.count)
    return parents.count - 1
  }

  /// The group that a group now belongs to.
  func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number { number = parents[number] }
    return number
  }

  private mutating func merge(_ one: Int, _ other: Int) {
    guard one != other else { return }
    let (into, from) = (min(one, other), max(one, other))
    parents[from] = into
    joined.insert(into)
    for group in separated.removeValue(forKey: from) ?? [] {
      separated[group]?.remove(from)
      separated[group, default: []].insert(into)
      separated[into, default: []].insert(group)
    }
  }

  /// The entries in force about the two groups of an entry.
  private func contradiction(of entry: UserVerdicts.Entry) -> [UserVerdicts.Entry] {
    let groups = [entry.a, entry.b].compactMap { group(of: $0) }
    return followed.reversed().filter { other in
      guard let one = group(of: other.a), let two = group(of: other.b) else { return false }
      return groups.contains(one) && groups.contains(two)
    }
  }
}
