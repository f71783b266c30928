import BusProtocol
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
    options: [ListOptions.genre, ListOptions.clean],
    examples: [
      Example("top songs --country de", "Show the top songs of Germany."),
      Example("top --limit 10", "Show the top ten albums."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let parameters = try parameters(for: invocation)
    let reply = try context.callWithProgress(.getChart, parameters)
    return try context.show(list: reply, emptyMessage: "The chart has no entries.")
  }

  static func parameters(for invocation: Invocation) throws(UsageError) -> CallParameters {
    var parameters = CallParameters()
    parameters.chart = try invocation[chart] ?? .albums
    parameters.limit = invocation[GlobalOptions.limit] ?? 100
    parameters.genre = invocation[ListOptions.genre]
    parameters.explicit = invocation.explicit
    return parameters
  }
}
