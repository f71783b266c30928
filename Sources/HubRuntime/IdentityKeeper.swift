internal import BusProtocol
internal import HostKit
internal import HubCore
internal import Snapshots

/// Keeps on disk what the hub knows of entities: gathered while there is other work to do, and
/// written in one go when there is none, at the latest after a second.
struct IdentityKeeper {
  private static let patienceMs = 1_000

  private struct Name: Hashable {
    var kind: String
    var name: String
  }

  private let store: IdentityStore?
  private let log: HubLog
  /// Rows that wait to be written; without contents those that go.
  private var waiting: [Name: [UInt8]?] = [:]
  private var order: [Name] = []
  private var due: Deadline?

  init(at path: String, log: HubLog) {
    self.log = log
    do {
      try Places.makeFolder(parentFolder(of: path))
      let store = try IdentityStore(at: path)
      for note in store.notes { log.write(.warning, note) }
      self.store = store
    } catch {
      log.write(.error, "What is known of ids is not kept: \(error)")
      store = nil
    }
  }

  /// What a hub before has kept; what cannot be read is left out.
  func found() -> Event {
    .identitiesFound(read(EntityNote.self, "entity"), read(LinkNote.self, "link"))
  }

  private func read<Note: Decodable>(_ type: Note.Type, _ kind: String) -> [Note] {
    do {
      return try store?.contents(of: kind).compactMap { try? BusCodec.decode(type, from: $0) } ?? []
    } catch {
      log.write(.error, "What is known of ids could not be read: \(error)")
      return []
    }
  }

  mutating func note(_ changes: IdentityChanges) {
    for id in changes.gone { add("entity", "\(id)", nil) }
    for note in changes.entities {
      if let id = note.ids.first { add("entity", "\(id)", try? BusCodec.encode(note)) }
    }
    for link in changes.goneLinks { add("link", "\(link.provider) \(link.id)", nil) }
    for link in changes.links {
      add("link", "\(link.provider) \(link.id)", try? BusCodec.encode(link))
    }
    if due == nil { due = .after(.milliseconds(IdentityKeeper.patienceMs)) }
  }

  private mutating func add(_ kind: String, _ name: String, _ contents: [UInt8]?) {
    let name = Name(kind: kind, name: name)
    if waiting.updateValue(contents, forKey: name) == nil { order.append(name) }
  }

  /// How long it can wait to be written, in milliseconds; nothing where there is nothing to write.
  var leftMs: Int? { due?.remainingMs }

  /// Writes what waits.
  mutating func write() {
    guard due != nil else { return }
    let rows = order.map { name in
      IdentityStore.Row(kind: name.kind, name: name.name, contents: waiting[name] ?? nil)
    }
    (waiting, order, due) = ([:], [], nil)
    do {
      try store?.save(rows)
    } catch {
      log.write(.error, "What is known of ids could not be kept: \(error)")
    }
  }
}
