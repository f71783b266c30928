internal import BusProtocol

/// A call that has not been replied to yet.
struct InFlightCall: Hashable, Sendable {
  /// The number of the task that works on it.
  let task: Int
  let method: Method
  let started: Int
  let deadline: Int
  /// The number of parts sent.
  var parts = 0
  /// Requests sent so far, by upstream.
  var spent: [String: Int] = [:]
}
