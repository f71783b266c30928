import BusProtocol
import MusicModel
import Testing

/// The reply to one call, read as a client reads it.
struct CallReply {
  var items: [Entity] = []
  var done: Done?
  var failure: Failure?
  var attachment: [UInt8]?
  var partCount = 0
  /// The sources that the parts state as refusing.
  var refusals: [SourceReport] = []
  /// The page that the parts of a streamed reply produce.
  private var page: [EntityID: Entity] = [:]

  /// `nil` before the terminal message. Gaps in the numbers and a second end are recorded as issues.
  init?(_ messages: [WireMessage]) {
    for message in messages {
      if done != nil || failure != nil { Issue.record("A message follows the end: \(message)") }
      switch message.header.type {
      case .part: take(part: message)
      case .done: take(done: message)
      case .error:
        failure = message.read(Failure.self)
        if failure?.parts ?? 0 != partCount {
          Issue.record("The terminal message has a wrong part count.")
        }
      default: Issue.record("This message is not part of a reply: \(message)")
      }
    }
    if done == nil, failure == nil { return nil }
  }

  private mutating func take(part message: WireMessage) {
    if message.header.seq != partCount { Issue.record("A part is missing before \(message)") }
    partCount += 1
    guard let part = message.read(Part.self) else { return }
    items += part.items?.elements ?? []
    refusals += part.sources ?? []
    for entity in part.upsert?.elements ?? [] { page[entity.id] = entity }
    for gone in part.gone ?? [] { page[gone.id] = nil }
  }

  private mutating func take(done message: WireMessage) {
    guard let done = message.read(Done.self) else { return }
    if done.parts != partCount { Issue.record("The terminal message has a wrong part count.") }
    self.done = done
    attachment = message.attachment
    items += done.items?.elements ?? []
    guard let order = done.ids else { return }
    if Set(order) != Set(page.keys) || Set(order).count != order.count {
      Issue.record("The parts contain \(page.keys.sorted()), the order is \(order)")
    }
    items = order.compactMap { page[$0] }
  }

  var names: [String] { items.map(\.displayName) }
  var code: ErrorCode? { failure?.code }
  var sources: [SourceReport] { done?.sources ?? failure?.sources ?? [] }

  /// `a: ok, b: late`
  var outcomes: String {
    sources.map { "\($0.provider): \($0.outcome.rawValue)" }.joined(separator: ", ")
  }
}
