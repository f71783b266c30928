public import MusicModel

/// The methods of 1.0, one ``MethodSpec`` each: the table that `Protocol/generate` writes from `Protocol/registry/methods.json`.
public enum Methods {
  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.method, $0) })

  /// The spec of a method; `nil` if the method is unknown.
  public static subscript(_ method: Method) -> MethodSpec? { table[method] }

  /// The method that returns one entity of a kind.
  public static func get(_ kind: EntityKind) -> Method? { gets[kind] }

  /// The method that searches entities of a kind: the first one in the table.
  public static func search(_ kind: EntityKind) -> Method? { searches[kind] }

  private static let gets = byKind { $0.isSingle }
  private static let searches = byKind { $0.subject == .text }

  private static func byKind(_ isWanted: (MethodSpec) -> Bool) -> [EntityKind: Method] {
    let wanted = all.filter { $0.provider != nil && isWanted($0) }.map { ($0.kinds[0], $0.method) }
    return Dictionary(wanted, uniquingKeysWith: { first, _ in first })
  }
}

extension EntityKind {
  /// The kinds that can be searched, in the order of results.
  package static let searched: [EntityKind] = [.artist, .album, .song]
}
