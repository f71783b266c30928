extension Entity {
  /// The entity without implausible values (specification, chapter "The model").
  ///
  /// These are numbers out of range, empty texts, invalid codes, and a price without its currency.
  /// Replies of sources are data from the internet.
  public var plausible: Entity {
    switch self {
    case .artist(let artist): return PlausibilityFilter.changed(artist).map { .artist($0) } ?? self
    case .album(let album):
      var album = PlausibilityFilter.changed(album) ?? album
      if (album.price == nil) != (album.currency == nil) {
        (album.price, album.currency) = (nil, nil)
      }
      return .album(album)
    case .song(let song):
      var song = PlausibilityFilter.changed(song) ?? song
      if (song.price == nil) != (song.currency == nil) { (song.price, song.currency) = (nil, nil) }
      return .song(song)
    case .chart(let chart): return PlausibilityFilter.changed(chart).map { .chart($0) } ?? self
    }
  }
}

extension Artwork {
  public func isPlausible(as form: WireForm) -> Bool { PlausibilityFilter.changed(self) == nil }
  public var plausible: Artwork { PlausibilityFilter.changed(self) ?? self }
}

/// Removes values outside the plausible range of their form.
private struct PlausibilityFilter<Whole: MemberVisitable>: MemberVisitor {
  private let original: [Whole]
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
    guard let value = accessor.value(in: original, 0), !value.isPlausible(as: member.form) else {
      return
    }
    change { accessor.set(&$0, nil) }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    let values = accessor.value(in: original, 0)
    guard !values.allSatisfy({ $0.isPlausible(as: member.form) }) else { return }
    change {
      accessor.set(&$0, values.map(\.plausible).filter { $0.isPlausible(as: member.form) })
    }
  }

  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    let links = accessor.value(in: original, 0)
    guard !links.values.allSatisfy(\.isWebAddress) else { return }
    change { accessor.set(&$0, links.filter { $0.value.isWebAddress }) }
  }
}

extension String {
  /// Whether a browser or a feed reader may open it: not `javascript:`, `file:` or another scheme.
  fileprivate var isWebAddress: Bool {
    let scheme = prefix { $0 != ":" }.lowercased()
    return (scheme == "https" || scheme == "http") && !utf8.contains { $0 <= 0x20 || $0 == 0x7F }
  }
}
