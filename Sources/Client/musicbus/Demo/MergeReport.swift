import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The sources of an entity: the outcome of each, the values from it, and the ids of the entity.
struct MergeReport {
  private let reply: Reply
  private let name: String
  private let ids: [EntityID]
  /// The members whose values each source supplied, by provider.
  private let members: [String: [String]]

  /// Requests the entity from the hub.
  init(of id: EntityID, _ context: CommandContext) throws {
    reply = try context.call(.get(id).with { $0.detail = .provenance })
    name = reply.items.first?.displayName ?? id.description
    ids = reply.items.first?.ids ?? [id]
    let origins = reply.items.first?.base.extra["provenance"]?.members ?? [:]
    members = MergeReport.members(of: origins)
  }

  /// The members with a value of each source; lists are merged from several.
  private static func members(of origins: [String: JSONValue]) -> [String: [String]] {
    var members: [String: [String]] = [:]
    for (name, origin) in origins.sorted(by: { $0.key < $1.key }) {
      let isUnion = origin["value"]?.combinesSources == true
      let others = isUnion ? origin["alternatives"]?.elements ?? [] : []
      for provider in Set(([origin] + others).compactMap { $0["provider"]?.text }) {
        members[provider, default: []].append(name)
      }
    }
    return members
  }

  /// Whether a source failed.
  var isPartial: Bool { reply.isPartial }

  func lines(fitting width: Int) -> [StyledText] {
    let sources = (reply.done.sources ?? []).map { source in
      let names = members[source.provider.rawValue, default: []].joined(separator: ", ")
      return DefinitionList.Item(
        StyledText(source.provider.rawValue),
        source.outcome.rawValue + (names.isEmpty ? "" : ": " + names)
      )
    }
    let known = DefinitionList.Item("ids", ids.map(\.description).joined(separator: " "))
    return ["\(name, .bold) was merged from"]
      + DefinitionList(sources + [known]).lines(fitting: width)
  }
}
