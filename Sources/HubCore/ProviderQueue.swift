import BusProtocol

/// The questions of one provider: those that it works on, and those that wait for their turn.
struct ProviderQueue: Sendable {
  struct Pending: Sendable {
    let key: QuestionKey
    let method: Method
    let parameters: CallParameters
  }

  /// More than this never wait for one provider.
  static let waitingMax = 256

  private var waiting: [Pending] = []
  private var sent: Set<QuestionKey> = []

  var hasRoom: Bool { waiting.count < ProviderQueue.waitingMax }
  var count: Int { waiting.count + sent.count }

  func isSent(_ key: QuestionKey) -> Bool { sent.contains(key) }

  mutating func add(_ pending: Pending) { waiting.append(pending) }

  /// Takes the next one to send, where the provider has room for it.
  mutating func next(inflight: Int) -> Pending? {
    guard sent.count < inflight, !waiting.isEmpty else { return nil }
    let pending = waiting.removeFirst()
    sent.insert(pending.key)
    return pending
  }

  mutating func remove(_ key: QuestionKey) {
    if sent.remove(key) == nil { waiting.removeAll { $0.key == key } }
  }
}
