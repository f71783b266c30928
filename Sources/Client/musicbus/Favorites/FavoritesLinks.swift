import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus favorites check --links`
enum FavoritesLinks {
  static func run(_ context: CommandContext) throws -> ExitStatus {
    let services = try context.serviceTable()
    let reply = try context.callWithProgress(.favoritesLinks)
    let links = reply.done.unavailable ?? []
    let table = Table(columns: columns(services, context.settings.plain), rows: links)
    return try context.show(
      links,
      plain: table.tabSeparated(),
      of: reply,
      after: links.isEmpty ? ["No link is known to be dead."] : []
    ) {
      links.isEmpty ? [] : table.layout(fitting: context.terminal.width).lines
    }
  }

  private static func columns(
    _ services: ServiceTable,
    _ isPlain: Bool
  ) -> [Table<UnavailableLink>.Column] {
    [
      .init("Title", flexibility: 1, minimumWidth: 12, priority: 10) {
        StyledText($0.entity.displayName.neutralized)
      },
      .init("Artist", flexibility: 1, minimumWidth: 10, priority: 6) {
        StyledText(($0.entity.artist?.name ?? "").neutralized)
      },
      .init("Gone from", priority: 9) {
        StyledText(services.name(ofSite: $0.id.namespace).neutralized)
      },
      .age(isPlain ? "Since" : nil, priority: 5, \.goneAgeMs),
      .init("Now", flexibility: 1, minimumWidth: 12, priority: 8) {
        StyledText($0.place(services).neutralized)
      },
    ]
  }
}

extension UnavailableLink {
  /// Where it is now: its new id at the service, or else other services that have it.
  fileprivate func place(_ services: ServiceTable) -> String {
    if let replacement { return "\(replacement)" }
    let names = others.map { services.name(ofSite: $0.namespace) }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
