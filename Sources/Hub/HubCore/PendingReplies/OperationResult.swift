import BusProtocol
import MusicModel

/// The reply to a call that waited for an operation.
enum OperationResult: Sendable {
  /// The fallback is sent if the reply is too large for a message.
  case done(Done, fallback: Fallback)
  /// A page of entities, in as many parts as it needs.
  case page([Entity], Done, Method, CallParameters)
  case file([UInt8], Done)
  case failed(Failure)

  enum Fallback: Sendable {
    case done(Done)
    case failed(Failure)
  }
}
