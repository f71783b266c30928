/// The requests of a simulated provider to its upstream.
struct UpstreamRequests: Sendable {
  /// Requests for one call.
  struct Entry: Sendable {
    let atMs: Int
    let count: Int
    let hub: Int
  }

  private var entries: [Entry] = []
  /// The number of the hub that the provider serves.
  var hub = 0

  mutating func add(_ count: Int, at now: Int) {
    entries.append(Entry(atMs: now, count: count, hub: hub))
  }

  var byTime: [Entry] { entries.sorted { $0.atMs < $1.atMs } }
}
