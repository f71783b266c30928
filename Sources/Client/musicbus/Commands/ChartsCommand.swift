import BusProtocol
import ClientKit
import CommandKit

/// `musicbus charts`
enum ChartsCommand {
  static let command = Command<CommandAction>(
    "charts",
    abstract: "List the charts available in a country.",
    examples: [Example("charts --country jp", "List the charts of Japan.")],
    action: { context, _ in
      let reply = try context.callWithProgress(.charts)
      return try context.show(list: reply, emptyMessage: "No charts found.")
    }
  )
}
