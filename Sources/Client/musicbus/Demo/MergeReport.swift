import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The sources of an entity: the outcome of each, and the ids of the entity.
struct MergeReport {
  private let reply: Reply
  private let name: String
  private let ids: [EntityID]

  /// Requests the entity from the hub.
  init(of id: EntityID, _ context: CommandContext) throws {
    var parameters = CallParameters()
    parameters.id = id
    let method: Method =
      switch id.kind {
      case .album: .getAlbum
      case .song: .getSong
      default: .getArtist
      }
    reply = try context.call(method, parameters)
    name = reply.items.first?.displayName ?? id.description
    ids = reply.items.first?.ids ?? [id]
  }

  /// Whether a source failed.
  var isPartial: Bool { reply.isPartial }

  func lines(fitting width: Int) -> [StyledText] {
    let sources = (reply.done.sources ?? []).map { source in
      let count = source.count.map { ", \($0) record\($0 == 1 ? "" : "s")" } ?? ""
      let time = source.elapsedMs.map { " in \($0) ms" } ?? ""
      return DefinitionList.Item(
        StyledText(source.provider.rawValue),
        "\(source.outcome.rawValue)\(count)\(time)"
      )
    }
    let known = DefinitionList.Item("ids", ids.map(\.description).joined(separator: " "))
    return ["\(name, .bold) was merged from"]
      + DefinitionList(sources + [known]).lines(fitting: width)
  }
}
