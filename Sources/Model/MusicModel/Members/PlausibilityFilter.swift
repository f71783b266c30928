extension Entity {
  /// The entity without implausible values (specification, chapter "The model").
  ///
  /// These are numbers out of range, empty texts, invalid codes, and a price without its currency.
  /// Replies of sources are data from the internet.
  public var plausible: Entity {
    switch self {
    case .artist(let artist): PlausibilityFilter.changed(artist).map { .artist($0) } ?? self
    case .album(let album): Entity.changed(album).map { .album($0) } ?? self
    case .song(let song): Entity.changed(song).map { .song($0) } ?? self
    case .chart(let chart): PlausibilityFilter.changed(chart).map { .chart($0) } ?? self
    }
  }

  /// Returns something for sale without implausible members, or `nil` if all are plausible.
  private static func changed<Whole: Priced>(_ whole: Whole) -> Whole? {
    var changed = PlausibilityFilter.changed(whole)
    let (price, currency) =
      changed.map { ($0.price, $0.currency) } ?? (whole.price, whole.currency)
    if (price == nil) != (currency == nil) {
      changed = changed ?? whole
      changed?.price = nil
      changed?.currency = nil
    }
    return changed
  }
}

/// An entity that may be for sale.
private protocol Priced: MusicEntity {
  var price: Double? { get set }
  var currency: String? { get set }
}

extension Album: Priced {}
extension Song: Priced {}

extension Artwork {
  public func isPlausible(as form: WireForm) -> Bool { PlausibilityFilter.changed(self) == nil }
  public var plausible: Artwork { PlausibilityFilter.changed(self) ?? self }
}

/// Removes values outside the plausible range of their form.
private struct PlausibilityFilter<Whole: MemberVisitable>: MemberVisitor {
  private let original: InlineArray<1, Whole>
  private var changed: Whole?

  /// Returns the value without implausible members, or `nil` if all are plausible.
  static func changed(_ whole: Whole) -> Whole? {
    var filter = PlausibilityFilter(original: [whole])
    Whole.members(&filter)
    return filter.changed
  }

  private mutating func change(_ change: (inout Whole) -> Void) {
    var whole = changed ?? original[0]
    change(&whole)
    changed = whole
  }

  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
  }

  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    guard let value = accessor.value(in: original), !value.isPlausible(as: member.form) else {
      return
    }
    change { accessor.set(&$0, nil) }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    let values = accessor.value(in: original)
    guard !values.allSatisfy({ $0.isPlausible(as: member.form) }) else { return }
    change {
      accessor.set(&$0, values.map(\.plausible).filter { $0.isPlausible(as: member.form) })
    }
  }

  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    let links = accessor.value(in: original)
    guard !links.values.allSatisfy(\.isWebAddress) else { return }
    change { accessor.set(&$0, links.filter { $0.value.isWebAddress }) }
  }
}

extension String {
  /// Whether a browser or a feed reader may open it: not `javascript:`, `file:` or another scheme.
  fileprivate var isWebAddress: Bool {
    let lowercased = utf8.lazy.map { $0 | 0x20 }
    return (lowercased.starts(with: "https:".utf8) || lowercased.starts(with: "http:".utf8))
      && !utf8.contains { $0 <= 0x20 || $0 == 0x7F }
  }
}
