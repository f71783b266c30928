import BusProtocol

/// Complete encoded replies to recent calls.
///
/// A call with the same bytes gets the reply without being decoded; only the age is inserted.
struct ReplyCache: Sendable {
  /// Calls with equal bytes are equal.
  struct Key: Hashable, Sendable {
    let method: Method
    let body: [UInt8]

    /// Replies to calls with a longer body are not cached.
    static let maxBodyBytes = 4096

    init?(_ method: Method, _ body: [UInt8]?) {
      guard let body, body.count <= Key.maxBodyBytes else { return nil }
      self.method = method
      self.body = body
    }
  }

  private let maxBytes: Int
  private var entries: [Key: (reply: EncodedReply, used: Int)] = [:]
  private var clock = 0
  private(set) var bytes = 0

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  var count: Int { entries.count }

  /// The reply to a call, if it is cached and fresh.
  mutating func lookup(_ key: Key, at now: Instant) -> EncodedReply? {
    guard let index = entries.index(forKey: key) else { return nil }
    let reply = entries.values[index].reply
    guard now < reply.freshUntil else {
      remove(key)
      return nil
    }
    clock += 1
    entries.values[index].used = clock
    return reply
  }

  mutating func store(_ reply: EncodedReply, for key: Key) {
    guard reply.bytes + key.body.count <= maxBytes / 8 else { return }
    remove(key)
    clock += 1
    entries[key] = (reply, clock)
    bytes += reply.bytes + key.body.count
    if bytes > maxBytes { evictOldest() }
  }

  mutating func clear() {
    entries.removeAll()
    bytes = 0
  }

  private mutating func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    bytes -= old.reply.bytes + key.body.count
  }

  /// Evicts more than one entry, so that the search for the oldest is rare.
  private mutating func evictOldest() {
    for (key, _) in entries.sorted(by: { $0.value.used < $1.value.used }) {
      remove(key)
      if bytes <= maxBytes - maxBytes / 8 { return }
    }
  }
}
