import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Tells from where an entity was put together: what each source did, and under which ids the
/// sources know it.
struct MergeReport {
  private let answer: Reply
  private let name: String
  private let ids: [EntityID]

  /// Asks the hub for the entity anew.
  init(of id: EntityID, _ session: CommandContext) throws {
    var parameters = CallParameters()
    parameters.id = id
    let method: Method =
      switch id.kind {
      case .album: .getAlbum
      case .song: .getSong
      default: .getArtist
      }
    answer = try session.ask(method, parameters)
    name = answer.items.first?.displayName ?? id.description
    ids = answer.items.first?.ids ?? [id]
  }

  /// Whether a source failed.
  var isPartial: Bool { answer.isPartial }

  func lines(fitting width: Int) -> [StyledText] {
    let sources = (answer.done.sources ?? []).map { source in
      let count = source.count.map { ", \($0) record\($0 == 1 ? "" : "s")" } ?? ""
      let time = source.elapsedMs.map { " in \($0) ms" } ?? ""
      return DefinitionList.Item(
        StyledText(source.provider.rawValue),
        "\(source.outcome.rawValue)\(count)\(time)"
      )
    }
    let known = DefinitionList.Item("known as", ids.map(\.description).joined(separator: " "))
    return ["\(name, .bold) was put together from"]
      + DefinitionList(sources + [known]).lines(fitting: width)
  }
}
