import Catalog
import Dispatch
import FoundationEssentials
import Synchronization

/// Does work on all cores of the machine.
struct Cores: Workers {
  let count: Int

  /// As many as there are.
  static var all: Int { ProcessInfo.processInfo.activeProcessorCount }

  func map<Result: Sendable>(_ pieces: Int, _ work: @Sendable (Int) -> Result) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: pieces))
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let result = work(piece)
      results.withLock { $0[piece] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
