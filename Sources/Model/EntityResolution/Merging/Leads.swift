import MusicModel

/// The sources of the members chosen in the first pass, for the companions of the second pass.
struct Leads {
  enum Step {
    case skip
    case choose
    /// Follow the lead, which was taken from a record, if any.
    case follow(Member, Int?)
  }

  private var sources: [(member: Member, source: Int?)] = []
  private var hasCompanions = false
  private(set) var isSecondPass = false

  init() { sources.reserveCapacity(24) }

  /// - Returns: whether there is anything to do in the second pass.
  mutating func beginSecondPass() -> Bool {
    isSecondPass = true
    return hasCompanions
  }

  /// The treatment of an optional member in this pass.
  mutating func step(_ member: Member) -> Step {
    guard let lead = member.lead else { return isSecondPass ? .skip : .choose }
    guard isSecondPass else {
      hasCompanions = true
      return .skip
    }
    let known = sources.first { $0.member.isNamed(lead) }
    return .follow(known?.member ?? Member(lead), known?.source)
  }

  mutating func note(_ member: Member, _ source: Int?) { sources.append((member, source)) }
}

/// Finds the records that agree with one of them about a member.
struct AgreeingRecords<Whole: Mergeable>: FieldVisitor {
  private let wholes: [Whole]
  private let name: StaticString
  private let index: Int
  private let names: NameReader
  private var indices: [Int] = []

  static func indices(
    in wholes: [Whole],
    with index: Int,
    about name: StaticString,
    _ names: NameReader
  ) -> [Int] {
    var visitor = AgreeingRecords(wholes: wholes, name: name, index: index, names: names)
    Whole.members(&visitor)
    return visitor.indices
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    guard member.isNamed(name), let value = wholes[index][keyPath: path] else { return }
    indices = wholes.indices.filter {
      wholes[$0][keyPath: path]?.agrees(with: value) {
        names.name($0) == names.name($1)
      } == true
    }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {}

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {}
}
