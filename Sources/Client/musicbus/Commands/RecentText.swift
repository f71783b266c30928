import BusProtocol
import MusicModel

/// A recent search as the user made it: one for all kinds is a call for each.
struct RecentText: Hashable, Sendable {
  let text: String
  private(set) var methods: [Method]
  /// The number of results of all kinds.
  private(set) var total: Int
  let ageMs: Int

  /// The calls of one search begin together and end within its time limit.
  private static let maxDistanceMs = 10_000

  private init(_ search: RecentSearch) {
    text = search.text
    methods = [search.method]
    total = search.total
    ageMs = search.ageMs
  }

  /// The searches, the last one first.
  static func all(of searches: [RecentSearch]) -> [RecentText] {
    var texts: [RecentText] = []
    for search in searches {
      let index = texts.lastIndex { $0.includes(search) }
      if let index {
        texts[index].methods.append(search.method)
        texts[index].total += search.total
      } else {
        texts.append(RecentText(search))
      }
    }
    return texts
  }

  private func includes(_ search: RecentSearch) -> Bool {
    search.text == text && !methods.contains(search.method)
      && search.ageMs - ageMs <= RecentText.maxDistanceMs
  }

  /// "all", or the plural of each kind.
  var kind: String {
    let kinds = EntityKind.searched.filter { kind in
      kind.searchMethod.map(methods.contains) ?? false
    }
    return kinds.count == EntityKind.searched.count
      ? "all" : kinds.map(\.plural).joined(separator: ", ")
  }
}
