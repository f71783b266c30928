import BusProtocol
import CommandKit

/// `musicbus charts`
enum ChartsCommand {
  static let command = Command<CommandAction>(
    "charts",
    abstract: "List the charts that there are in a country.",
    examples: [Example("charts --country jp", "The charts of Japan.")],
    action: { session, _ in
      let answer = try session.askWatched(.listCharts, CallParameters())
      return try session.show(list: answer, emptiness: "No source has charts.")
    }
  )
}
