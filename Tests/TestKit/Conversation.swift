package import BusProtocol
import MusicModel

/// One file of `Protocol/sessions`: a whole conversation, to be replayed against a hub or a peer
/// (`Protocol/sessions/README.md`).
package struct Conversation: Hashable, Sendable {
  package var name: String
  package var note: String
  package var hub: HubSettings
  /// By name.
  package var actors: [String: Actor]
  package var lines: [Line]

  /// The settings of the hub.
  package struct HubSettings: Hashable, Sendable, Codable {
    package var versions: VersionRange
    package var liveness: Welcome.Liveness
    /// The limit of calls in flight of one client.
    package var inflight: Int
  }

  /// A peer that takes part.
  package struct Actor: Hashable, Sendable, Codable {
    package var role: Role
    package var token: String?
    package var descriptor: Descriptor?
    /// The methods of its manifest, if they differ from those of the descriptor.
    package var promises: [Method]?

    package enum Role: String, Hashable, Sendable, Codable {
      case client, provider
    }
  }

  /// An event and its time.
  package struct Line: Hashable, Sendable {
    /// Milliseconds from the start of the conversation.
    package var atMs: Int
    package var event: Event
  }

  package enum Event: Hashable, Sendable {
    case message(Message)
    /// The hub has started the provider.
    case start(String)
    /// The provider's process ended.
    case exit(String, status: Int?, signal: Int?)
    /// The connection is lost; the peer continues on a new one.
    case disconnect(String)
    /// The hub is requested to stop.
    case stop
  }

  /// A message as the file has it: texts that begin with `$` stand for any value.
  package struct Message: Hashable, Sendable {
    package var from: String
    package var to: String
    package var tag: String
    package var header: JSONValue
    package var body: JSONValue?
    /// The longest delay that is allowed, in milliseconds.
    package var withinMs: Int
  }
}

extension Conversation: CustomStringConvertible {
  package var description: String { name }
}
