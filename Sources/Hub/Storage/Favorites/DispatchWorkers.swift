internal import Dispatch
internal import FoundationEssentials
internal import FavoritesModel
internal import Synchronization

/// Does work on all cores of the machine, or on so many of them.
package struct DispatchWorkers: Workers {
  package let count: Int

  package init(count: Int? = nil) {
    self.count = count ?? ProcessInfo.processInfo.activeProcessorCount
  }

  package func map<Result: Sendable>(
    _ chunks: Int,
    _ work: @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: chunks))
    DispatchQueue.concurrentPerform(iterations: chunks) { index in
      let result = work(index)
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
