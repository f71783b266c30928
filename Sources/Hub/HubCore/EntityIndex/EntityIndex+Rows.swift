import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Matching rows of files with known entities.
extension EntityIndex {
  /// The most rows and candidates of a call; their product bounds the time that it takes.
  private static let maxMatched = 100

  /// Says which of the entities `ids` each of `rows` means.
  ///
  /// - Throws: `INVALID_PARAMS` for too many of them, or for a row that is no entity.
  func matches(_ parameters: CallParameters) throws(Failure) -> [EntityMatch] {
    let (rows, ids) = (parameters.rows ?? [], parameters.ids ?? [])
    guard rows.count * ids.count <= EntityIndex.maxMatched, !ids.isEmpty else {
      let text = "\"rows\" times \"ids\" must be 1 to \(EntityIndex.maxMatched)."
      throw Failure(.invalidParams, text)
    }
    let candidates = ids.map { id in
      MatchCandidate(id: id, records: entity(id)?.records ?? [])
    }
    var matches: [EntityMatch] = []
    for row in rows {
      let item: FavoritesImport.Item
      do throws(ImportError) {
        item = try FavoritesImport.Item(row.bytes[...])
      } catch {
        throw Failure(.invalidParams, "A row cannot be matched: \(error.reason).")
      }
      guard let entity = item.content.entity else {
        matches.append(EntityMatch(.none))
        continue
      }
      matches.append(Catalog.match(entity, among: candidates, verdicts: resolver.verdicts))
    }
    return matches
  }
}
