import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus provider add`, `remove`, `reload` and `reset`: providers that come and go while the hub
/// runs.
enum ProviderAdministration {
  static let commands = [add, remove, reload, reset]

  private static let add = Command<CommandAction>(
    "add",
    abstract: "Have the hub serve a provider, from now on.",
    discussion: """
      A link to its manifest is put into your providers folder. To have one served that is in that \
      folder already nothing needs to be done: the hub watches it.
      """,
    operands: [path],
    examples: [Example("provider add shelf", "Serve the provider in the folder shelf.")]
  ) { session, invocation in
    var parameters = CallParameters()
    parameters.path = absolute(try invocation[path])
    return try settle(try ask(.addProvider, parameters, session), on: session)
  }

  private static let remove = Command<CommandAction>(
    "remove",
    abstract: "Take providers out of your providers folder, and stop them.",
    discussion: """
      What they work on is carried to its end first. A manifest that is a file and not a link is kept \
      beside its place, with .removed behind its name.
      """,
    operands: [ids]
  ) { session, invocation in
    var parameters = CallParameters()
    parameters.providers = try invocation[ids]
    let answer = try ask(.removeProviders, parameters, session)
    // One that was hidden by the removed one serves in its place.
    if answer.contains(where: { $0.state != .draining }) { return try settle(answer, on: session) }
    if session.settings.json { return try show(answer, on: session) }
    for provider in answer {
      let calls = provider.inflight ?? 0
      let rest = calls == 0 ? "." : ", as soon as it has ended \(calls.counted("call"))."
      session.terminal.print("\(provider.id) is removed\(rest)")
    }
    return .ok
  }

  private static let reload = Command<CommandAction>(
    "reload",
    abstract: "Start providers anew, of their manifests and executables as they are now.",
    discussion: """
      Without an id: all whose manifest or executable has changed. What they work on is carried to its \
      end first.
      """,
    operands: [someIDs]
  ) { session, invocation in
    var parameters = CallParameters()
    parameters.providers = try invocation[someIDs].map { [$0] }
    let answer = try ask(.reloadProviders, parameters, session)
    if answer.isEmpty { session.terminal.note("No manifest and no executable has changed.") }
    return try settle(answer, on: session)
  }

  private static let reset = Command<CommandAction>(
    "reset",
    abstract: "Start providers once more that are stopped or quarantined.",
    operands: [ids]
  ) { session, invocation in
    var parameters = CallParameters()
    parameters.providers = try invocation[ids]
    return try settle(try ask(.resetProviders, parameters, session), on: session)
  }

  private static let path = Argument(
    .file("PATH"),
    help: "Its manifest, the folder that holds it, or the executable beside it."
  )
  private static let id = ValueSyntax("ID", expectation: "the id of a provider") {
    ProviderID(rawValue: $0)
  }
  private static let ids = Argument(repeating: id, help: "Which providers.")
  private static let someIDs = Argument(optional: id, help: "Which provider.")

  /// The hub has a working directory of its own.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// Asks the hub to do it.
  ///
  /// - Returns: those that it was done to, as they were then.
  private static func ask(
    _ method: Method,
    _ parameters: CallParameters,
    _ session: CommandContext
  ) throws -> [ProviderStatus] {
    do {
      let answer = try session.client().call(method, parameters, ttl: session.settings.timeout)
      return answer.done.providers ?? []
    } catch ClientError.failed(let failure) {
      let advice =
        failure.code == .notFound ? "See them: musicbus providers" : "Nothing was changed."
      throw CommandFailure(failure.message, advice)
    }
  }

  /// Waits until those providers serve, or do not, and tells which.
  private static func settle(
    _ answer: [ProviderStatus],
    on session: CommandContext
  ) throws -> ExitStatus {
    let wanted = Set(answer.map(\.id))
    guard !wanted.isEmpty else { return .ok }
    let deadline = Deadline.after(session.settings.wait)
    while true {
      let now = try session.client().call(.listProviders, ttl: session.settings.timeout)
      let providers = (now.done.providers ?? []).filter { wanted.contains($0.id) }
      let isMoving = providers.contains { [.starting, .restarting].contains($0.state) }
      guard isMoving, !deadline.isExpired else { return try show(providers, on: session) }
      poll(nil, 0, CInt(min(50, deadline.remainingMs)))
    }
  }

  private static func show(
    _ providers: [ProviderStatus],
    on session: CommandContext
  ) throws -> ExitStatus {
    for provider in providers {
      if session.settings.json {
        session.terminal.print(String(decoding: try BusCodec.encode(provider), as: UTF8.self))
      } else if provider.state == .ready {
        let methods = provider.methods.map(\.rawValue).joined(separator: " ")
        session.terminal.print(
          StyledText("\(provider.id) \(provider.version ?? "") serves \(methods)")
        )
      } else {
        let why = provider.lastError.map { ": \($0)" } ?? "."
        session.terminal.note(StyledText("\(provider.id) is \(provider.state.rawValue)\(why)"))
      }
    }
    return providers.allSatisfy { [.ready, .draining].contains($0.state) } ? .ok : .failed
  }
}
