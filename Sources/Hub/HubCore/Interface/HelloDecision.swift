import BusProtocol
import MusicModel

/// The reply to a `hello` of a provider.
enum HelloDecision: Sendable {
  /// A session is opened.
  case accept(ProviderID, Descriptor)
  /// The `hello` is invalid.
  case reject(Failure)
  /// The process is being replaced.
  case bye(Bye)
}
