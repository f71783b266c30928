import BusProtocol
import MusicModel
import ProviderKit

/// The names of a provider outside, and in its program, which has those of the manifest: one program may run several
/// times, for two servers or two accounts.
///
/// The ids of a user's server mean something only there, so that each instance has a namespace of its own. The ids of
/// a service that is the same for all users are the same. In an instance, both namespaces are exchanged: the ids of the
/// provider itself, `opensubsonic:song:9`, are for the program of the instance `attic` what they are, those of another
/// source: `attic:song:9`.
struct InstanceNames: Sendable {
  let id: ProviderID
  let name: String
  /// The namespace of the program and that of the instance; `nil` if nothing is exchanged.
  private let exchanged: (program: String, instance: String)?

  init(of manifest: LineManifest, as instance: ProviderID?) {
    id = instance ?? manifest.id
    name = instance.map { Manifest.name(manifest.name, of: $0) } ?? manifest.name
    let hasOwnServer = manifest.upstreams?.contains { $0.setting != nil } == true
    exchanged = hasOwnServer && id != manifest.id ? (manifest.id.namespace, id.namespace) : nil
  }

  /// A text of the program that begins with a namespace, as it is outside, or one from outside, as it is in the program.
  func translated(_ text: String) -> String {
    guard let (program, instance) = exchanged else { return text }
    for (old, new) in [(program, instance), (instance, program)] where text.hasPrefix("\(old):") {
      return new + text.dropFirst(old.utf8.count)
    }
    return text
  }

  func translated(_ parameters: CallParameters) -> CallParameters {
    var parameters = parameters
    parameters.id = parameters.id.flatMap { EntityID(translated($0.description)) }
    parameters.ids = parameters.ids?.compactMap { EntityID(translated($0.description)) }
    return parameters
  }
}

extension JSONValue {
  /// The value with other texts; `name` is that of the member in which a text is, also in a list.
  func mapTexts(
    in name: String = "",
    _ change: (_ name: String, _ text: String) -> String
  ) -> JSONValue {
    switch self {
    case .string(let text): .string(change(name, text))
    case .array(let values): .array(values.map { $0.mapTexts(in: name, change) })
    case .object(let members):
      .object(
        Dictionary(members.map { ($0.key, $0.value.mapTexts(in: $0.key, change)) }) { one, _ in one
        }
      )
    case .integer, .number, .bool, .null: self
    }
  }
}
