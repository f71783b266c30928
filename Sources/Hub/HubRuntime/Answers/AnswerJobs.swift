internal import HubCore

/// The jobs that wait for the disk. Somebody waits for what is to be found, and nobody for what is to
/// be kept: so a find goes before what waits to be kept, but not before an order, nor before the
/// answer to its own question.
struct AnswerJobs {
  private var finds: [ProviderCache.Job] = []
  private var rest: [ProviderCache.Job] = []
  /// Roughly what they hold in memory.
  private(set) var bytes = 0

  var count: Int { finds.count + rest.count }

  mutating func add(_ job: ProviderCache.Job) {
    bytes += job.bytes
    if mayOvertake(job) { finds.append(job) } else { rest.append(job) }
  }

  /// The next job, which waits no more.
  mutating func next() -> ProviderCache.Job? {
    guard count > 0 else { return nil }
    let job = finds.isEmpty ? rest.removeFirst() : finds.removeFirst()
    bytes -= job.bytes
    return job
  }

  private func mayOvertake(_ job: ProviderCache.Job) -> Bool {
    guard case .find(let wanted, _) = job else { return false }
    return rest.allSatisfy { waiting in
      switch waiting {
      case .keep(_, let text): text != wanted
      case .note: true
      case .find, .order: false
      }
    }
  }
}
