internal import BusProtocol
package import HubCore
internal import MusicModel

/// Changes of the entity index that are not written yet; of one row only the last change is stored.
package struct EntityIndexBatch: DiskJob {
  struct Name: Hashable {
    var kind: String
    var name: String
  }

  /// New contents of a row, encoded when they are written.
  enum Contents {
    case entity(StoredEntity)
    case link(LinkNote)
    case removed
  }

  private var contents: [Name: Contents] = [:]
  /// The rows, the one changed last at the end.
  private var order: [Name] = []

  package init() {}

  package init(_ changes: EntityIndexChanges) {
    for id in changes.gone { set("entity", "\(id)", .removed) }
    for entity in changes.entities {
      if let id = entity.ids.first { set("entity", "\(id)", .entity(entity)) }
    }
    for link in changes.goneLinks { set("link", "\(link.provider) \(link.id)", .removed) }
    for link in changes.links { set("link", "\(link.provider) \(link.id)", .link(link)) }
  }

  package var isEmpty: Bool { order.isEmpty }
  package var bytes: Int { 512 * order.count }

  package func failed(_ reason: String) -> Event? { nil }

  package mutating func merge(_ next: EntityIndexBatch) -> Bool {
    for name in next.order { set(name, next.contents[name] ?? .removed) }
    return true
  }

  mutating func remove(_ kind: String, _ name: String) { set(kind, name, .removed) }

  private mutating func set(_ kind: String, _ name: String, _ new: Contents) {
    set(Name(kind: kind, name: name), new)
  }

  private mutating func set(_ name: Name, _ new: Contents) {
    if contents.updateValue(new, forKey: name) == nil { order.append(name) }
  }

  func rows() throws -> [EntityIndexStore.Row] {
    try order.map { name in
      let bytes: [UInt8]? =
        switch contents[name] {
        case .entity(let entity): try JSONCodec.encode(entity)
        case .link(let link): try JSONCodec.encode(link)
        case .removed, nil: nil
        }
      return EntityIndexStore.Row(kind: name.kind, name: name.name, contents: bytes)
    }
  }
}
