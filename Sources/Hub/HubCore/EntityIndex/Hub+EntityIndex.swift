import BusProtocol
import MusicModel

/// Storage of the entity index.
extension Hub {
  /// Saves what this turn changed.
  mutating func saveEntityIndex() {
    let changes = entityIndex.drainChanges(now: turn.now, unixMs: turn.unixMs)
    if !changes.isEmpty { act(.keepIdentities(changes)) }
  }
}
