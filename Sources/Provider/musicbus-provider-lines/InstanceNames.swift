import BusProtocol
import MusicModel
import ProviderKit

/// The names of a provider outside, and in its program, which has those of the manifest: one program may run several
/// times, for two servers or two accounts.
///
/// The ids of a user's server mean something only there, so that each instance has a namespace of its own. The ids of
/// a service that is the same for all users are the same.
struct InstanceNames: Sendable {
  let id: ProviderID
  let name: String
  /// The namespace in the program and that outside; `nil` if it is the same.
  private let renamed: (inside: String, outside: String)?

  init(of manifest: LineManifest, as instance: ProviderID?) {
    id = instance ?? manifest.id
    name = instance.map { Manifest.name(manifest.name, of: $0) } ?? manifest.name
    let hasOwnServer = manifest.upstreams?.contains { $0.setting != nil } == true
    renamed = hasOwnServer && id != manifest.id ? (manifest.id.namespace, id.namespace) : nil
  }

  /// A text of the program that begins with a namespace, as it is outside.
  func outside(_ text: String) -> String {
    renamed.map { text.renaming($0.inside, $0.outside) } ?? text
  }

  /// A text from outside, as the program has it.
  func inside(_ text: String) -> String {
    renamed.map { text.renaming($0.outside, $0.inside) } ?? text
  }

  func outside(_ parameters: CallParameters) -> CallParameters {
    var parameters = parameters
    parameters.id = parameters.id.flatMap { EntityID(outside($0.description)) }
    return parameters
  }

  func inside(_ parameters: CallParameters) -> CallParameters {
    var parameters = parameters
    parameters.id = parameters.id.flatMap { EntityID(inside($0.description)) }
    parameters.ids = parameters.ids?.compactMap { EntityID(inside($0.description)) }
    return parameters
  }
}

extension String {
  fileprivate func renaming(_ old: String, _ new: String) -> String {
    hasPrefix("\(old):") ? new + dropFirst(old.utf8.count) : self
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
