extension Entity {
  /// The entity without implausible values (Protocol/model.md).
  ///
  /// These are numbers out of range, empty texts, invalid codes, a price without its currency, and more
  /// than ``maxListCount`` values of a list. Replies of sources are data from the internet.
  public var plausible: Entity {
    switch self {
    case .artist(let artist): PlausibilityFilter.changed(artist).map { .artist($0) } ?? self
    case .album(let album): PlausibilityFilter.changedPriced(album).map { .album($0) } ?? self
    case .song(let song): PlausibilityFilter.changedPriced(song).map { .song($0) } ?? self
    case .chart(let chart): PlausibilityFilter.changed(chart).map { .chart($0) } ?? self
    }
  }
}

extension Entity {
  /// The maximum number of ids, and of values of each list, of a provider's entity
  /// (Protocol/provider.md, "Limits").
  public static let maxListCount = 100
}

/// An entity that may be for sale.
private protocol Priced: MusicEntity {
  var price: Double? { get set }
  var currency: String? { get set }
}

extension Priced {
  /// Whether one of price and currency is missing.
  fileprivate var hasIncompletePrice: Bool { (price == nil) != (currency == nil) }
}

extension Album: Priced {}
extension Song: Priced {}

extension Artwork {
  public func isPlausible(as form: WireForm) -> Bool { PlausibilityFilter.changed(self) == nil }
  public var plausible: Artwork { PlausibilityFilter.changed(self) ?? self }
}

/// Removes values outside the plausible range of their form.
private struct PlausibilityFilter<Whole: MemberVisitable>: MemberVisitor {
  private let original: Whole
  private var changed: Whole?
  private var id: EntityID?

  /// Returns the value without implausible members, or `nil` if all are plausible.
  static func changed(_ whole: consuming Whole) -> Whole? {
    var filter = PlausibilityFilter(original: whole)
    Whole.members(&filter)
    return filter.changed
  }

  /// The same for something that may be for sale, which has both a price and a currency, or neither.
  static func changedPriced(_ whole: consuming Whole) -> Whole? where Whole: Priced {
    var filter = PlausibilityFilter(original: whole)
    Whole.members(&filter)
    filter.removeIncompletePrice()
    return filter.changed
  }

  private mutating func removeIncompletePrice() where Whole: Priced {
    let isIncomplete = changed?.hasIncompletePrice ?? original.hasIncompletePrice
    guard isIncomplete else { return }
    change {
      $0.price = nil
      $0.currency = nil
    }
  }

  private mutating func change(_ change: (inout Whole) -> Void) {
    var whole = changed ?? original
    change(&whole)
    changed = whole
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
    guard let value = original[keyPath: path], !value.isPlausible(as: member.form) else {
      return
    }
    change { $0[keyPath: path] = nil }
  }

  mutating func id(_ path: WritableKeyPath<Whole, EntityID>) { id = original[keyPath: path] }

  mutating func ids(_ path: WritableKeyPath<Whole, [EntityID]>) {
    let ids = original[keyPath: path]
    guard ids.count > Entity.maxListCount else { return }
    let own = id.map { [$0] } ?? []
    let others = ids.filter { !own.contains($0) }
    change { $0[keyPath: path] = Array((own + others).prefix(Entity.maxListCount)) }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    let values = original[keyPath: path]
    guard
      values.count > Entity.maxListCount || !values.allSatisfy({ $0.isPlausible(as: member.form) })
    else { return }
    let plausible = values.lazy.map(\.plausible).filter { $0.isPlausible(as: member.form) }
    change { $0[keyPath: path] = Array(plausible.prefix(Entity.maxListCount)) }
  }

  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>) {
    let links = original[keyPath: path]
    guard links.count > Entity.maxListCount || !links.values.allSatisfy(\.isWebAddress) else {
      return
    }
    let pages = links.filter { $0.value.isWebAddress }.sorted { $0.key < $1.key }
    let first = pages.prefix(Entity.maxListCount)
    change { $0[keyPath: path] = Dictionary(first.map { ($0.key, $0.value) }) { one, _ in one } }
  }
}

extension String {
  /// Whether a browser or a feed reader may open it: not `javascript:`, `file:` or another scheme.
  fileprivate var isWebAddress: Bool {
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] <= 0x20 || bytes[index] == 0x7F { return false }
    return begins(with: "https:") || begins(with: "http:")
  }

  /// Whether the text begins with a scheme, in any case.
  private func begins(with scheme: StaticString) -> Bool {
    let bytes = utf8.span
    guard bytes.count >= scheme.utf8CodeUnitCount else { return false }
    return scheme.withUTF8Buffer { scheme in
      for index in scheme.indices where bytes[index] | 0x20 != scheme[index] { return false }
      return true
    }
  }
}
