internal import FavoritesModel

/// Workers that do the last job first: the result must not depend on the order.
package struct ManyWorkers: Workers {
  package let count: Int

  package init(count: Int) { self.count = count }

  package func map<Result: Sendable>(
    _ jobs: Int,
    _ work: @Sendable (Int) -> Result
  ) -> [Result] {
    (0..<jobs).reversed().map(work).reversed()
  }
}
