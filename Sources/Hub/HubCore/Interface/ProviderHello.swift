import BusProtocol
import MusicModel

/// A `hello` of a provider whose protocol version the hub supports.
struct ProviderHello: Sendable {
  let peer: Peer
  /// The id of the message.
  let id: String?
  let hello: Hello
  let version: ProtocolVersion
}
