import BusProtocol
import HubCore
import MusicModel

/// The library of the simulated disk: it finds the records of earlier replies to equal calls.
struct SimulatedLibrary: Sendable {
  private var entries: [LibraryEntry] = []
  private static let maxEntries = 200

  mutating func add(_ entry: LibraryEntry) {
    entries.append(entry)
    if entries.count > SimulatedLibrary.maxEntries { entries.removeFirst() }
  }

  /// Looks up records; the disk is usually fast, sometimes too slow, and sometimes has lost them.
  func search(_ query: LibraryQuery, _ random: inout ScheduleRandom)
    -> (records: [LibraryRecord], delayMs: Int)
  {
    let isFound = random.chance(90)
    let delayMs = random.chance(90) ? random.roll(0...5) : random.roll(50...4_000)
    guard isFound else { return ([], delayMs) }
    var seen: Set<EntityID> = []
    let records = entries.reversed().filter { $0.method == query.method && $0.matches(query) }
      .flatMap { entry in
        entry.records.filter { seen.insert($0.id).inserted }.map {
          LibraryRecord(provider: entry.provider, entity: $0, seenMs: entry.seenMs)
        }
      }
    return (Array(records.prefix(query.maxRecords)), delayMs)
  }
}

extension LibraryEntry {
  fileprivate func matches(_ query: LibraryQuery) -> Bool {
    switch query.subject {
    case .text(let text, let others): self.text == text && others.isEmpty
    case .ids(let ids): records.contains { !Set($0.ids).isDisjoint(with: ids) }
    case .list(let ids): subject.map(ids.contains) ?? false
    }
  }
}
