/// The changes of which only some lines are in a document.
///
/// The writer was killed while it wrote them, and never reported them.
struct TornChanges {
  private var missing: [Timestamp: Int] = [:]

  /// `lines` are all lines of changes with several lines.
  init(_ lines: [FavoriteLine]) {
    var known: [Timestamp: Set<FavoriteLine>] = [:]
    for line in lines where known[line.at, default: []].insert(line).inserted {
      missing[line.at, default: line.changeCount] -= 1
    }
    missing = missing.filter { $0.value > 0 }
  }

  func contains(_ line: FavoriteLine) -> Bool {
    line.changeCount > 1 && missing[line.at] != nil
  }

  /// The lines of these changes in a document.
  func lines(of document: [UInt8]) -> [CorruptLine] {
    guard !missing.isEmpty else { return [] }
    var found: [CorruptLine] = []
    var lines = DocumentLines(document)
    while let element = lines.next() {
      guard case .change(let line) = element, contains(line) else { continue }
      let reason = LineError("the other lines of its change are missing")
      let bytes = Array(line.text.dropLast())
      found.append(CorruptLine(number: lines.number, reason: reason, bytes: bytes))
    }
    return found
  }
}
