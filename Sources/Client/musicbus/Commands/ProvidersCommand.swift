import BusProtocol
import CommandKit
import HostKit
import MusicModel

/// `musicbus providers`
enum ProvidersCommand {
  static let command = Command<CommandAction>(
    "providers",
    abstract: "List providers and their status.",
    discussion: "Waits up to --wait for providers that are starting.",
    uses: [GlobalOptions.sources, GlobalOptions.format],
    examples: [Example("providers --json", "Print all details as JSON.")],
    action: list
  )

  static let list: CommandAction = { context, _ in
    let wanted = context.settings.providers
    let reply = try context.settledProviders()
    let providers = reply.providers.filter { wanted.isEmpty || wanted.contains($0.id) }
    let known = reply.providers.map(\.id)
    if !known.isEmpty, let unknown = wanted.first(where: { !known.contains($0) }) {
      let names = known.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        "Unknown provider \"\(unknown)\"; known providers: \(names).",
        "List them: musicbus providers"
      )
    }
    for note in reply.notes { context.terminal.note(StyledText(note)) }
    guard !providers.isEmpty || context.settings.json else {
      throw CommandFailure(
        "No providers found.",
        "Create one: musicbus provider new NAME, or install one: musicbus provider add PATH"
      )
    }
    let table = Table(columns: columns, rows: providers)
    try context.show(providers, plain: table.tabSeparated()) { show(table, providers, on: context) }
    return .ok
  }

  private static func show(
    _ table: Table<ProviderStatus>,
    _ providers: [ProviderStatus],
    on context: CommandContext
  ) {
    context.terminal.print(table.layout(fitting: context.terminal.width).lines)
    for provider in providers {
      guard let problem = provider.lastError else { continue }
      let when = provider.state == .ready ? ": last failure" : ""
      let reason = problem.asSentence
      context.terminal.note(
        "\(provider.id)\(when): \(reason.isEmpty ? "no reason given." : reason)"
      )
    }
    for provider in providers where provider.sandbox?.active == false {
      let reason = provider.sandbox?.reason ?? "no reason given"
      context.terminal.note(StyledText("\(provider.id): not sandboxed: \(reason)".asSentence))
    }
    let attributions = providers.compactMap(\.attribution?.text)
    if !attributions.isEmpty { context.terminal.print("") }
    for attribution in attributions { context.terminal.print(StyledText(attribution, .dim)) }
  }

  private static let columns: [Table<ProviderStatus>.Column] = [
    .init("provider", priority: 10) { StyledText($0.id.rawValue, .bold) },
    .init("state", priority: 9) { StyledText($0.state.rawValue, $0.state.style) },
    .init("version", priority: 2) { StyledText($0.version ?? "") },
    .init("level", priority: 0) { StyledText($0.level?.rawValue ?? "") },
    .init("calls", alignment: .trailing, priority: 5) { StyledText(String($0.calls)) },
    .init("requests", alignment: .trailing, priority: 4) {
      StyledText($0.requests.map { "\($0)" } ?? "")
    },
    .init("failed", alignment: .trailing, priority: 4) { StyledText(String($0.failures)) },
    .init("restarts", alignment: .trailing, priority: 3) { StyledText(String($0.restarts)) },
    .init("p50 ms", alignment: .trailing, priority: 4) {
      StyledText($0.latency.map { String($0.p50Ms) } ?? "")
    },
    .init("p95 ms", alignment: .trailing, priority: 3) {
      StyledText($0.latency.map { String($0.p95Ms) } ?? "")
    },
    .init("budget left", flexibility: 1, minimumWidth: 11, priority: 5) {
      StyledText(budgetsLeft(of: $0))
    },
    .init("methods", flexibility: 1, minimumWidth: 16, priority: 1) {
      StyledText($0.methods.map(\.rawValue).joined(separator: " "))
    },
  ]

  /// `18 of 20 itunes.apple.com`, with the seconds until more requests are allowed.
  private static func budgetsLeft(of provider: ProviderStatus) -> String {
    (provider.budgets ?? [:]).sorted { $0.key < $1.key }.map { name, budget in
      let wait = budget.nextMs.map { " (in \(max(1, ($0 + 999) / 1000)) s)" } ?? ""
      return "\(budget.left) of \(budget.requests)\(wait) \(name)"
    }.joined(separator: ", ")
  }
}

extension ProviderStatus.State {
  var style: Style {
    switch self {
    case .ready: .color(.green)
    case .starting, .restarting, .draining, .unconfigured: .color(.yellow)
    case .stopped, .quarantined: .color(.red)
    }
  }
}
