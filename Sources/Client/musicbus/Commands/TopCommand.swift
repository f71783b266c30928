import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus top [albums|songs]`
enum TopCommand {
  static let chart = Argument(
    optional: .choice("CHART", of: CallParameters.Chart.allCases),
    help: "Chart to show (default: albums)."
  )

  static let command = Command<CommandAction>(
    "top",
    abstract: "Show the top albums or songs of a country, up to 100.",
    arguments: [chart],
    options: [ListOptions.genre, ListOptions.clean, ListOptions.owned, ListOptions.notOwned],
    examples: [
      Example("top songs --country de", "Show the top songs of Germany."),
      Example("top --limit 10", "Show the top ten albums."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let reply = try context.callWithProgress(call(for: invocation))
    return try context.show(list: reply, emptyMessage: "The chart has no entries.")
  }

  static func call(for invocation: Invocation) throws(UsageError) -> Call<Reply> {
    let owned = try invocation.owned()
    return Call.chart(try invocation[chart] ?? .albums).with { parameters in
      parameters.owned = owned
      parameters.limit = invocation[GlobalOptions.limit] ?? 100
      parameters.genre = invocation[ListOptions.genre]
      parameters.explicit = invocation.explicit
    }
  }
}
