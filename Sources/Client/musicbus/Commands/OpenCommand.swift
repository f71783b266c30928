import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus open ID-or-NAME`
enum OpenCommand {
  static let site = Option(
    "site",
    .text("NAME"),
    help: "Open this link, such as website, itunes or \"Apple Music\".",
    default: "the first that \"musicbus links\" lists"
  )

  static let command = Command<CommandAction>(
    "open",
    abstract: "Open the page of an artist, album or song in the browser.",
    discussion: "Without a browser or a screen, prints its URL.",
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [ExplainCommand.subject],
    options: [site],
    examples: [Example("open 3", "Open row 3 of the last list.")],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let details = try EntityDetails(invocation, context)
    let (subject, reply) = (details.subject, details.reply)
    let links = reply.items.first?.links ?? [:]
    let wanted = invocation[site]?.lowercased()
    let sorted = links.sorted { $0.key < $1.key }
    let table = try context.serviceTable()
    let found = reply.items.first.map { ServiceLinks($0, table) }
    // The page that "musicbus share" links to.
    let best = wanted == nil ? found?.best()?.url : nil
    let link =
      wanted.map { name in
        sorted.first { $0.key.lowercased() == name }
          ?? sorted.first { table.name(ofSite: $0.key).lowercased() == name }
      } ?? sorted.first
    guard let url = best ?? link?.value else {
      let names = links.keys.sorted().joined(separator: ", ")
      throw CommandFailure(
        wanted.map { "\(subject.name) has no link \"\($0)\"." } ?? "\(subject.name) has no link.",
        names.isEmpty ? "See its details: musicbus explain \(subject.id)" : "It has: \(names)."
      )
    }
    if Browser.open(url, context.environment) {
      context.terminal.note("Opened \(url).")
    } else {
      context.terminal.print(StyledText(url))
    }
    return context.status(of: reply)
  }
}
