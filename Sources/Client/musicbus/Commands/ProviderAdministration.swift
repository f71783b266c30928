import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus provider reload|reset`, and what commands that install providers ask of the hub.
enum ProviderAdministration {
  static let commands = [reload, reset]

  private static let reload = Command<CommandAction>(
    "reload",
    abstract: "Restart providers with their current manifests and executables.",
    discussion: """
      Without an id, restarts all whose manifest or executable changed. Calls in flight finish first.

      A named provider that runs is restarted only if its program starts as it is now.
      """,
    arguments: [optionalID]
  ) { context, invocation in
    if let id = try invocation[optionalID] { try checkStart(of: id, context) }
    let reply = try call(.providersReload(invocation[optionalID].map { [$0] }), context)
    if reply.isEmpty { context.terminal.note("No manifest or executable has changed.") }
    return try settle(reply, on: context)
  }

  /// Starts the program of a running provider once more, so that one that cannot start does not replace it.
  private static func checkStart(of id: ProviderID, _ context: CommandContext) throws {
    let known = try context.settledProviders().providers.first { $0.id == id }
    guard let known, known.state == .ready, let manifest = known.manifest else { return }
    // It runs the program of another provider, which is checked there.
    guard ProviderInstance(at: manifest) == nil else { return }
    // The hub reports what is wrong with the configuration.
    guard (try? context.configuration.get()) != nil else { return }
    try StartCheck.run(manifest, context, orElse: "The one that runs was not restarted.")
  }

  private static let reset = Command<CommandAction>(
    "reset",
    abstract: "Restart stopped or quarantined providers.",
    discussion: """
      A provider that was stopped because the settings under its id were made for another one gets them from then on.
      """,
    arguments: [ids]
  ) { context, invocation in
    try settle(try call(.providersReset(invocation[ids]), context), on: context)
  }

  static let id = ValueSyntax(
    "ID",
    expectation: "a provider id",
    suggestions: .list(.providers)
  ) {
    ProviderID(rawValue: $0)
  }
  static let ids = Argument(repeating: id, help: "Provider ids.")
  static let optionalID = Argument(optional: id, help: "Provider id.")

  /// Makes the call.
  ///
  /// - Returns: the providers concerned, with their state at that time.
  static func call(
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
  static func settle(
    _ reply: [ProviderStatus],
    on context: CommandContext,
    note: (ProviderStatus) throws -> Void = { _ in }
  ) throws -> ExitStatus {
    let wanted = Set(reply.map(\.id))
    guard !wanted.isEmpty else { return .ok }
    while true {
      let providers = try context.callHub(.providers).filter { wanted.contains($0.id) }
      let isStarting = providers.contains { [.starting, .restarting].contains($0.state) }
      // What was changed stays, so that it is worth more time than --wait.
      guard isStarting, context.deadlines.allowCall else {
        let status = try show(providers, on: context)
        try providers.forEach(note)
        return status
      }
      poll(nil, 0, 50)
    }
  }

  static func show(
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
      [.ready, .starting, .draining, .unconfigured].contains(provider.state)
    }
    return isDone ? .ok : .failed
  }
}
