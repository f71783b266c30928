import BusProtocol
import CommandKit
import MusicModel

/// `musicbus top [albums|songs]`
enum TopCommand {
  static let chart = Argument(
    optional: .choice("CHART", of: CallParameters.Chart.allCases),
    help: "Which chart. Without it: albums."
  )

  static let command = Command<CommandAction>(
    "top",
    abstract: "Show the chart of albums or songs in a country, up to 100 places.",
    operands: [chart],
    options: [ListOptions.genre, ListOptions.clean],
    examples: [
      Example("top songs --country de", "The songs most played in Germany."),
      Example("top --limit 10", "The ten most popular albums."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let parameters = try parameters(for: invocation)
    let answer = try session.askWatched(.getChart, parameters)
    return try session.show(list: answer, emptiness: "The chart has no entries.")
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
