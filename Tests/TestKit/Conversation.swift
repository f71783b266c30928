package import BusProtocol
package import MusicModel

/// One file of `Protocol/sessions`: a whole conversation, to be replayed against a hub or a peer
/// (`Protocol/sessions/README.md`).
package struct Conversation: Hashable, Sendable {
  package var name: String
  package var note: String
  package var hub: HubSettings
  /// By name.
  package var actors: [String: Actor]
  package var lines: [Line]

  /// How the hub is set.
  package struct HubSettings: Hashable, Sendable, Codable {
    package var versions: VersionRange
    package var liveness: Welcome.Liveness
    /// Calls of one client at once.
    package var inflight: Int
  }

  /// A peer that takes part.
  package struct Actor: Hashable, Sendable, Codable {
    package var role: Role
    package var token: String?
    package var descriptor: Descriptor?
    /// The methods of its manifest, where they matter.
    package var promises: [Method]?

    package enum Role: String, Hashable, Sendable, Codable {
      case client, provider
    }
  }

  /// What happens, and when.
  package struct Line: Hashable, Sendable {
    /// Milliseconds from the start of the conversation.
    package var atMs: Int
    package var happening: Happening
  }

  package enum Happening: Hashable, Sendable {
    case message(Message)
    /// The hub has started the provider.
    case start(String)
    /// The provider's process ended.
    case exit(String, status: Int?, signal: Int?)
    /// The connection is lost; the peer goes on under a new one without noticing.
    case disconnect(String)
    /// The hub is asked to stop.
    case stop
  }

  /// A message as the file has it: texts that begin with `$` stand for any value.
  package struct Message: Hashable, Sendable {
    package var from: String
    package var to: String
    package var tag: String
    package var header: JSONValue
    package var body: JSONValue?
    /// How much later it may come, in milliseconds.
    package var withinMs: Int
  }
}

extension Conversation: CustomStringConvertible {
  package var description: String { name }
}
