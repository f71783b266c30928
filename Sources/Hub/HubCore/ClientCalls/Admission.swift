import BusProtocol

/// The calls in flight that decide whether a client may begin one more.
struct Admission: Sendable {
  /// Whether a call of the client with the same id is in flight.
  let isDuplicate: Bool
  let callsOfClient: Int
  /// Calls of all clients that providers serve.
  let calls: Int

  func check(_ id: String, _ settings: HubSettings) throws(Failure) {
    guard !isDuplicate else {
      throw Failure(.duplicateCall, "A call with the id \"\(id)\" is in flight already.")
    }
    let maxOwn = settings.limits.inflight
    guard callsOfClient < maxOwn else {
      let text = "At most \(maxOwn) calls of one client may be in flight."
      throw Failure(.busy, text, retryAfterMs: 100)
    }
    guard calls < settings.maxCalls else {
      let text = "The hub already has \(settings.maxCalls) calls in flight."
      throw Failure(.busy, text, retryAfterMs: 1000)
    }
  }
}
