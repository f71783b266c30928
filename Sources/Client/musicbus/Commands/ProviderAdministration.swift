import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus provider add|remove|reload|reset`: manages providers while the hub is running.
enum ProviderAdministration {
  static let commands = [add, remove, reload, reset]

  private static let add = Command<CommandAction>(
    "add",
    abstract: "Install a provider.",
    discussion: """
      Links the manifest into your providers directory, which the hub watches. A provider already in \
      that directory needs no "add".

      The request budgets that a provider declares limit only itself, unless you approve their hosts. \
      Then they limit all providers of these hosts; the bundled ones are approved.
      """,
    arguments: [path],
    options: [approve],
    examples: [
      Example("provider add my-source", "Install the provider in the directory my-source."),
      Example(
        "provider add my-source --approve api.example.org",
        "Let its budget for that host limit all providers."
      ),
    ]
  ) { context, invocation in
    let hosts = invocation[approve]
    let manifest = absolute(try invocation[path])
    let reply = try call(.addProvider(manifest, approving: hosts), context)
    return try settle(reply, on: context) { provider in
      noteUnapproved(provider, path: try invocation[path], approved: hosts, on: context)
    }
  }

  /// Shows the budgets that limit only the provider, and how to approve their hosts.
  private static func noteUnapproved(
    _ provider: ProviderStatus,
    path: String,
    approved: [String],
    on context: CommandContext
  ) {
    guard let budgets = provider.unapprovedBudgets, !context.settings.json else { return }
    for (host, budget) in budgets.sorted(by: { $0.key < $1.key }) {
      let requests = budget.requests.counted("request")
      let time = HumanFormat.duration(ms: budget.perMs)
      context.terminal.note(
        "Its budget of \(requests) in \(time) for \(host) limits only \(provider.id)."
      )
    }
    let hosts = (approved + budgets.keys.sorted()).map { " --approve \($0)" }.joined()
    context.terminal.note(
      "To let it limit all providers of a host: musicbus provider add \(path)\(hosts)"
    )
  }

  private static let remove = Command<CommandAction>(
    "remove",
    abstract: "Uninstall providers.",
    discussion: """
      Calls in flight finish first. Links are deleted; manifest files are renamed with the suffix .removed.
      """,
    arguments: [ids]
  ) { context, invocation in
    let reply = try call(.removeProviders(invocation[ids]), context)
    // Another manifest with the same id takes over.
    if reply.contains(where: { $0.state != .draining }) { return try settle(reply, on: context) }
    if context.settings.json { return try show(reply, on: context) }
    for provider in reply {
      let calls = provider.inflight ?? 0
      context.terminal.print(
        calls == 0
          ? "Removed \(provider.id)."
          : "Removing \(provider.id) after \(calls.counted("call")) in flight."
      )
    }
    return .ok
  }

  private static let reload = Command<CommandAction>(
    "reload",
    abstract: "Restart providers with their current manifests and executables.",
    discussion: """
      Without an id, restarts all whose manifest or executable changed. Calls in flight finish first.
      """,
    arguments: [optionalID]
  ) { context, invocation in
    let reply = try call(.reloadProviders(invocation[optionalID].map { [$0] }), context)
    if reply.isEmpty { context.terminal.note("No manifest or executable has changed.") }
    return try settle(reply, on: context)
  }

  private static let reset = Command<CommandAction>(
    "reset",
    abstract: "Restart stopped or quarantined providers.",
    arguments: [ids]
  ) { context, invocation in
    try settle(try call(.resetProviders(invocation[ids]), context), on: context)
  }

  private static let approve = Option(
    repeating: "approve",
    ValueSyntax<String>.text("HOST"),
    help: "Let the budget for this host limit all providers. Repeatable."
  )
  private static let path = Argument(
    .file("PATH"),
    help: "Manifest, its directory, or the executable next to it."
  )
  private static let id = ValueSyntax(
    "ID",
    expectation: "a provider id",
    suggestions: .list(.providers)
  ) {
    ProviderID(rawValue: $0)
  }
  private static let ids = Argument(repeating: id, help: "Provider ids.")
  private static let optionalID = Argument(optional: id, help: "Provider id.")

  /// The absolute path; the hub has a different working directory.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return "\(String(cString: directory))/\(path)"
  }

  /// Makes the call.
  ///
  /// - Returns: the providers concerned, with their state at that time.
  private static func call(
    _ call: Call<[ProviderStatus]>,
    _ context: CommandContext
  ) throws -> [ProviderStatus] {
    do {
      return try context.callHub(call)
    } catch ClientError.failed(let failure) {
      // Other failures may come after a change, such as of the first of two providers.
      let isRefusal = [.invalidParams, .manifestInvalid, .busy].contains(failure.code)
      let hint = isRefusal ? "Nothing was changed." : "List the providers: musicbus providers"
      throw CommandFailure(failure.message, hint)
    }
  }

  /// Waits until the providers are ready or have failed, and reports which.
  private static func settle(
    _ reply: [ProviderStatus],
    on context: CommandContext,
    note: (ProviderStatus) throws -> Void = { _ in }
  ) throws -> ExitStatus {
    let wanted = Set(reply.map(\.id))
    guard !wanted.isEmpty else { return .ok }
    while true {
      let providers = try context.callHub(.providers).filter { wanted.contains($0.id) }
      let isStarting = providers.contains { [.starting, .restarting].contains($0.state) }
      guard isStarting, context.deadlines.waitLeftMs > 0 else {
        let status = try show(providers, on: context)
        try providers.forEach(note)
        return status
      }
      poll(nil, 0, CInt(min(50, context.deadlines.waitLeftMs)))
    }
  }

  private static func show(
    _ providers: [ProviderStatus],
    on context: CommandContext
  ) throws -> ExitStatus {
    for provider in providers {
      if context.settings.json {
        try context.printJSON(provider)
      } else if provider.state == .ready {
        let methods = provider.methods.map(\.rawValue).joined(separator: " ")
        context.terminal.print(
          StyledText("\(provider.id) \(provider.version ?? "") serves \(methods)")
        )
      } else {
        let why = provider.lastError.map { ": \($0.asSentence)" } ?? "."
        context.terminal.note(StyledText("\(provider.id) is \(provider.state.rawValue)\(why)"))
      }
    }
    let isDone = providers.allSatisfy { provider in
      [.ready, .draining, .unconfigured].contains(provider.state)
    }
    return isDone ? .ok : .failed
  }
}
