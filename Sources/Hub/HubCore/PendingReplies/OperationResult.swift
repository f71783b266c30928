import BusProtocol
import MusicModel

/// The reply to a call that waited for an operation.
enum OperationResult: Sendable {
  /// The fallback is sent if the reply is too large for a message.
  case done(Done, fallback: Fallback)
  /// A page of entities, in as many parts as it needs.
  case page([Entity], Done)
  case file([UInt8], Done)
  case failed(Failure)

  /// The result with changed entities.
  func mapItems(_ change: (Entity) -> Entity) -> OperationResult {
    if case .page(let items, let done) = self { .page(items.map(change), done) } else { self }
  }

  /// The messages of the reply, by the id of its call.
  func messages(to call: String, _ settings: HubSettings) -> ReplyMessages {
    var reply = ReplyMessages(to: call, settings)
    switch self {
    case .done(let done, .failed(let failure)): reply.add(done, or: failure)
    case .done(let done, .done(let short)):
      if !reply.add(done) { reply.add(short, or: .replyTooLarge) }
    case .page(let items, let done):
      if !reply.add(items, done) { reply.fail(reply.tooLarge()) }
    case .file(let bytes, let done):
      let failure = Failure(.tooLarge, "One favourite is too large for a message.")
      reply.add(done, attachment: bytes, or: failure)
    case .failed(let failure): reply.fail(failure)
    }
    return reply
  }

  enum Fallback: Sendable {
    case done(Done)
    case failed(Failure)
  }
}
