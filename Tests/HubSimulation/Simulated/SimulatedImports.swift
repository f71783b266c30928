import BusProtocol
import HubCore
import MusicModel

/// The imports that hubs have stored.
struct SimulatedImports: Sendable {
  private struct Kept: Sendable {
    var stored: StoredImport
    var isKnown = false
    var rows: [Int: StoredImportRow] = [:]
    /// The numbers of those that are favourites.
    var added: Set<Int> = []
  }

  private var imports: [String: Kept] = [:]

  /// Those that have begun and have not ended.
  var begun: [StoredImport] { all.filter { $0.state == .running } }

  private var all: [StoredImport] {
    imports.values.filter(\.isKnown).map(report).sorted { $0.batch < $1.batch }
  }

  private func report(_ kept: Kept) -> StoredImport {
    var stored = kept.stored
    stored.counts = kept.rows.values.reduce(into: [:]) { $0[$1.meaning.state, default: 0] += 1 }
    return stored
  }

  mutating func perform(_ action: ImportAction) -> ImportStoreReply {
    switch action {
    case .add(let rows, let batch):
      begin(batch)
      for row in rows where imports[batch]?.rows[row.number] == nil {
        let known = row.isIdentified ? row.entity : nil
        let meaning = known.map { ImportMeaning.found($0) } ?? .open
        imports[batch]?.rows[row.number] = StoredImportRow(row, of: batch, file: "", meaning)
      }
      return .done
    case .start(let batch, let file, _):
      guard file != nil || imports[batch]?.isKnown == true else { return .unknown }
      begin(batch)
      imports[batch]?.isKnown = true
      imports[batch]?.stored.state = .running
      imports[batch]?.added = []
      imports[batch]?.stored.problem = nil
    case .end(let batch, let state, let problem):
      guard imports[batch]?.stored.state == .running else { break }
      imports[batch]?.stored.state = state
      imports[batch]?.stored.problem = problem
    case .note(let meanings, _, let batch):
      guard imports[batch] != nil else { return .unknown }
      for (number, meaning) in meanings { imports[batch]?.rows[number]?.meaning = meaning }
      imports[batch]?.added.formUnion(meanings.keys)
      return .done
    case .read(let batch, let state, let after, let limit):
      guard let kept = imports[batch] else { return .unknown }
      let rows = rows(state, of: kept).filter {
        $0.row.number > after && !kept.added.contains($0.row.number)
      }
      let open = rows.reduce(into: [EntityKind?: Int]()) {
        $0[$1.row.entity?.kind, default: 0] += 1
      }
      return .rows(Array(rows.prefix(limit)), open: after == 0 && state == .open ? open : [:])
    case .list(nil): return .imports(all)
    case .page(let state, let batch, let offset, let limit):
      let wanted = imports.sorted { $0.key < $1.key }.map(\.value)
        .filter { batch == nil || $0.stored.batch == batch }
      let rows = wanted.flatMap { self.rows(state, of: $0) }
      return .page(Array(rows.dropFirst(offset).prefix(limit)), total: rows.count)
    case .find(let number, let batch):
      return .rows([imports[batch]?.rows[number]].compactMap(\.self), open: [:])
    case .list(.some): break
    }
    return found(action)
  }

  private func found(_ action: ImportAction) -> ImportStoreReply {
    switch action {
    case .start(let batch, _, _), .end(let batch, _, _), .list(.some(let batch)):
      imports[batch].flatMap { $0.isKnown ? .imports([report($0)]) : nil } ?? .unknown
    default: .unknown
    }
  }

  private mutating func begin(_ batch: String) {
    guard imports[batch] == nil else { return }
    let file = ImportedFileInfo(name: batch, format: "list", rows: 1)
    imports[batch] = Kept(stored: StoredImport(batch, file, ImportMarket(), .stopped))
  }

  private func rows(_ state: ImportRowState, of kept: Kept) -> [StoredImportRow] {
    kept.rows.values.filter { $0.meaning.state == state }
      .sorted { $0.row.number < $1.row.number }
  }
}
