import BusProtocol

/// Whole answers to recent questions, as bytes: a question that was asked before, to the letter, is
/// answered without being read. What differs from answer to answer, their age, is put in last.
struct ReplyCache: Sendable {
  /// Equal bytes are equal questions.
  struct Key: Hashable, Sendable {
    let method: Method
    let body: [UInt8]

    /// Questions longer than this are rare, and not kept.
    static let bodyBytesMax = 4096

    init?(_ method: Method, _ body: [UInt8]?) {
      guard let body, body.count <= Key.bodyBytesMax else { return nil }
      self.method = method
      self.body = body
    }
  }

  private let bytesMax: Int
  private var answers: [Key: (answer: EncodedReply, used: Int)] = [:]
  private var clock = 0
  private(set) var bytes = 0

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  var count: Int { answers.count }

  /// The answer to a question, where one is kept and still fresh.
  mutating func recall(_ key: Key, at now: Instant) -> EncodedReply? {
    guard let answer = answers[key]?.answer else { return nil }
    guard now < answer.freshUntil else {
      forget(key)
      return nil
    }
    clock += 1
    answers[key]?.used = clock
    return answer
  }

  mutating func remember(_ answer: EncodedReply, to key: Key) {
    guard answer.bytes + key.body.count <= bytesMax / 8 else { return }
    forget(key)
    clock += 1
    answers[key] = (answer, clock)
    bytes += answer.bytes + key.body.count
    if bytes > bytesMax { forgetOldest() }
  }

  /// Forgets everything: something changed that answers depend on.
  mutating func clear() {
    answers.removeAll()
    bytes = 0
  }

  private mutating func forget(_ key: Key) {
    guard let old = answers.removeValue(forKey: key) else { return }
    bytes -= old.answer.bytes + key.body.count
  }

  /// Makes room for more than one at a time, so that the search for the oldest is rare.
  private mutating func forgetOldest() {
    for (key, _) in answers.sorted(by: { $0.value.used < $1.value.used }) {
      forget(key)
      if bytes <= bytesMax - bytesMax / 8 { return }
    }
  }
}
