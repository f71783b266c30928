internal import BusProtocol
internal import FoundationEssentials
internal import MusicModel

/// The program without a hub: describes the provider, and runs single calls.
struct CommandLineMode: Sendable {
  let provider: any Provider
  let descriptor: Descriptor
  let program: String
  var environment: [String: String] = [:]

  /// - Returns: the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    switch arguments.first {
    case "--describe": return describe()
    case "--try" where arguments.count > 1:
      return await tryCall(Method(rawValue: arguments[1]), Array(arguments.dropFirst(2)))
    case "--version":
      StandardStreams.output("\(program) \(descriptor.version)")
      return ExitStatus.success
    case "--help", "-h":
      StandardStreams.output(help)
      return ExitStatus.success
    default:
      StandardStreams.log(help)
      return ExitStatus.usage
    }
  }

  var help: String {
    let methods = provider.endpoints.map(\.method.rawValue)
    return """
      \(descriptor.name) \(descriptor.version) ("\(descriptor.id)"), a provider for MusicBus.
      It is started by a hub. To try it without one:

        \(program) --describe
        \(program) --try METHOD [KEY=VALUE…] [TEXT]

      Methods: \(methods.joined(separator: ", "))
      Example: \(program) \(example)

      \(descriptor.attribution.text)
      """
  }

  private var example: String {
    guard let sample = descriptor.samples.first else { return "--describe" }
    let subject = sample.params.text ?? sample.params.id?.description ?? ""
    return "--try \(sample.method)" + (subject.isEmpty ? "" : " \"\(subject)\"")
  }

  private func describe() -> Int32 {
    guard let json = try? JSONValue(JSONCodec.encode(descriptor), .wire) else {
      return ExitStatus.software
    }
    StandardStreams.output(json.prettyPrinted)
    return ExitStatus.success
  }

  private func tryCall(_ method: Method, _ arguments: [String]) async -> Int32 {
    if let missing = provider.missingConfiguration {
      StandardStreams.log("\(descriptor.id) needs configuration: \(missing)")
      return ExitStatus.configuration
    }
    do {
      let parameters = try CallParameters(commandLine: arguments, for: method)
      let call = try StandaloneCall(provider, transport: CurlTransport(environment))
      return try report(await call.run(method, parameters))
    } catch let failure as Failure {
      return report(failure)
    } catch {
      StandardStreams.log("\(error)")
      return ExitStatus.failure
    }
  }

  /// Prints items as JSON lines on standard output, and a summary on standard error.
  private func report(_ outcome: StandaloneCall.Outcome) throws -> Int32 {
    for item in outcome.items {
      StandardStreams.output(String(decoding: try JSONCodec.encode(item), as: UTF8.self))
    }
    if let media = outcome.media {
      let line = JSONValue.object([
        "type": .string(media.type), "url": media.url.map { .string($0) } ?? .null,
        "bytes": .integer(media.bytes.count),
      ])
      StandardStreams.output(String(decoding: try JSONCodec.encode(line), as: UTF8.self))
    }
    if let report = outcome.collection {
      StandardStreams.output(String(decoding: try JSONCodec.encode(report), as: UTF8.self))
    }
    for note in outcome.notes { StandardStreams.log(note) }
    let summary = CallContext.Summary(
      spent: outcome.spent,
      skipped: outcome.skipped,
      next: outcome.next
    )
    let found = outcome.media != nil ? "1 file" : outcome.items.count.pluralized("item")
    StandardStreams.log(found + summary.text)
    return outcome.failure.map { report($0) } ?? ExitStatus.success
  }

  private func report(_ failure: Failure) -> Int32 {
    StandardStreams.log("\(failure.code): \(failure.message)")
    return failure.code == .invalidParams ? ExitStatus.usage : ExitStatus.failure
  }
}

extension CallContext.Summary {
  /// "; next: offset=25; skipped: 1 audiobook; requests: itunes.apple.com 1".
  fileprivate var text: String {
    let requests = spent.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return (next.map { "; next: \($0)" } ?? "") + (skippedSummary.map { "; skipped: \($0)" } ?? "")
      + (requests.isEmpty ? "" : "; requests: \(requests.joined(separator: ", "))")
  }
}

extension CallParameters {
  /// Parses the arguments after `--try METHOD`.
  init(commandLine arguments: [String], for method: Method) throws(Failure) {
    let members = try CallArguments.members(arguments, for: method)
    do {
      self = try JSONCodec.decode(from: try JSONCodec.encode(JSONValue.object(members)))
    } catch {
      throw Failure(.invalidParams, JSONCodec.describe(error) + ".")
    }
  }
}
