import BusProtocol
import ClientKit
import MusicModel

/// A text that was searched. A search for all kinds is a call for each, in one row.
struct RecentText: Hashable, Sendable {
  let text: String
  private(set) var methods: [Method]
  /// The number of results of all kinds.
  private(set) var total: Int
  /// The age of the last search.
  let ageMs: Int

  private init(_ search: RecentSearch) {
    text = search.text
    methods = [search.method]
    total = search.total
    ageMs = search.ageMs
  }

  /// The texts, the last one first.
  static func all(of searches: [RecentSearch]) -> [RecentText] {
    var texts: [RecentText] = []
    for search in searches {
      if let index = texts.firstIndex(where: { $0.text == search.text }) {
        texts[index].methods.append(search.method)
        texts[index].total += search.total
      } else {
        texts.append(RecentText(search))
      }
    }
    return texts
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
