internal import BusProtocol

/// A call that has no terminal yet.
struct InFlightCall: Hashable, Sendable {
  /// The number of the work on it.
  let run: Int
  let method: Method
  let started: Int
  let deadline: Int
  /// How many parts were sent.
  var parts = 0
  /// Requests made so far, by upstream.
  var spent: [String: Int] = [:]
}
