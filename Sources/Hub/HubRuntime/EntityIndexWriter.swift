internal import BusProtocol
internal import HostKit
internal import HubCore
internal import Storage

/// Keeps on disk what the hub knows of entities: gathered while there is other work to do, and
/// written in one go when there is none, at the latest after a second.
struct EntityIndexWriter {
  private static let patienceMs = 1_000

  private struct Name: Hashable {
    var kind: String
    var name: String
  }

  /// What a row is to hold; it is written as JSON when there is time.
  private enum Contents {
    case entity(StoredEntity)
    case link(LinkNote)
    case nothing
  }

  private let store: EntityIndexStore?
  private let log: HubLog
  /// Rows that wait to be written.
  private var waiting: [Name: Contents] = [:]
  private var order: [Name] = []
  private var due: Deadline?

  init(at path: String, log: HubLog) {
    self.log = log
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      let store = try EntityIndexStore(at: path)
      for note in store.notes { log.write(.warning, note) }
      self.store = store
    } catch {
      log.write(.error, "What is known of ids is not kept: \(error)")
      store = nil
    }
  }

  /// What a hub before has kept; what cannot be read is left out.
  func found() -> Event {
    .identitiesFound(read(StoredEntity.self, "entity"), read(LinkNote.self, "link"))
  }

  private func read<Note: Decodable>(_ type: Note.Type, _ kind: String) -> [Note] {
    do {
      return try store?.contents(of: kind).compactMap { try? BusCodec.decode(type, from: $0) } ?? []
    } catch {
      log.write(.error, "What is known of ids could not be read: \(error)")
      return []
    }
  }

  mutating func note(_ changes: EntityIndexChanges) {
    for id in changes.gone { add("entity", "\(id)", .nothing) }
    for note in changes.entities {
      if let id = note.ids.first { add("entity", "\(id)", .entity(note)) }
    }
    for link in changes.goneLinks { add("link", "\(link.provider) \(link.id)", .nothing) }
    for link in changes.links { add("link", "\(link.provider) \(link.id)", .link(link)) }
    if due == nil { due = .after(.milliseconds(EntityIndexWriter.patienceMs)) }
  }

  private mutating func add(_ kind: String, _ name: String, _ contents: Contents) {
    let name = Name(kind: kind, name: name)
    if waiting.updateValue(contents, forKey: name) == nil { order.append(name) }
  }

  /// How long it can wait to be written, in milliseconds; nothing where there is nothing to write.
  var leftMs: Int? { due?.remainingMs }

  /// Writes what waits.
  mutating func write() {
    guard due != nil else { return }
    let (names, contents) = (order, waiting)
    (waiting, order, due) = ([:], [], nil)
    do {
      let rows = try names.map { name in
        let bytes: [UInt8]? =
          switch contents[name] {
          case .entity(let note): try BusCodec.encode(note)
          case .link(let note): try BusCodec.encode(note)
          case .nothing, nil: nil
          }
        return EntityIndexStore.Row(kind: name.kind, name: name.name, contents: bytes)
      }
      try store?.save(rows)
    } catch {
      log.write(.error, "What is known of ids could not be kept: \(error)")
    }
  }
}
