internal import FavoritesModel

/// Workers that do the last piece first: what comes of their work must not depend on who is quick.
package struct ManyWorkers: Workers {
  package let count: Int

  package init(count: Int) { self.count = count }

  package func map<Result: Sendable>(
    _ pieces: Int,
    _ work: @Sendable (Int) -> Result
  ) -> [Result] {
    (0..<pieces).reversed().map(work).reversed()
  }
}
